"""The tiles to choose from, with what is shown beside them: copies, red fives, live copies, hand indices. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Final

import numpy as np

from referee.rules import HAND_TILES, RuleSet, Situation, Waits
from referee.rules.checks import ShownTiles
from referee.rules.hand_arrays import FIRST_KINDS
from referee.rules.packing import pack
from referee.rules.suit_arrays import Ints
from referee.rules.wait import WaitScorers
from referee.tiles import KINDS, Counts, ImpossibleTilesError, Kind, NotAllowedError, Tile, check_possible, counts_of
from referee.tiles.names import COPIES, RED_FIVES

NUMBERS: Final = (9, 9, 9, 7)
SET_TILES: Final = COPIES * KINDS

_INDEX_BITS: Final = 50  # beside it a place holds a kind and the han of dora in 63 bits


@dataclass(frozen=True, slots=True)
class RedFive:
    """A red five of the rules: how many the wall holds, and how many ordinary fives there are beside those shown."""

    red: Tile
    held: int
    ordinary: int


@dataclass(frozen=True, slots=True, eq=False)
class Wall:
    """13 tiles or more, of which 13 become a hand, under a rule set and a situation.

    `situation` is without ippatsu, houtei and ura, which a hand's worth does not count. `steps` (34,): a hand of
    kinds has the index `counts @ steps`, digits in the base of copies + 1. `live` (34,): copies of each kind that are
    neither in the wall nor shown. `dora` (34,): the han of a copy. `reds`: by kind of five, those that count.
    """

    tiles: tuple[Tile, ...]
    counts: Counts
    rules: RuleSet
    situation: Situation
    scorers: WaitScorers
    steps: Ints
    live: Ints
    dora: Ints
    reds: dict[Kind, RedFive]
    unseen: int

    @classmethod
    def of(cls, tiles: Sequence[Tile], rules: RuleSet, situation: Situation) -> "Wall":
        """The wall of some tiles.

        Raises NotAllowedError for fewer than 13 or so many that their hands cannot be numbered, ImpossibleTilesError
        if no set holds the tiles together with the indicators.
        """
        calm = replace(situation, ippatsu=False, houtei=False, ura=())
        scorers = WaitScorers.of(rules, calm)
        shown = scorers.plain.shown
        _check(tiles, shown, rules)
        counts, open_counts = counts_of(tiles), counts_of(shown.tiles)
        bases = [copies + 1 for copies in counts]
        if prod(bases) >= 1 << _INDEX_BITS:
            raise NotAllowedError(f"{len(tiles)} tiles hold more hands than can be listed: expected fewer")
        dora = np.zeros(KINDS, np.int64)
        for kind in scorers.plain.circumstances.dora:
            dora[kind] += 1
        return cls(
            tiles=tuple(tiles),
            counts=counts,
            rules=rules,
            situation=calm,
            scorers=scorers,
            steps=np.array([prod(bases[:kind]) for kind in range(KINDS)]),
            live=np.array([max(0, COPIES - counts[kind] - open_counts[kind]) for kind in range(KINDS)]),
            dora=dora,
            reds={
                five: RedFive(red, sum(1 for tile in tiles if tile == red), ordinary)
                for five, (red, ordinary) in scorers.reds.items()
            },
            unseen=SET_TILES - len(tiles) - len(shown.tiles),
        )

    def suit_counts(self, suit: int) -> Ints:
        """The copies by number of a suit (0-2 numbers, 3 honours)."""
        first = FIRST_KINDS[suit]
        return np.array(self.counts[first : first + NUMBERS[suit]])

    def hand_counts(self, indices: Ints) -> Ints:
        """The copies by kind (n, 34) of hands by their indices (n,)."""
        counts: Ints = indices[:, None] // self.steps % (np.array(self.counts) + 1)
        return counts

    def hand_tiles(self, index: int) -> tuple[Tile, ...]:
        """The 13 tiles of a hand, sorted; of red and ordinary fives as many red ones as the wall allows."""
        found: list[Tile] = []
        for kind, copies in enumerate(self.hand_counts(np.array([index]))[0].tolist()):
            reds = [tile for tile in self.tiles if RED_FIVES.get(tile) == kind][:copies]
            found += [kind] * (copies - len(reds)) + reds
        return tuple(found)

    def waits(self, hand: Sequence[Tile]) -> Waits:
        """The waits of a hand of the wall, as `referee.rules.waits` has them."""
        return self.scorers.waits(pack(hand))


def _check(tiles: Sequence[Tile], shown: ShownTiles, rules: RuleSet) -> None:
    if not HAND_TILES <= len(tiles) <= SET_TILES:
        raise NotAllowedError(f"there are {len(tiles)} tiles: expected {HAND_TILES} to {SET_TILES}")
    check_possible(tiles, rules.red_fives)
    try:
        check_possible([*tiles, *shown.tiles], rules.red_fives)
    except ImpossibleTilesError as error:
        raise ImpossibleTilesError(f"tiles and indicators together: {error}") from error
