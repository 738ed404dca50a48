"""The table of a play-out: the match so far, and the one way to add to it. Pure."""

from dataclasses import dataclass
from random import Random
from typing import Any

from referee.analysis.players import Slip
from referee.game import Deal, Event, EventType, Match, Seat, Source, advance
from referee.rules import RuleSet
from referee.tiles import InputError, Tile


@dataclass(frozen=True, slots=True)
class Incident:
    """A mistake that a player made: in which deal, and which event shows it (0: none, for the game did not take it).

    `objection` is what the game had against it.
    """

    slip: Slip
    seat: Seat
    deal: int
    seq: int
    objection: str = ""


class Table:
    """Every event is checked and folded by the game, as a real one is; one that cannot stand changes nothing."""

    def __init__(self, rules: RuleSet, rng: Random) -> None:
        self.rules = rules
        self.rng = rng
        self.match = Match()
        self.ms = 0
        self.incidents: list[Incident] = []
        self._seen: tuple[int, int] | None = None
        self._rivers: dict[str, tuple[Tile, ...]] = {}

    @property
    def deal(self) -> Deal:
        """The newest deal."""
        deal = self.match.deal
        if deal is None:
            raise RuntimeError("no deal was opened")
        return deal

    @property
    def rivers(self) -> dict[str, tuple[Tile, ...]]:
        """The tiles that lie in each river, by seat name."""
        deal = self.deal
        seen = (deal.seq, len(deal.discards))
        if self._seen != seen:
            lying: dict[str, list[Tile]] = {seat.value: [] for seat in deal.seats}
            for discard in deal.discards:
                lying[discard.by].append(discard.tile)
            self._rivers = {seat: tuple(tiles) for seat, tiles in lying.items()}
            self._seen = seen
        return self._rivers

    def add(self, kind: EventType, /, **fields: Any) -> None:
        """One more event. Raises InputError where it cannot stand."""
        event = Event(self.match.version + 1, self.ms, kind, source=Source.SIMULATED, **fields)
        self.match = advance(self.match, event)

    def objection(self, kind: EventType, /, **fields: Any) -> str:
        """What the game has against an event that should not be; empty if it was taken after all."""
        try:
            self.add(kind, **fields)
        except InputError as error:
            return str(error)
        return ""

    def note(self, slip: Slip, seat: Seat, seq: int, objection: str = "") -> None:
        """Remember a mistake."""
        self.incidents.append(Incident(slip, seat, self.deal.no, seq, objection))

    def dice(self) -> tuple[int, int]:
        """A throw of two dice."""
        return self.rng.randint(1, 6), self.rng.randint(1, 6)
