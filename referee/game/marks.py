"""What a seat can still win on: its waits with their marks at this point of the deal; and whether anybody can win.

For the referee, commentators and delayed overlays; asked for, never part of the state.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from referee.game.deal import Deal, Discard, Phase
from referee.game.decision import Decision, Verdict
from referee.game.furitens import counts_as_passed, is_temporary
from referee.game.seats import Seat
from referee.game.situations import Moment, is_houtei, is_ippatsu, moment_of, moments_from, situation_at, situation_of
from referee.rules import (
    FirstDiscardRon,
    IppatsuRule,
    RiichiRule,
    RuleSet,
    Score,
    Situation,
    Wait,
    WaitKind,
    YakuId,
    score,
    waits,
)
from referee.tiles import ImpossibleTilesError, Kind, Tile, kind_of

_PLAYING: Final = frozenset({Phase.BUILDING, Phase.DISCARDING, Phase.LAST_WINDOW, Phase.REFUSED, Phase.CALLED})
_RENHOU: Final = frozenset(policy for policy in FirstDiscardRon if policy.value.startswith("renhou"))


@dataclass(frozen=True, slots=True)
class LiveWait:
    """A wait as it stands: `mark` ◎ △ × for the discard asked about, `needs` what lifts a △ (either alone).

    `now`: whether a ron on this tile at that discard would reach the minimum (furiten apart). `live`: copies left in
    the other seats' pools; None where a pool is unknown. `score`: its worth without ippatsu and houtei.
    """

    kind: Kind
    mark: WaitKind
    needs: tuple[YakuId, ...]
    now: bool
    live: int | None
    score: Score


def live_waits(rules: RuleSet, deal: Deal, seat: Seat, at: Discard | None = None) -> tuple[LiveWait, ...]:
    """The waits of a seat whose hand is known, ascending; empty otherwise.

    Without `at` the marks are those of the next discard of another seat; with it (the tile that was just discarded)
    those of that discard.
    """
    known = deal.known.get(seat)
    if known is None or not deal.order:
        return ()
    moments = _moments(deal, seat, at)
    stands = _situation(rules, deal, seat)
    found = waits(known.tiles, rules, stands).waits
    return tuple(_live(rules, deal, seat, wait, moments, at) for wait in found)


def dead_deal(rules: RuleSet, deal: Deal) -> Decision | None:
    """The decision that nobody can win any more, or None: somebody can, or too little is known to say."""
    if deal.phase not in _PLAYING or any(deal.pool(seat) is None for seat in deal.seats):
        return None
    if any(_can_win(rules, deal, seat) for seat in deal.seats):
        return None
    seq = deal.events[-1].seq if deal.events else deal.seq
    return Decision(seq, None, Verdict.DEAD_DEAL)


def _moments(deal: Deal, seat: Seat, at: Discard | None) -> list[Moment]:
    """The discards of other seats from the one asked about to the end of the deal."""
    start = len(deal.discards) if at is None else moment_of(deal, seat, at).index
    return list(moments_from(deal, seat, start))


def _situation(rules: RuleSet, deal: Deal, seat: Seat) -> Situation:
    """The situation of a win in the middle of the deal: neither ippatsu nor houtei nor the first discard."""
    middle = Moment(seat, 2, 2, 2 * len(deal.seats))
    return situation_at(rules, deal, seat, middle)


def _live(rules: RuleSet, deal: Deal, seat: Seat, wait: Wait, moments: list[Moment], at: Discard | None) -> LiveWait:
    tile = at.tile if at is not None and kind_of(at.tile) == wait.tile else wait.tile
    now = bool(moments) and _reaches(rules, deal, seat, tile, situation_at(rules, deal, seat, moments[0]))
    needs = tuple(need for need in wait.needs if _has_chance(rules, deal, need, moments))
    if now and wait.kind is not WaitKind.FULL and not needs and moments[0].own_before == 0:
        needs = (YakuId.RENHOU,) if rules.first_discard_ron in _RENHOU else ()
    mark = wait.kind
    if mark is not WaitKind.FULL:
        mark = WaitKind.CONDITIONAL if needs else WaitKind.SHORT
    return LiveWait(wait.tile, mark, needs, now, _live_copies(deal, seat, wait.tile), wait.score)


def _has_chance(rules: RuleSet, deal: Deal, need: YakuId, moments: Iterable[Moment]) -> bool:
    """Whether ippatsu or houtei can still come at one of the moments."""
    if need is YakuId.HOUTEI:
        return any(is_houtei(rules, moment, len(deal.seats)) for moment in moments)
    return any(is_ippatsu(rules, moment) or _is_first_ippatsu(rules, moment) for moment in moments)


def _is_first_ippatsu(rules: RuleSet, moment: Moment) -> bool:
    """Before the own first discard, where such a ron counts as if riichi and ippatsu stood."""
    counted = rules.ippatsu is not IppatsuRule.NONE and rules.first_discard_ron is FirstDiscardRon.RIICHI_IPPATSU
    return counted and moment.own_before == 0


def _live_copies(deal: Deal, seat: Seat, kind: Kind) -> int | None:
    pools = [deal.pool(other) for other in deal.seats if other != seat]
    copies = 0
    for pool in pools:
        if pool is None:
            return None
        copies += sum(1 for tile in pool if kind_of(tile) == kind)
    return copies


def _can_win(rules: RuleSet, deal: Deal, seat: Seat) -> bool:
    """Whether some discard, made and still open or yet to come, could bring the seat an allowed ron."""
    known, furiten = deal.known[seat], deal.furiten.get(seat)
    if seat in deal.dead or not known.waits or (furiten is not None and not furiten.temporary):
        return False
    barred = furiten is not None
    for discard in _uncalled_waits(deal, seat):
        if barred:
            break  # calling on this one lets the one before it go
        if _reaches(rules, deal, seat, discard.tile, situation_of(rules, deal, seat, discard)):
            return True
        barred = counts_as_passed(rules, first=not deal.river(seat))  # it cannot but be let go
    if barred and not is_temporary(rules, deal, seat):
        return False
    return _can_win_later(rules, deal, seat, barred=barred)


def _uncalled_waits(deal: Deal, seat: Seat) -> Iterator[Discard]:
    """The waits that stand open to the seat and that it has not called on, oldest first."""
    called_on = {call.discard.seq for call in deal.calls if call.by == seat}
    for discard in deal.open_to(seat):
        if kind_of(discard.tile) in deal.known[seat].waits and discard.seq not in called_on:
            yield discard


def _can_win_later(rules: RuleSet, deal: Deal, seat: Seat, *, barred: bool) -> bool:
    """Whether a discard to come could be won; `barred`: not before the own next one."""
    made = len(deal.river(seat))
    undeclared = rules.riichi is RiichiRule.DECLARED and made == 0 and not barred  # riichi may still come
    judged: dict[tuple[Tile, Situation], bool] = {}
    for tile, moment in _chances(deal, seat):
        if barred and moment.own_before == made:
            continue
        situation = situation_at(rules, deal, seat, moment)
        if undeclared and moment.own_before > 0:
            situation = replace(situation, riichi=True)
        key = (tile, situation)
        if key not in judged:
            judged[key] = _reaches(rules, deal, seat, tile, situation)
        if judged[key]:
            return True
    return False


def _chances(deal: Deal, seat: Seat) -> Iterator[tuple[Tile, Moment]]:
    """Every tile to come that completes the hand, with the moments at which it can lie in the river."""
    waits_of_seat = deal.known[seat].waits
    fitting = {
        other: sorted({tile for tile in deal.pool(other) or () if kind_of(tile) in waits_of_seat})
        for other in deal.seats
    }
    for moment in moments_from(deal, seat, len(deal.discards)):
        for tile in fitting[moment.discarder]:
            yield tile, moment


def _reaches(rules: RuleSet, deal: Deal, seat: Seat, tile: Tile, situation: Situation) -> bool:
    try:
        return score(deal.known[seat].tiles, tile, rules, situation).can_ron
    except ImpossibleTilesError:
        return False
