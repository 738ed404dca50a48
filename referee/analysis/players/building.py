"""Choosing 13 of 34 tiles by a quick eye: the dearest hand, or the one with the most live winning tiles.

What is chosen is judged by the rules themselves, so a hand is never taken for more than it is worth; that there is no
better one is not proved (see `analysis.solver`). Pure.
"""

from collections.abc import Iterator, Sequence
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


class _Ready(NamedTuple):
    """13 packed tiles with one of their waits: whether ron is allowed on it, points, and live copies of it."""

    allowed: bool
    points: int
    live: int
    packed: int


def dearest_hand(tiles: Sequence[Tile], rules: RuleSet, situation: Situation) -> tuple[Tile, ...]:
    """The 13 of `tiles` (34), ascending, with the dearest win on a live tile, whatever its other waits may spoil."""
    outlook = Outlook.of(tiles, rules, situation)
    best = max(_ready_hands(outlook, rules, situation), default=None)
    return _any(tiles) if best is None else _tiles(best.packed)


def livest_hand(tiles: Sequence[Tile], rules: RuleSet, situation: Situation) -> tuple[Tile, ...]:
    """The 13 of `tiles` (34), ascending, with the most live winning tiles times their points.

    Live copies of short waits cost something. Where no hand reaches the minimum, a ready one is taken, and without one
    any 13 tiles: a hand that is not ready is legal and never penalised.
    """
    outlook = Outlook.of(tiles, rules, situation)
    ready = nlargest(_WEIGHED, set(_ready_hands(outlook, rules, situation)))
    hands = [_tiles(packed) for packed in sorted({one.packed for one in ready})]
    return max(hands, key=lambda hand: _promise(hand, outlook, rules, situation), default=_any(tiles))


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


def _any(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles[:HAND_TILES]))


def _promise(hand: tuple[Tile, ...], outlook: Outlook, rules: RuleSet, situation: Situation) -> int:
    """Live full waits times points, less what short ones cost."""
    promise = 0
    for wait in waits(hand, rules, situation).waits:
        if wait.kind is WaitKind.FULL:
            promise += outlook.live(wait.tile) * wait.points
        elif wait.kind is WaitKind.SHORT:
            promise -= outlook.live(wait.tile) * _SHORT_WAIT_COSTS
    return promise
