"""The score sheet of a match: every deal with its end and what it moved, rulings, the standing, the rules."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.display.views.result import FinalStanding, final_standing
from referee.game import Amount, Deal, Match, Seat, Win, exact
from referee.tiles import format_tile


@dataclass(frozen=True, slots=True)
class WinRow:
    """One win of a deal: who, off whom, on which tile, and its worth as paid; `price` with honba, without the pot."""

    winner: str
    loser: str
    tile: str
    han: int | None
    fu: int | None
    limit: str
    yakuman: int
    price: Amount


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A ruling of a deal, or (`kind` `hotfix_...`) what was set right by hand; `seat` empty where it names none."""

    kind: str
    seat: str
    amounts: Mapping[str, Amount]
    text: str


@dataclass(frozen=True, slots=True)
class DealRow:
    """One deal. `type` is empty while it goes on; `change` is all that it moved, sticks and rulings included."""

    no: int
    wind: str
    number: int
    honba: int
    dealer: str | None
    first: str | None
    type: str
    reason: str
    ruled_by: str
    wins: tuple[WinRow, ...]
    rulings: tuple[RulingRow, ...]
    change: Mapping[str, Amount]
    points: Mapping[str, Amount]
    pot: Amount


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A match on paper. `options`: every option of the rule set, as `/api/rules` has them."""

    id: str
    title: str
    venue: str
    started_at: str
    simulated: bool
    revision: int
    players: Mapping[str, str]
    rules: str
    rule_titles: Mapping[str, str]
    options: Mapping[str, object]
    start: Mapping[str, Amount]
    deals: tuple[DealRow, ...]
    points: Mapping[str, Amount]
    pot: Amount
    ended: bool
    final: FinalStanding | None


def score_sheet(match: Match, rule_titles: Mapping[str, str]) -> ScoreSheet:
    """The sheet of a match that is open or over; `rule_titles` of its rule set by language. Raises NotAllowedError."""
    rules = match.rules
    setup = match.setup
    if setup is None:
        raise ValueError("a match with rules has a set-up")
    return ScoreSheet(
        id=setup.id,
        title=setup.title,
        venue=setup.venue,
        started_at=setup.started_at,
        simulated=setup.source.value == "simulated",
        revision=match.revision,
        players={seat.value: name for seat, name in setup.players.items()},
        rules=setup.rules,
        rule_titles=rule_titles,
        options=rules.plain_options(),
        start=_by_seat(match.deals[0].points_before) if match.deals else _by_seat(match.points),
        deals=tuple(_deal_row(match, deal) for deal in match.deals),
        points=_by_seat(match.points),
        pot=match.pot,
        ended=match.ended,
        final=final_standing(match),
    )


def _deal_row(match: Match, deal: Deal) -> DealRow:
    result = deal.result
    return DealRow(
        no=deal.no,
        wind="" if deal.label.wind is None else deal.label.wind.value,
        number=deal.label.number,
        honba=deal.label.honba,
        dealer=deal.dealer,
        first=deal.first,
        type="" if result is None else result.type.value,
        reason="" if result is None else result.reason,
        ruled_by="" if result is None else result.ruled_by,
        wins=() if result is None else tuple(_win_row(win) for win in result.wins),
        rulings=(*_penalties(deal), *_hotfixes(match, deal)),
        change={seat.value: exact(deal.points[seat] - deal.points_before[seat]) for seat in deal.seats},
        points=_by_seat(deal.points),
        pot=deal.pot,
    )


def _win_row(win: Win) -> WinRow:
    score = win.score
    return WinRow(
        winner=win.winner,
        loser=win.loser,
        tile=format_tile(win.tile),
        han=score.han,
        fu=score.fu,
        limit=score.limit.value,
        yakuman=score.yakuman,
        price=exact(win.base + win.honba),
    )


def _penalties(deal: Deal) -> tuple[RulingRow, ...]:
    return tuple(
        RulingRow(penalty.kind, penalty.by or "", _by_seat(penalty.amounts), penalty.text) for penalty in deal.penalties
    )


def _hotfixes(match: Match, deal: Deal) -> tuple[RulingRow, ...]:
    return tuple(
        RulingRow(f"hotfix_{hotfix.kind}", hotfix.by or "", dict(hotfix.amounts), hotfix.text)
        for hotfix in match.hotfixes
        if hotfix.deal == deal.no
    )


def _by_seat(amounts: Mapping[Seat, Amount]) -> dict[str, Amount]:
    return {seat.value: amount for seat, amount in sorted(amounts.items())}
