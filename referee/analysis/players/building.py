"""Choosing 13 of 34 tiles by a quick eye: the dearest hand, or the one with the most live winning tiles.

What is chosen is judged by the rules themselves, so a hand is never taken for more than it is worth; that there is no
better one is not proved (see `analysis.solver`). Pure.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import Final, NamedTuple

from referee.analysis.players.layouts import NOTHING, Layout, group_layouts
from referee.analysis.players.outlook import Outlook
from referee.analysis.players.special_layouts import special_layouts
from referee.rules import HAND_TILES, RuleSet, Situation, WaitKind, waits
from referee.rules.packing import COPIES_MASK, ONE_OF, SHIFT_OF
from referee.rules.scorer import Scorer
from referee.tiles import KINDS, Kind, Tile
from referee.tiles.names import TILES

_LOOKED_AT: Final = 40  # layouts that the rules are asked about
_WEIGHED: Final = 12  # ready hands of which all waits are weighed
_SHORT_WAIT_COSTS: Final = 500  # points for each live copy: once it is discarded, all hope of the deal is gone


@dataclass(frozen=True, slots=True)
class Built:
    """A chosen hand, ascending. `worth`: live full waits times points, less what short ones cost; 0 where none."""

    hand: tuple[Tile, ...]
    worth: int
    full_waits: tuple[Kind, ...]


class _Ready(NamedTuple):
    """13 packed tiles with one of their waits: whether ron is allowed on it, points, and live copies of it."""

    allowed: bool
    points: int
    live: int
    packed: int


def dearest_hand(tiles: Sequence[Tile], rules: RuleSet, situation: Situation) -> Built:
    """The 13 of `tiles` (34) with the dearest win on a live tile, whatever its other waits may spoil."""
    outlook = Outlook.of(tiles, rules, situation)
    best = max(_ready_hands(outlook, rules, situation), default=None)
    if best is None:
        return _any(tiles)
    return _judged(_tiles(best.packed), outlook, rules, situation)


def livest_hand(tiles: Sequence[Tile], rules: RuleSet, situation: Situation) -> Built:
    """The 13 of `tiles` (34) with the most live winning tiles times their points.

    Where no hand reaches the minimum, a ready one is taken, and without one any 13 tiles: a hand that is not ready is
    legal and never penalised.
    """
    outlook = Outlook.of(tiles, rules, situation)
    ready = nlargest(_WEIGHED, set(_ready_hands(outlook, rules, situation)))
    hands = sorted({one.packed for one in ready})
    judged = [_judged(_tiles(packed), outlook, rules, situation) for packed in hands]
    return max(judged, key=lambda built: built.worth, default=_any(tiles))


def _ready_hands(outlook: Outlook, rules: RuleSet, situation: Situation) -> Iterator[_Ready]:
    scorer = Scorer.of(rules, situation)
    for layout in nlargest(_LOOKED_AT, [*group_layouts(outlook), *special_layouts(outlook)]):
        for kind in _winning_kinds(layout):
            hand = outlook.with_reds(layout.packed - ONE_OF[kind])
            live = outlook.live(kind)
            worth = scorer.score_packed(hand + ONE_OF[kind], kind)
            yield _Ready(worth.can_ron and live > 0, worth.points, live, hand)


def _winning_kinds(layout: Layout) -> list[Kind]:
    """The tile that is lacking has to come; where none is, any of them may be left out."""
    if layout.lacks != NOTHING:
        return [layout.lacks]
    return [kind for kind in range(KINDS) if layout.packed >> SHIFT_OF[kind] & COPIES_MASK]


def _tiles(packed: int) -> tuple[Tile, ...]:
    """Packed tiles, laid out, ascending."""
    held: list[Tile] = []
    for tile in reversed(range(TILES)):
        copies = packed >> SHIFT_OF[tile] & COPIES_MASK
        held += [tile] * copies
        packed -= copies * ONE_OF[tile]
    return tuple(sorted(held))


def _any(tiles: Sequence[Tile]) -> Built:
    return Built(tuple(sorted(tiles[:HAND_TILES])), 0, ())


def _judged(hand: tuple[Tile, ...], outlook: Outlook, rules: RuleSet, situation: Situation) -> Built:
    worth = 0
    full: list[Kind] = []
    for wait in waits(hand, rules, situation).waits:
        live = outlook.live(wait.tile)
        if wait.kind is WaitKind.FULL:
            full.append(wait.tile)
            worth += live * wait.points
        elif wait.kind is WaitKind.SHORT:
            worth -= live * _SHORT_WAIT_COSTS
    return Built(hand, worth, tuple(full))
