"""One interface to the automatic table, and its back ends: our controller board, or a person who does it by hand."""
