"""Help while 13 of 34 tiles are chosen: what is still possible, and what the next tile would keep possible. Pure.

Made once for a wall; after that every change of the choice is a look at its ready hands, in a few milliseconds.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.analysis.build_help.standings import Standings
from referee.analysis.solver import BestHand, Order, Standing, Wall
from referee.rules import HAND_TILES, RuleSet, Situation, Waits
from referee.rules.suit_arrays import Ints
from referee.tiles import NotAllowedError, Tile, counts_of, format_tile, is_red, kind_of


@dataclass(frozen=True, slots=True)
class Reach:
    """What is still possible: ready hands, those of them with a full wait, and the points of the dearest of these."""

    ready_hands: int
    reaching_hands: int
    points: int


@dataclass(frozen=True, slots=True)
class Change:
    """One tile more, or less: what is possible then. `count`: copies of it that can be taken or laid back.

    `waits`: what the hand waits for if it then has 13 tiles, else None.
    """

    tile: Tile
    count: int
    reach: Reach
    waits: Waits | None


@dataclass(frozen=True, slots=True)
class Progress:
    """A choice so far. `dearest` and `best_expectation`: the best hands that hold it; None if none is ready.

    `adding`, one for each further tile, is empty once 13 are chosen; `removing`, one for each chosen tile. `waits` are
    those of 13 chosen tiles, else None; `live` the copies of each that are neither in the wall nor shown.
    """

    chosen: tuple[Tile, ...]
    reach: Reach
    dearest: BestHand | None
    best_expectation: BestHand | None
    adding: tuple[Change, ...]
    removing: tuple[Change, ...]
    waits: Waits | None
    live: tuple[int, ...]


class BuildHelp:
    """The help for one wall."""

    def __init__(self, standings: Standings) -> None:
        self._standings = standings
        self._wall = standings.wall

    @classmethod
    def of(cls, tiles: Sequence[Tile], rules: RuleSet, situation: Situation) -> "BuildHelp":
        """The help for some tiles (34, or 13 and more). Raises InputError as `Wall.of` does."""
        return cls(Standings.of(Wall.of(tiles, rules, situation)))

    def after(self, chosen: Sequence[Tile]) -> Progress:
        """What is possible with these tiles chosen, 13 at most. Raises NotAllowedError for more than the wall holds."""
        chosen = tuple(sorted(chosen, key=_order))
        rest = self._rest(chosen)
        rows = self._rows(chosen)
        standing = self._standings.holding(chosen, rows)
        full = len(chosen) == HAND_TILES
        waits = self._wall.waits(chosen) if full else None
        return Progress(
            chosen=chosen,
            reach=_reach(standing),
            dearest=self._best(chosen, rows, standing, Order.VALUE),
            best_expectation=self._best(chosen, rows, standing, Order.EXPECTATION),
            adding=() if full else tuple(self._adding(chosen, rest, rows, standing)),
            removing=tuple(self._removing(chosen)),
            waits=waits,
            live=() if waits is None else tuple(int(self._wall.live[wait.tile]) for wait in waits.waits),
        )

    def _rest(self, chosen: tuple[Tile, ...]) -> Counter[Tile]:
        """The tiles that can still be chosen."""
        if len(chosen) > HAND_TILES:
            raise NotAllowedError(f"{len(chosen)} tiles are chosen: a hand has {HAND_TILES}")
        rest = Counter(self._wall.tiles)
        rest.subtract(chosen)
        for tile, left in rest.items():
            if left < 0:
                held = left + chosen.count(tile)
                raise NotAllowedError(f"{format_tile(tile)} is chosen {chosen.count(tile)} times, the wall has {held}")
        return +rest

    def _rows(self, chosen: Sequence[Tile]) -> Ints:
        """The ready hands that hold the chosen tiles."""
        kinds, lacking = self._lacking(chosen)
        return np.flatnonzero(~lacking.any(axis=1)) if len(kinds) else np.arange(len(lacking))

    def _lacking(self, chosen: Sequence[Tile]) -> tuple[Ints, NDArray[np.int8]]:
        """The k different kinds that are chosen, and how many copies of each every ready hand lacks, (n, k)."""
        wanted = np.array(counts_of(chosen), np.int8)
        kinds = np.flatnonzero(wanted)
        return kinds, np.maximum(wanted[kinds] - self._standings.counts[:, kinds], 0)

    def _best(self, chosen: tuple[Tile, ...], rows: Ints, standing: Standing, order: Order) -> BestHand | None:
        """The best of some hands, with the chosen tiles in it."""
        if not len(rows):
            return None
        row = standing.best(order)
        hand = self._completed(chosen, self._standings.counts[rows[row]].tolist())
        return BestHand.of(self._wall, hand, standing, row)

    def _completed(self, chosen: tuple[Tile, ...], counts: Sequence[int]) -> tuple[Tile, ...]:
        """The chosen tiles and what a hand of kinds has beside them, red fives first."""
        hand, held = list(chosen), counts_of(chosen)
        for tile in sorted(self._rest(chosen).elements(), key=_order):
            if counts[kind_of(tile)] > held[kind_of(tile)]:
                hand.append(tile)
                held = counts_of(hand)
        return tuple(sorted(hand, key=_order))

    def _adding(
        self, chosen: tuple[Tile, ...], rest: Counter[Tile], rows: Ints, standing: Standing
    ) -> Iterator[Change]:
        more = self._standings.counts[rows] > np.array(counts_of(chosen), np.int8)
        ready = np.count_nonzero(more, axis=0)
        reaching_more = more[standing.reaching]
        reaching = np.count_nonzero(reaching_more, axis=0)
        dearest = (reaching_more * standing.points[standing.reaching][:, None]).max(axis=0, initial=0)
        for tile in sorted(rest, key=_order):
            kind = kind_of(tile)
            if self._may_displace_red(tile):
                reach = _reach(self._standings.holding((*chosen, tile), rows[more[:, kind]]))
            else:
                reach = Reach(int(ready[kind]), int(reaching[kind]), int(dearest[kind]))
            yield self._change(tile, rest[tile], reach, (*chosen, tile))

    def _removing(self, chosen: tuple[Tile, ...]) -> Iterator[Change]:
        """A hand that lacks nothing but one copy of a kind is possible again once that kind is taken out."""
        kinds, lacking = self._lacking(chosen)
        total = lacking.sum(axis=1)
        rows = np.flatnonzero(total <= 1)
        lacking, total = lacking[rows], total[rows]
        for tile, count in Counter(chosen).items():
            left = list(chosen)
            left.remove(tile)
            place = int(np.searchsorted(kinds, kind_of(tile)))
            again = rows[(total == 0) | (lacking[:, place] == 1)]
            yield self._change(tile, count, _reach(self._standings.holding(left, again)), left)

    def _change(self, tile: Tile, count: int, reach: Reach, hand: Sequence[Tile]) -> Change:
        return Change(tile, count, reach, self._wall.waits(hand) if len(hand) == HAND_TILES else None)

    def _may_displace_red(self, tile: Tile) -> bool:
        """Whether it is an ordinary five that may take the place of a red one."""
        red = self._wall.reds.get(tile)
        return red is not None and red.held > 0


def _reach(standing: Standing) -> Reach:
    points = standing.points[standing.reaching]
    return Reach(len(standing), len(points), int(points.max(initial=0)))


def _order(tile: Tile) -> tuple[int, bool]:
    """By kind, a red five before the ordinary ones."""
    return kind_of(tile), not is_red(tile)
