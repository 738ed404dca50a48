"""What the journal refuses: records that are none, and databases that are not ours to write."""

from referee.tiles import InputError


class RecordError(InputError):
    """A document is no record17, or says what cannot be read; the message names the path in the document."""


class JournalError(InputError):
    """The journal's database cannot be used (foreign, newer, damaged, in use); it has not been touched."""


class JournalFullError(RuntimeError):
    """The writer's queue is full: events come faster than the disk takes them. Nothing was queued."""
