"""What the yaku functions look at: 14 tiles, how they are read, and the circumstances of the win."""

from dataclasses import dataclass
from typing import Self

from referee.rules.packing import unpack
from referee.rules.reading import Reading
from referee.rules.ready import TERMINALS_AND_HONOURS
from referee.rules.situation import Circumstances
from referee.tiles import Counts, Kind

FIRST_HONOUR = 27


@dataclass(frozen=True, slots=True)
class Tiles:
    """The 14 tiles, whatever their reading; computed once for all readings.

    `suits` are the suits with numbers that occur (0 characters, 1 circles, 2 bamboo); `simples`, `terminals` and
    `honours` say whether a tile of that sort occurs.
    """

    counts: Counts
    suits: frozenset[int]
    simples: bool
    terminals: bool
    honours: bool

    @classmethod
    def of(cls, counts: Counts) -> Self:
        """From the 34 counts of 14 tiles."""
        held = [kind for kind, copies in enumerate(counts) if copies]
        return cls(
            counts=counts,
            suits=frozenset(kind // 9 for kind in held if kind < FIRST_HONOUR),
            simples=any(kind not in TERMINALS_AND_HONOURS for kind in held),
            terminals=any(kind < FIRST_HONOUR and kind in TERMINALS_AND_HONOURS for kind in held),
            honours=held[-1] >= FIRST_HONOUR,
        )

    def only(self, kinds: frozenset[Kind]) -> bool:
        """Whether no other kinds occur than these."""
        return all(kind in kinds for kind, copies in enumerate(self.counts) if copies)


@dataclass(frozen=True, slots=True)
class Win:
    """One reading of the 14 tiles, under given circumstances."""

    tiles: Tiles
    reading: Reading
    circumstances: Circumstances

    @classmethod
    def of(cls, reading: Reading, packed: int, circumstances: Circumstances) -> Self:
        """A reading of 14 packed tiles."""
        return cls(Tiles.of(unpack(packed)), reading, circumstances)

    @property
    def closed_triplets(self) -> tuple[Kind, ...]:
        """The triplets without the one that the winning tile completed."""
        reading = self.reading
        if reading.opened is None:
            return reading.triplets
        return tuple(kind for kind in reading.triplets if kind != reading.opened)
