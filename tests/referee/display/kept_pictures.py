"""Kept pictures of accepted events, in memory. For tests."""


class KeptPictures:
    """An `EvidencePort` that holds what a test puts in."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, int], bytes] = {}
        self.removed_meanwhile = False
        """They are still told of, and gone when somebody asks."""

    def events(self, match: str) -> frozenset[int]:
        return frozenset(seq for known, seq in self.kept if known == match)

    def find(self, match: str, seq: int) -> bytes | None:
        return None if self.removed_meanwhile else self.kept.get((match, seq))
