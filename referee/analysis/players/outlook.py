"""A wall as its player weighs it: which tiles are there, and which of them bring han by themselves. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.analysis.players.groups import Group
from referee.rules import RuleSet, Situation
from referee.rules.packing import COPIES_MASK, KINDS_MASK, ONE_OF, SHIFT_OF, pack
from referee.rules.situation import Circumstances
from referee.tiles import KINDS, Kind, Tile
from referee.tiles.names import COPIES, RED_OF

_DRAGONS: Final = (31, 32, 33)


@dataclass(frozen=True, slots=True)
class Outlook:
    """34 tiles before they are split. `packed`: their kinds; `shown`: theirs and those of the indicators.

    `reds`: the fives of which some are red, with how many; `tile_han`: by kind, the dora that a tile of it is;
    `triplet_han`: by kind, han for a triplet of it (value honours).
    """

    packed: int
    shown: int
    reds: tuple[tuple[Kind, int], ...]
    tile_han: tuple[int, ...]
    triplet_han: tuple[int, ...]

    @classmethod
    def of(cls, tiles: Sequence[Tile], rules: RuleSet, situation: Situation) -> "Outlook":
        """The outlook of a seat that opened `tiles`."""
        circumstances = Circumstances.of(rules, situation)
        tile_han, triplet_han = [0] * KINDS, [0] * KINDS
        for kind in circumstances.dora:
            tile_han[kind] += 1
        for kind in (*_DRAGONS, *circumstances.value_winds):
            triplet_han[kind] += 1
        packed = pack(tiles) & KINDS_MASK
        shown = packed + (pack(situation.indicators) & KINDS_MASK)
        reds = tuple((five, tiles.count(red)) for five, red in RED_OF.items() if red in tiles)
        return cls(packed, shown, reds, tuple(tile_han), tuple(triplet_han))

    def count(self, kind: Kind) -> int:
        """Copies of a kind in the wall."""
        return self.packed >> SHIFT_OF[kind] & COPIES_MASK

    def live(self, kind: Kind) -> int:
        """Copies of a kind that others may still discard, as far as this player can tell."""
        return max(0, COPIES - (self.shown >> SHIFT_OF[kind] & COPIES_MASK))

    def with_reds(self, packed: int) -> int:
        """Packed kinds of a hand with as many of its fives red as the wall has."""
        for five, reds in self.reds:
            copies = min(reds, packed >> SHIFT_OF[five] & COPIES_MASK)
            packed += copies * (ONE_OF[RED_OF[five]] - ONE_OF[five])
        return packed

    def han_of(self, group: Group) -> int:
        """The han that a group brings by its tiles alone."""
        kinds = group.kinds
        han = sum([self.tile_han[kind] for kind in kinds])
        return han + self.triplet_han[kinds[0]] if len(kinds) == 3 and not group.run else han
