"""What `simulate` prints: how the deals ended, and what each seat and each character made of them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.analysis.players import Character
from referee.analysis.playout import SeatTally
from referee.game import Seat, number


def deal_figures(counts: Mapping[str, int], recognition: Mapping[str, int], seconds: float) -> dict[str, Any]:
    """How the deals ended, and how long that took."""
    deals = counts["deals"]
    return {
        **{name: counts.get(name, 0) for name in ("deals", "wins", "draws", "penalties", "refused")},
        "recognition": dict(recognition),
        "seconds": round(seconds, 3),
        "deals_per_second": round(deals / seconds, 3) if seconds else 0.0,
    }


def player_figures(players: Sequence[Character], deals: Iterable[Mapping[Seat, SeatTally]]) -> dict[str, Any]:
    """What the players won, paid for, and moved in points, by seat and by character.

    `points` are those that the deals moved, whatever the match began with; a deal counts once for each seat.
    """
    seats: dict[Seat, SeatTally] = {}
    for deal in deals:
        for seat, tally in deal.items():
            seats[seat] = seats.get(seat, SeatTally()) + tally
    characters: dict[Character, SeatTally] = {}
    by_seat: dict[str, dict[str, Any]] = {}
    for place, seat in enumerate(sorted(seats)):
        character = players[place % len(players)]
        characters[character] = characters.get(character, SeatTally()) + seats[seat]
        by_seat[seat.value] = {"character": character.value, **_fields(seats[seat])}
    return {
        "players": by_seat,
        "characters": {character.value: _fields(tally) for character, tally in characters.items()},
    }


def _fields(tally: SeatTally) -> dict[str, Any]:
    return {
        "deals": tally.deals,
        "wins": tally.wins,
        "losses": tally.losses,
        "refused": tally.refused,
        "points": number(tally.points),
        "points_per_deal": round(float(tally.points) / tally.deals, 3),
    }
