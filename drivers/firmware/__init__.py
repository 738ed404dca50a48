"""What a firmware writer needs beside PROTOCOL.md: the protocol as one C header, made from the host's own tables."""
