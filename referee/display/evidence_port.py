"""What the display needs of whatever keeps pictures of accepted events: which there are, and one of them.

Callable from any thread; nothing waits but `find`, for the disk.
"""

from typing import Protocol


class EvidencePort(Protocol):
    """The kept pictures as the pages see them."""

    def events(self, match: str) -> frozenset[int]:
        """The events of a match whose pictures are kept."""

    def find(self, match: str, seq: int) -> bytes | None:
        """The picture (JPEG) of an event, or None if there is none, or none any more."""


class NoEvidence:
    """No pictures are kept."""

    def events(self, match: str) -> frozenset[int]:
        """None."""
        return frozenset()

    def find(self, match: str, seq: int) -> bytes | None:
        """None."""
        return None
