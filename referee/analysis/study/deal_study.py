"""Played deals, counted: how they ended, and what the hands that players built could win on.

Each deal is the first of a match of its own, so that deals are independent of each other. A *winning tile* of a hand
is a tile on which it could win at some point of the deal: a full or a conditional wait.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from referee.analysis.players import Character
from referee.analysis.playout import Playout
from referee.analysis.study.tally import Tally
from referee.analysis.study.yakuman_forms import USUAL_YAKUMAN
from referee.game import Deal, FuritenCause, ResultType, Seat, Verdict
from referee.game.deal import without
from referee.game.situations import situation_in_building
from referee.rules import Limit, RuleSet, Wait, WaitKind, YakuId, waits
from referee.rules.traits import FIRST_HONOUR
from referee.tiles import Kind, Tile, kind_of

_KEPT_BACK: Final = 4
"""Tiles of a pool that are never discarded: 21 less 17."""


def study_deals(rules: RuleSet, seed: int, character: Character, numbers: range) -> Tally:
    """The deals of these numbers, all seats played by one character."""
    tally = Tally()
    for number in numbers:
        playout = Playout(rules, Random(f"deal {seed} {number}"), (character.player,))
        count_deal(tally, rules, playout.play(1).deals[0])
    return tally


def count_deal(tally: Tally, rules: RuleSet, deal: Deal) -> None:
    """Count one deal that has ended."""
    built = [BuiltHand.of(rules, deal, seat) for seat in deal.order]
    tally.note("deal")
    _count_end(tally, deal)
    dead = [not hand.live for hand in built]
    tally.note("deal.one_side_dead", sum(dead) == 1)
    tally.note("deal.some_side_dead", any(dead))
    tally.note("deal.all_sides_dead", all(dead))
    tally.note("deal.mine_hoard", any(hand.live > _KEPT_BACK for hand in built))
    causes = [decision.facts["cause"] for decision in deal.decisions if decision.verdict is Verdict.FURITEN]
    tally.note("deal.furiten", bool(causes))
    for cause in FuritenCause:
        tally.note(f"deal.furiten_{cause.value}", cause.value in causes)
    losers = {win.loser for win in deal.result.wins} if deal.result else set()
    for seat, hand in zip(deal.order, built, strict=True):
        _count_hand(tally, hand)
        tally.note("hand.deals_in", seat in losers)


@dataclass(frozen=True, slots=True)
class BuiltHand:
    """A hand as it was locked: its waits, the copies of its winning tiles in other pools, and in its own."""

    waits: tuple[Wait, ...]
    winning: frozenset[Kind]
    live: int
    own: int

    @classmethod
    def of(cls, rules: RuleSet, deal: Deal, seat: Seat) -> "BuiltHand":
        """The hand of a seat, against all pools as they were before the first discard."""
        found = waits(deal.known[seat].tiles, rules, situation_in_building(rules, deal, seat)).waits
        winning = frozenset(wait.tile for wait in found if wait.kind is not WaitKind.SHORT)
        others = [tile for other in deal.seats if other != seat for tile in _pool(deal, other)]
        every = {wait.tile for wait in found}
        return cls(found, winning, _copies(others, winning), _copies(_pool(deal, seat), every))


def _count_end(tally: Tally, deal: Deal) -> None:
    result = deal.result
    if result is None:
        raise ValueError(f"deal {deal.no} is not over")
    tally.note("discard", len(deal.discards))
    tally.note("discard.deals_in", bool(result.wins))
    tally.note("deal.draw", result.type is ResultType.DRAW)
    tally.note("deal.penalty", result.type is ResultType.PENALTY)
    tally.note("deal.refused", any(decision.verdict is Verdict.REFUSED for decision in deal.decisions))
    for win in result.wins:
        tally.note("win")
        tally.note("win.by_first_seat", win.winner is deal.first)
        tally.note("win.ippatsu", any(yaku.id is YakuId.IPPATSU for yaku in win.score.yaku))
        tally.note("win.houtei", any(yaku.id is YakuId.HOUTEI for yaku in win.score.yaku))
        tally.note("win.yakuman", win.score.yakuman > 0)
        tally.note("win.usual_yakuman", any(yaku.id in USUAL_YAKUMAN for yaku in win.score.yaku))
        for limit in Limit:
            tally.note(f"win.limit_{limit.value}", win.score.limit is limit)
        tally.measure("win.discard", len(deal.river(win.loser)))
        tally.measure("win.points", win.score.points_child)


def _count_hand(tally: Tally, hand: BuiltHand) -> None:
    kinds = [wait.kind for wait in hand.waits]
    tally.note("hand")
    tally.note("hand.not_ready", not kinds)
    tally.note("hand.full_wait", WaitKind.FULL in kinds)
    tally.note("hand.conditional_wait", WaitKind.CONDITIONAL in kinds)
    tally.note("hand.short_wait", WaitKind.SHORT in kinds)
    tally.note("hand.one_wait", len(kinds) == 1)
    tally.note("hand.own_wait_in_pool", hand.own > 0)
    tally.note("hand.must_discard_own_wait", hand.own > _KEPT_BACK)
    tally.measure("hand.waits", len(kinds))
    tally.measure("hand.live", hand.live)
    if hand.winning:
        case = "honour_wait" if min(hand.winning) >= FIRST_HONOUR else "number_wait"
        tally.note(case)
        tally.note(f"{case}.dead", not hand.live)


def _pool(deal: Deal, seat: Seat) -> tuple[Tile, ...]:
    """The tiles that a seat did not choose."""
    return without(deal.walls[seat], deal.known[seat].tiles)


def _copies(tiles: Sequence[Tile], kinds: frozenset[Kind] | set[Kind]) -> int:
    return sum(1 for tile in tiles if kind_of(tile) in kinds)
