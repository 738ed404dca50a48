"""The result sheet: what a win is worth and why, who pays, and both new totals.

The public gets it once it was shown; the referee before that, as a preview; the operator's preview names no tile of a
hand unless the house says so.
"""

from dataclasses import dataclass, replace

from referee.desk.unveiling import hands_on_sheet
from referee.display.texts import Phrase
from referee.display.views.hands import laid_out
from referee.display.views.table import names
from referee.display.views.worth import FuRow, YakuRow, worth_sheet
from referee.game import Amount, Deal, Discard, Match, Seat, Win, exact
from referee.tiles import dora_of, format_tile


@dataclass(frozen=True, slots=True)
class WinSheet:
    """One win. `hand` is sorted and without the winning tile; `price` is base with honba, the pot apart.

    `reading` are the groups as they are paid, `wait` what the winning tile completed. What counted for the minimum is
    told apart, for ura never does; `reading_for_minimum` is empty where it is the same.
    """

    winner: str
    loser: str
    tile: str
    n: int | None
    """Which discard of the loser's it was."""
    hand: tuple[str, ...]
    reading: tuple[tuple[str, ...], ...]
    wait: str
    yaku: tuple[YakuRow, ...]
    han: int | None
    fu: int | None
    fu_parts: tuple[FuRow, ...]
    limit: str
    yakuman: int
    reading_for_minimum: tuple[tuple[str, ...], ...]
    han_for_minimum: int | None
    fu_for_minimum: int | None
    limit_for_minimum: str
    values: tuple[Phrase, ...]
    """The worth for the minimum and the worth that is paid; one phrase where they are the same."""
    price: Amount
    base: Amount
    honba: Amount
    pot: Amount


@dataclass(frozen=True, slots=True)
class TotalRow:
    """A seat's points before, the change, and after."""

    seat: str
    name: str
    before: Amount
    change: Amount
    after: Amount


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand that is shown though it did not win, sorted."""

    seat: str
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultSheet:
    """The end of a deal with all that explains it. `reason` is a code, or words of a referee."""

    type: str
    reason: str
    ruled_by: str
    dora: tuple[str, ...]
    ura_dora: tuple[str, ...]
    wins: tuple[WinSheet, ...]
    totals: tuple[TotalRow, ...]
    pot: Amount
    hands: tuple[ShownHand, ...]


@dataclass(frozen=True, slots=True)
class Rank:
    """A place in the final standing; equal points share a rank."""

    rank: int
    seat: str
    name: str
    points: Amount


@dataclass(frozen=True, slots=True)
class FinalStanding:
    """The end of a match: why, and the ranks."""

    reason: str
    ranks: tuple[Rank, ...]
    tie: bool


def result_sheet(match: Match, deal: Deal | None = None) -> ResultSheet | None:
    """The result of a deal (the newest, if none is named) with everything in it, or None while there is none."""
    deal = deal or match.deal
    if deal is None or deal.result is None:
        return None
    result = deal.result
    return ResultSheet(
        type=result.type.value,
        reason=result.reason,
        ruled_by=result.ruled_by,
        dora=tuple(format_tile(dora_of(tile)) for tile in deal.indicators),
        ura_dora=tuple(format_tile(dora_of(tile)) for tile in deal.ura) if result.wins else (),
        wins=tuple(_win_sheet(match, deal, win) for win in result.wins),
        totals=tuple(_total(match, deal, seat) for seat in match.seats),
        pot=result.pot,
        hands=_hands_at_draw(match, deal),
    )


def without_hands(sheet: ResultSheet) -> ResultSheet:
    """The same result without any tile or yaku of a hand, for the operator's preview."""
    wins = tuple(
        replace(win, hand=(), reading=(), wait="", yaku=(), fu_parts=(), reading_for_minimum=(), values=())
        for win in sheet.wins
    )
    return replace(sheet, wins=wins, hands=())


def final_standing(match: Match) -> FinalStanding | None:
    """The standing of a match that was ended, or None."""
    if not match.ended or match.setup is None:
        return None
    players = match.setup.players
    ranks = tuple(Rank(place.rank, place.seat, players[place.seat], place.points) for place in match.standings)
    return FinalStanding(
        reason=match.over.reason if match.over else "",
        ranks=ranks,
        tie=sum(1 for rank in ranks if rank.rank == 1) > 1,
    )


def _win_sheet(match: Match, deal: Deal, win: Win) -> WinSheet:
    known = deal.known.get(win.winner)
    tiles = known.tiles if known is not None else ()
    score = win.score
    worth = worth_sheet(match.rules, (*tiles, win.tile) if tiles else (), score)
    last = next((discard for discard in reversed(deal.discards) if _is_of(discard, win)), None)
    return WinSheet(
        winner=win.winner,
        loser=win.loser,
        tile=format_tile(win.tile),
        n=None if last is None else last.n,
        hand=names(laid_out(tiles)),
        reading=worth.reading,
        wait=worth.wait,
        yaku=worth.yaku,
        han=score.han,
        fu=score.fu,
        fu_parts=worth.fu_parts,
        limit=score.limit.value,
        yakuman=score.yakuman,
        reading_for_minimum=worth.reading_for_minimum,
        han_for_minimum=score.han_for_minimum,
        fu_for_minimum=score.fu_for_minimum,
        limit_for_minimum=score.limit_for_minimum.value,
        values=worth.values,
        price=exact(win.base + win.honba),
        base=win.base,
        honba=win.honba,
        pot=win.pot,
    )


def _is_of(discard: Discard, win: Win) -> bool:
    return discard.by == win.loser and discard.tile == win.tile


def _total(match: Match, deal: Deal, seat: Seat) -> TotalRow:
    before = deal.points_before.get(seat, 0)
    change = deal.result.delta.get(seat, 0) if deal.result else 0
    name = match.setup.players[seat] if match.setup else ""
    return TotalRow(seat, name, before, change, exact(before + change))


def _hands_at_draw(match: Match, deal: Deal) -> tuple[ShownHand, ...]:
    return tuple(ShownHand(seat, names(laid_out(deal.known[seat].tiles))) for seat in hands_on_sheet(match.rules, deal))
