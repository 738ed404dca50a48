"""What a correction would change, told before it is made. Pure.

The match is folded with the events that the command stands for, and what differs afterwards is named: rivers, hands,
indicators, furiten, results, points. What the game would not allow is said as the desk would say it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from referee.desk.command import Command
from referee.desk.commands import Rule
from referee.desk.corrections import Hotfix, Reopen, ReplaceEvent, Undo, VoidEvent
from referee.desk.orders import events_of
from referee.game import Deal, Match, Seat, advance
from referee.tiles import format_tile

PREVIEWED: Final = (Undo, VoidEvent, ReplaceEvent, Hotfix, Reopen, Rule)
"""The commands whose consequences are worth a look."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that would differ: `what` is a text code; `seat` and `deal` (its number) where it belongs to one.

    `before` and `after` are plain values: numbers, text codes, or lists of tiles by name; None where there is nothing.
    """

    what: str
    before: object
    after: object
    seat: Seat | None = None
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class Consequences:
    """All that a command would change, made against state `version`."""

    version: int
    changes: tuple[Change, ...] = field(default=())


def consequences(match: Match, command: Command) -> Consequences:
    """What `command` would change. Raises NotAllowedError, as the desk would refuse it."""
    after = match
    ms = match.events[-1].ms if match.events else 0
    for event in events_of(command, match):
        after = advance(after, replace(event, seq=after.version + 1, ms=ms))
    return Consequences(match.version, tuple(_changes(match, after)))


def _changes(before: Match, after: Match) -> Iterator[Change]:
    deals = {deal.no: deal for deal in before.deals}, {deal.no: deal for deal in after.deals}
    for no in sorted(deals[0].keys() | deals[1].keys()):
        yield from _deal_changes(no, deals[0].get(no), deals[1].get(no))
    for seat in sorted(before.points.keys() | after.points.keys()):
        if before.points.get(seat) != after.points.get(seat):
            yield Change("points", before.points.get(seat), after.points.get(seat), Seat(seat))
    for what, read in _OF_MATCH.items():
        if (old := read(before)) != (new := read(after)):
            yield Change(what, old, new)


def _deal_changes(no: int, before: Deal | None, after: Deal | None) -> Iterator[Change]:
    if before is None or after is None:
        yield Change("deal", before is not None, after is not None, deal=no)
        return
    if before is after:
        return
    for what, read in _OF_DEAL.items():
        if (old := read(before)) != (new := read(after)):
            yield Change(what, old, new, deal=no)
    for what, read_seat in _OF_SEAT.items():
        for seat in before.seats:
            if (old := read_seat(before, seat)) != (new := read_seat(after, seat)):
                yield Change(what, old, new, seat, no)


def _result(deal: Deal) -> str | None:
    return None if deal.result is None else deal.result.type.value


def _winners(deal: Deal) -> list[str]:
    return [] if deal.result is None else [win.winner.value for win in deal.result.wins]


def _river(deal: Deal, seat: Seat) -> list[str]:
    return [format_tile(discard.tile) for discard in deal.river(seat)]


def _hand(deal: Deal, seat: Seat) -> object:
    """The tiles, or whether a hand stands that nobody has seen."""
    known = deal.known.get(seat)
    return [format_tile(tile) for tile in known.tiles] if known is not None else seat in deal.hands


def _won(deal: Deal, seat: Seat) -> object:
    """What a win is worth: its price without honba and pot; None without one."""
    wins = () if deal.result is None else deal.result.wins
    return next((win.base for win in wins if win.winner is seat), None)


_OF_MATCH: Final[Mapping[str, Callable[[Match], object]]] = {
    "match": lambda match: match.setup is not None,
    "pot": lambda match: match.pot,
    "honba": lambda match: match.honba,
    "dealer": lambda match: match.dealer,
    "next_dealer": lambda match: None if match.next_deal is None else match.next_deal.dealer,
    "over": lambda match: match.over is not None,
    "ended": lambda match: match.ended,
    "revision": lambda match: match.revision,
}

_OF_DEAL: Final[Mapping[str, Callable[[Deal], object]]] = {
    "walls_up": lambda deal: deal.walls_up,
    "first": lambda deal: deal.first,
    "indicators": lambda deal: [format_tile(tile) for tile in deal.indicators],
    "ura": lambda deal: [format_tile(tile) for tile in deal.ura],
    "phase": lambda deal: deal.phase.value,
    "turn": lambda deal: deal.turn,
    "result": _result,
    "winners": _winners,
    "shown": lambda deal: deal.shown,
    "paused": lambda deal: deal.paused,
}

_OF_SEAT: Final[Mapping[str, Callable[[Deal, Seat], object]]] = {
    "river": _river,
    "hand": _hand,
    "riichi": lambda deal, seat: seat in deal.riichi,
    "furiten": lambda deal, seat: seat in deal.furiten,
    "dead": lambda deal, seat: seat in deal.dead,
    "won": _won,
}
