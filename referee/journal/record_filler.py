"""What a record leaves out because record17 keeps it in the deal, or because it follows: as events, in their place.

Works on the events of one deal that count. Walls, dice, the flip and the hands come before the first discard; a hand
that was shown at a ron comes just after that ron.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from referee.game import Event, EventType, How, Seat
from referee.journal.record_reader import ReadDeal, first_tile, read_place
from referee.rules import DoraRule, RuleSet
from referee.tiles import Tile, parse_tile

_SETTING: Final = frozenset(
    {EventType.WALLS, EventType.DICE, EventType.FLIP, EventType.BUILT, EventType.PAUSE, EventType.RESUME}
    | {EventType.NOTE, EventType.EXPOSE, EventType.SET_ASIDE, EventType.HOTFIX}
)

_PLAYING: Final = frozenset({EventType.DISCARD, EventType.PASS, EventType.RIICHI, EventType.RON, EventType.DRAW})
"""What no hand can do before all hands stand, even if the record does not say so."""


@dataclass(frozen=True, slots=True)
class _Hand:
    """What a deal's `built` says of one seat."""

    tiles: tuple[Tile, ...]
    how: How | None
    at_ms: int
    late: bool


def filled(rules: RuleSet, seats: Iterable[Seat], deal: ReadDeal, events: Iterable[Event]) -> list[Event]:
    """The events of a deal that count, with those that the record leaves out, numbered between them."""
    listed = list(events)
    played = any(event.type in _PLAYING for event in listed)
    listed = _with_hands(tuple(seats), deal.stated, listed, played=played)
    start = _first_play(listed)
    setting, playing = listed[:start], listed[start:]
    ordered = [*_opened(rules, deal.stated, setting, played=played), *playing]
    return _numbered(ordered, deal.opening.seq)


def _opened(rules: RuleSet, stated: Mapping[str, Any], setting: list[Event], *, played: bool) -> list[Event]:
    """The setting of the deal: walls, dice and flip first where the record has no events for them."""
    before: list[Event] = []
    with_walls = {event.by for event in setting if event.type is EventType.WALLS and event.tiles}
    for seat, tiles in stated.get("walls", {}).items():
        if Seat(seat) not in with_walls:
            before.append(Event(0, 0, EventType.WALLS, by=Seat(seat), tiles=tuple(parse_tile(tile) for tile in tiles)))
    if stated.get("dice") and not _has(setting, EventType.DICE):
        before.append(Event(0, 0, EventType.DICE, dice=tuple(int(die) for die in stated["dice"])))
    if rules.dora is DoraRule.NONE:
        if played and not any(event.type is EventType.WALLS and event.by is None for event in setting):
            before.append(Event(0, 0, EventType.WALLS))
    elif not _has(setting, EventType.FLIP) and (played or stated.get("indicator")):
        tile = first_tile(stated, "indicator")
        before.append(Event(0, 0, EventType.FLIP, tile=tile, place=read_place(stated)))
    return [*before, *setting]


def _with_hands(
    seats: tuple[Seat, ...], stated: Mapping[str, Any], events: list[Event], *, played: bool
) -> list[Event]:
    """Each seat's hand: locked before the first discard, and shown later if that is how it became known."""
    for seat in seats:
        hand = _hand(stated.get("built", {}).get(seat.value))
        start = _first_play(events)
        locks = [event for event in events if event.type is EventType.BUILT and event.by == seat]
        early = [event for event in locks if events.index(event) < start]
        shown_late = hand is not None and hand.how is How.AT_RON
        tiles_at_lock = hand.tiles if hand is not None and not shown_late else ()
        if not early and (played or hand is not None):
            lock = Event(0, hand.at_ms if hand else 0, EventType.BUILT, by=seat, tiles=tiles_at_lock)
            if hand is not None and not shown_late:
                lock = replace(lock, how=hand.how, late=hand.late)
            events.insert(start, lock)
            start += 1
        elif early and not any(event.tiles for event in locks) and tiles_at_lock:
            _swap(events, early[0], _told(early[0], hand, tiles_at_lock))
        if shown_late and hand is not None and not any(event.tiles for event in locks):
            _show(events, seat, hand, [event for event in locks if event not in early])
    return events


def _told(lock: Event, hand: _Hand | None, tiles: tuple[Tile, ...]) -> Event:
    how = None if hand is None else lock.how or hand.how
    return replace(lock, tiles=tiles, how=how, late=lock.late or (hand is not None and hand.late))


def _show(events: list[Event], seat: Seat, hand: _Hand, showings: list[Event]) -> None:
    """The hand becomes known: in the record's own late event, else just after the seat's ron, else at the end."""
    if showings:
        _swap(events, showings[0], replace(showings[0], tiles=hand.tiles, how=How.AT_RON))
        return
    rons = [place for place, event in enumerate(events) if event.type is EventType.RON and event.by == seat]
    place = rons[0] + 1 if rons else len(events)
    ms = events[place - 1].ms if place else 0
    events.insert(place, Event(0, ms, EventType.BUILT, by=seat, tiles=hand.tiles, how=How.AT_RON))


def _swap(events: list[Event], old: Event, new: Event) -> None:
    events[events.index(old)] = new


def _hand(built: Mapping[str, Any] | None) -> _Hand | None:
    if built is None or "tiles" not in built:
        return None
    tiles = tuple(parse_tile(tile) for tile in built["tiles"])
    how = How(built["how"]) if "how" in built else None
    return _Hand(tiles, how, max(0, int(built.get("at_ms", 0))), bool(built.get("late", False)))


def _first_play(events: list[Event]) -> int:
    return next((place for place, event in enumerate(events) if event.type not in _SETTING), len(events))


def _has(events: Iterable[Event], kind: EventType) -> bool:
    return any(event.type is kind for event in events)


def _numbered(events: list[Event], opening: int) -> list[Event]:
    """The events that are new here get the free numbers after the event before them."""
    last = opening
    numbered: list[Event] = []
    for event in events:
        # a late entry keeps its own number, although it stands before lower ones
        last = event.seq if event.seq else last + 1
        numbered.append(replace(event, seq=last))
    return numbered
