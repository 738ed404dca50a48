"""A match in the majiang form: what the Majiang viewers replay.

Every discard is written as drawn and discarded, for such a viewer knows no pool. What 17 steps has and riichi has not
(furiten calls, rulings, hotfixes) shows only in the points before the next deal.
"""

from collections.abc import Sequence
from typing import Any

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
from referee.rules import RuleSet
from referee.tiles import NAMES, NotAllowedError, Tile


def to_majiang(match: Match, yaku_name: YakuName) -> dict[str, Any]:
    """The match as a majiang document. Raises NotAllowedError while no match is open."""
    setup = match.setup
    if setup is None:
        raise NotAllowedError("no match is open: there is nothing to write")
    seats = four_seats(match)
    names = [""] * SEATS
    points: list[int | float] = [0] * SEATS
    for seat, place in seats.places.items():
        names[place] = setup.players[seat]
        points[place] = number(match.points[seat])
    ranks = [0] * SEATS
    for standing in match.standings:
        ranks[seats.places[standing.seat]] = standing.rank
    return {
        "title": setup.title or setup.id,
        "player": names,
        "qijia": seats.start,
        "log": [_deal(match.rules, deal, seats, yaku_name) for deal in match.deals if deal.first is not None],
        "defen": points,
        "rank": ranks,
        "point": [str(amount) for amount in points],
    }


def _deal(rules: RuleSet, deal: Deal, seats: FourSeats, yaku_name: YakuName) -> list[dict[str, Any]]:
    log: list[dict[str, Any]] = [{"qipai": _dealt(rules, deal, seats)}]
    for discard in deal.discards:
        place, tile = seats.from_dealer(deal, discard.by), _tile(discard.tile)
        declares = discard.n == 1 and discard.by in deal.riichi and takes_sticks(rules)
        log.append({"zimo": {"l": place, "p": tile}})
        log.append({"dapai": {"l": place, "p": tile + ("_*" if declares else "_")}})
    if deal.result is not None:
        log.extend(_end(rules, deal, deal.result, seats, yaku_name))
    return log


def _dealt(rules: RuleSet, deal: Deal, seats: FourSeats) -> dict[str, Any]:
    points: list[int | float] = [0] * SEATS
    hands = [""] * SEATS
    for seat in deal.seats:
        place = seats.from_dealer(deal, seat)
        points[place] = number(deal.points_before[seat])
        known = deal.known.get(seat)
        hands[place] = "" if known is None else _tiles(known.tiles)
    return {
        "zhuangfeng": wind_number(rules, deal),
        "jushu": seats.dealt(deal),
        "changbang": deal.label.honba,
        "lizhibang": pot_sticks(rules, deal.pot_before),
        "defen": points,
        # a viewer wants an indicator; without one in the rules it shows a tile's back
        "baopai": _tile(deal.indicators[0]) if deal.indicators else "_",
        "shoupai": hands,
    }


def _end(rules: RuleSet, deal: Deal, result: Result, seats: FourSeats, yaku_name: YakuName) -> list[dict[str, Any]]:
    paid = [_by_place(amounts, deal, seats) for amounts in payments(rules, deal, result)]
    if not result.wins:
        return [{"pingju": {"name": ENDS[result.type], "shoupai": [""] * SEATS, "fenpei": paid[0]}}]
    return [
        {"hule": {**_win(deal, win, seats, yaku_name), "fenpei": amounts}}
        for win, amounts in zip(result.wins, paid, strict=True)
    ]


def _by_place(amounts: dict[Seat, int | float], deal: Deal, seats: FourSeats) -> list[int | float]:
    placed: list[int | float] = [0] * SEATS
    for seat, amount in amounts.items():
        placed[seats.from_dealer(deal, seat)] = amount
    return placed


def _win(deal: Deal, win: Win, seats: FourSeats, yaku_name: YakuName) -> dict[str, Any]:
    worth = win.score
    known = deal.known.get(win.winner)
    fields: dict[str, Any] = {
        "l": seats.from_dealer(deal, win.winner),
        "shoupai": _tiles(known.tiles if known else ()) + _tile(win.tile),
        "baojia": seats.from_dealer(deal, win.loser),
        "fubaopai": [_tile(tile) for tile in deal.ura] or None,
        "defen": number(win.base),
        "hupai": [
            {"name": yaku_name(yaku.id.value), "fanshu": "*" * (yaku.yakuman or 0) or yaku.han} for yaku in worth.yaku
        ],
    }
    if worth.yakuman:
        return {**fields, "damanguan": worth.yakuman}
    return {**fields, "fu": worth.fu, "fanshu": worth.han}


def _tile(tile: Tile) -> str:
    return NAMES[tile][1] + NAMES[tile][0]


def _tiles(tiles: Sequence[Tile]) -> str:
    """Suits before their numbers, red fives as 0 in the place of the five."""
    text = ""
    for suit in "mpsz":
        digits = [NAMES[tile][0] for tile in tiles if NAMES[tile][1] == suit]
        digits.sort(key=lambda digit: (digit.replace("0", "5"), digit))
        text += suit + "".join(digits) if digits else ""
    return text
