"""What the yaku functions look at: 14 tiles, how they are read, and the circumstances of the win."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from referee.rules.packing import COPIES_MASK, KINDS_MASK, SHIFT_OF, SUIT_MASKS, mask_of, unpack
from referee.rules.reading import Reading
from referee.rules.situation import Circumstances
from referee.tiles import Counts, Kind


@dataclass(frozen=True, slots=True)
class Tiles:
    """The 14 packed tiles, whatever their reading."""

    packed: int

    @property
    def counts(self) -> Counts:
        """The 34 counts."""
        return unpack(self.packed)

    @property
    def suits(self) -> tuple[int, ...]:
        """The suits with numbers that occur: 0 characters, 1 circles, 2 bamboo."""
        return tuple([suit for suit in range(3) if self.packed & SUIT_MASKS[suit]])

    def count(self, kinds: Iterable[Kind]) -> int:
        """How many tiles are of these kinds."""
        return sum([self.packed >> SHIFT_OF[kind] & COPIES_MASK for kind in kinds])

    def any_of(self, kinds: frozenset[Kind]) -> bool:
        """Whether one of these kinds occurs."""
        return self.packed & mask_of(kinds) != 0

    def only(self, kinds: frozenset[Kind]) -> bool:
        """Whether no other kinds occur than these."""
        return self.packed & KINDS_MASK & ~mask_of(kinds) == 0


@dataclass(frozen=True, slots=True)
class Win:
    """One reading of the 14 tiles, under given circumstances."""

    tiles: Tiles
    reading: Reading
    circumstances: Circumstances

    @classmethod
    def of(cls, reading: Reading, packed: int, circumstances: Circumstances) -> Self:
        """A reading of 14 packed tiles."""
        return cls(Tiles(packed), reading, circumstances)

    @property
    def closed_triplets(self) -> tuple[Kind, ...]:
        """The triplets without the one that the winning tile completed."""
        reading = self.reading
        if reading.opened is None:
            return reading.triplets
        return tuple(kind for kind in reading.triplets if kind != reading.opened)
