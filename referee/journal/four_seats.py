"""What riichi viewers know: a table of four, sticks of 1,000, Japanese words. Which seat is whose, who is paid what.

Two players sit opposite each other (0 and 2), the seats between them stay empty. A viewer takes a stick from whoever
declares riichi by itself, so what it is told to pay is what is left of the result.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from referee.game import Amount, Deal, Match, Result, ResultType, Seat, number, round_wind
from referee.rules import RuleSet, Wind

SEATS: Final = 4
STICK: Final = 1_000
"""The stick of riichi viewers; another one they do not know, so it is left to the result."""

ENDS: Final = {
    ResultType.DRAW: "流局",
    ResultType.ABANDONED: "途中流局",
    ResultType.PENALTY: "錯和",
    ResultType.REDEAL: "やり直し",
}
"""What is written for a deal that nobody won."""

YakuName: TypeAlias = Callable[[str], str]
"""The Japanese name of a yaku by its id."""


@dataclass(frozen=True, slots=True)
class FourSeats:
    """Where the players of a match sit. `start`: the place of whoever deals (or begins) in the first deal."""

    places: Mapping[Seat, int]
    start: int

    def dealt(self, deal: Deal) -> int:
        """How many places the deal has moved on from the first one, 0-3."""
        return (self.places[_begins(deal)] - self.start) % SEATS

    def from_dealer(self, deal: Deal, seat: Seat) -> int:
        """The seat's place counted from the dealer of the deal."""
        return (self.places[seat] - self.places[_begins(deal)]) % SEATS

    def from_start(self, seat: Seat) -> int:
        """The seat's place counted from the first dealer of the match."""
        return (self.places[seat] - self.start) % SEATS


def four_seats(match: Match) -> FourSeats:
    """The places of a match's players."""
    step = 2 if len(match.seats) == 2 else 1
    places = {seat: place * step for place, seat in enumerate(match.seats)}
    begun = [deal for deal in match.deals if deal.first is not None]
    return FourSeats(places, places[_begins(begun[0])] if begun else 0)


def wind_number(rules: RuleSet, deal: Deal) -> int:
    """The round wind as a number, east 0; east where the rules have none."""
    wind = round_wind(rules, deal)
    return 0 if wind is None else tuple(Wind).index(wind)


def takes_sticks(rules: RuleSet) -> bool:
    """Whether a viewer may be told of riichi: it then takes a stick of 1,000 by itself."""
    return rules.riichi_stick == STICK


def pot_sticks(rules: RuleSet, pot: Amount) -> int:
    """The pot before a deal in whole sticks, as far as a viewer can count it."""
    return int(pot // STICK) if takes_sticks(rules) else 0


def taken_sticks(rules: RuleSet, deal: Deal) -> dict[Seat, int]:
    """The sticks that a viewer takes while it replays the deal; not that of a first discard that was ron."""
    if not takes_sticks(rules) or deal.result is None:
        return {}
    ron = {win.loser: win.tile for win in deal.result.wins}
    taken = {}
    for seat in deal.riichi:
        river = deal.river(seat)
        if river and not (seat in ron and len(river) == 1):
            taken[seat] = STICK
    return taken


def payments(rules: RuleSet, deal: Deal, result: Result) -> list[dict[Seat, int | float]]:
    """What each win (or the end without one) pays by seat, the viewer's own sticks apart."""
    taken = taken_sticks(rules, deal)
    whole: dict[Seat, Amount] = {seat: amount + taken.get(seat, 0) for seat, amount in result.delta.items()}
    paid: list[dict[Seat, Amount]] = []
    for win in result.wins[1:]:
        price = win.base + win.honba
        paid.append({win.winner: price, win.loser: -price})
    for later in paid:
        for seat, amount in later.items():
            whole[seat] -= amount
    return [{seat: number(amount) for seat, amount in one.items()} for one in (whole, *paid)]


def _begins(deal: Deal) -> Seat:
    return deal.dealer or deal.first or deal.seats[0]
