"""A match in the form of tenhou.net/6 logs, which analysis programs for riichi read.

As in `majiang`, every discard is written as drawn and discarded. Of two players the first dealer is seat 0 and the
other seat 2; programs that want four players at work will not play that on.
"""

from typing import Any, Final

from referee.game import Deal, Match, Result, Seat, Win, number
from referee.journal.four_seats import (
    ENDS,
    SEATS,
    FourSeats,
    YakuName,
    four_seats,
    payments,
    pot_sticks,
    takes_sticks,
    wind_number,
)
from referee.rules import Limit, RuleSet
from referee.tiles import NAMES, NotAllowedError, Tile

_SUITS: Final = {"m": 10, "p": 20, "s": 30, "z": 40}
_RED: Final = {"m": 51, "p": 52, "s": 53}
_AS_DRAWN: Final = 60  # a discard of the tile that was just drawn
_RIICHI: Final = "r60"
_LIMITS: Final = {
    Limit.MANGAN: "満貫",
    Limit.HANEMAN: "跳満",
    Limit.BAIMAN: "倍満",
    Limit.SANBAIMAN: "三倍満",
    Limit.KAZOE_YAKUMAN: "役満",
    Limit.YAKUMAN: "役満",
}


def to_tenhou(match: Match, yaku_name: YakuName) -> dict[str, Any]:
    """The match as a tenhou.net/6 document. Raises NotAllowedError while no match is open."""
    setup = match.setup
    if setup is None:
        raise NotAllowedError("no match is open: there is nothing to write")
    seats = four_seats(match)
    names = [""] * SEATS
    for seat in seats.places:
        names[seats.from_start(seat)] = setup.players[seat]
    return {
        "title": [setup.title or setup.id, ""],
        "name": names,
        "rule": {"disp": f"十七歩 {setup.rules}", "aka": int(any(match.rules.red_fives.values()))},
        "log": [_deal(match.rules, deal, seats, yaku_name) for deal in match.deals if deal.first is not None],
    }


def _deal(rules: RuleSet, deal: Deal, seats: FourSeats, yaku_name: YakuName) -> list[Any]:
    number_of_deal = wind_number(rules, deal) * SEATS + seats.dealt(deal)
    points: list[int | float] = [0] * SEATS
    played: list[list[Any]] = [[] for _ in range(3 * SEATS)]
    for seat in deal.seats:
        place = seats.from_start(seat)
        points[place] = number(deal.points_before[seat])
        known = deal.known.get(seat)
        river = deal.river(seat)
        declares = seat in deal.riichi and takes_sticks(rules)
        played[3 * place] = [] if known is None else sorted(_code(tile) for tile in known.tiles)
        played[3 * place + 1] = [_code(discard.tile) for discard in river]
        played[3 * place + 2] = [_RIICHI if declares and discard.n == 1 else _AS_DRAWN for discard in river]
    log: list[Any] = [
        [number_of_deal, deal.label.honba, pot_sticks(rules, deal.pot_before)],
        points,
        [_code(tile) for tile in deal.indicators],
        [_code(tile) for tile in deal.ura],
        *played,
    ]
    return log if deal.result is None else [*log, _end(rules, deal, deal.result, seats, yaku_name)]


def _end(rules: RuleSet, deal: Deal, result: Result, seats: FourSeats, yaku_name: YakuName) -> list[Any]:
    paid = [_by_place(amounts, seats) for amounts in payments(rules, deal, result)]
    if not result.wins:
        return [ENDS[result.type], paid[0]]
    end: list[Any] = ["和了"]
    for win, amounts in zip(result.wins, paid, strict=True):
        end += [amounts, _win(win, seats, yaku_name)]
    return end


def _by_place(amounts: dict[Seat, int | float], seats: FourSeats) -> list[int | float]:
    placed: list[int | float] = [0] * SEATS
    for seat, amount in amounts.items():
        placed[seats.from_start(seat)] = amount
    return placed


def _win(win: Win, seats: FourSeats, yaku_name: YakuName) -> list[Any]:
    winner, loser = seats.from_start(win.winner), seats.from_start(win.loser)
    worth = win.score
    price = f"{number(win.base)}点"
    title = _LIMITS.get(worth.limit) or f"{worth.fu}符{worth.han}飜"
    yaku = [f"{yaku_name(entry.id.value)}({'役満' if entry.yakuman else f'{entry.han}飜'})" for entry in worth.yaku]
    return [winner, loser, winner, title + price, *yaku]


def _code(tile: Tile) -> int:
    digit, suit = NAMES[tile][0], NAMES[tile][1]
    return _RED[suit] if digit == "0" else _SUITS[suit] + int(digit)
