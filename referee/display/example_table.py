"""A table in three moments of one deal, for the examples in the documents' schemas: real events, folded as ever."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from referee.desk.state import Clock, DeskState
from referee.game import Event, EventType, MatchSource, Opening, Seat, Setup, Source, fold
from referee.rules import load_rules
from referee.tiles import parse_tile, parse_tiles

_A: Final = Seat.A
_B: Final = Seat.B
_WALLS: Final = {
    _A: "234m234p234s678s5p3z5z6z7z9m1m1p9p1s9s8p8m2z4z7p7m9m6p1p7p6p",
    _B: "1z1z1z3m4m5m7m8m9m5s5s6s6s3z5z6z7z2z4z9p9p1s9s1m9m8p8s2m7p0p6p8m3m6m",
}
_HANDS: Final = {_A: "234m234p234s678s5p", _B: "111z345m789m5566s"}
_RIVERS: Final = {
    _A: "3z5z6z7z9m1m1p9p1s9s8p8m2z4z7p7m9m",
    _B: "3z5z6z7z2z4z9p9p1s9s1m9m8p8s2m7p0p",
}
_BEFORE_DISCARDS: Final = 9
_DISCARDS: Final = 34
_SHORTLY: Final = 27
_STEP_MS: Final = 9_000


def example_states() -> tuple[DeskState, ...]:
    """Before any match, well into the discards, and with the result of the deal shown."""
    return (
        _state(0, None),
        _state(_BEFORE_DISCARDS + _SHORTLY, 21_500.0),
        _state(_BEFORE_DISCARDS + _DISCARDS + 3, None),
    )


def _state(count: int, left_ms: float | None) -> DeskState:
    events = [replace(event, seq=number, ms=number * _STEP_MS) for number, event in enumerate(_events(), 1)][:count]
    now_ms = float(count * _STEP_MS)
    return DeskState(
        version=count,
        now_ms=now_ms,
        match=fold(events) if events else None,
        clock=None if left_ms is None else Clock("discard", now_ms + left_ms),
        simulated=True,
    )


def _events() -> Iterator[Event]:
    """The events; they get their numbers and times in `_state`."""
    first = Event(seq=0, ms=0, type=EventType.MATCH, source=Source.CAMERA)
    rules = load_rules("happy").with_options({"red_fives": {"m": 1, "p": 1, "s": 1}})
    setup = Setup(
        id="example",
        players={_A: "佐藤 一郎", _B: "林 美玲"},
        rules=rules.name,
        options=rules.plain_options(),
        title="Spring Cup, table 1",
        source=MatchSource.PHYSICAL,
    )
    yield replace(first, setup=setup)
    yield replace(first, type=EventType.DEAL, opening=Opening(no=1))
    yield replace(first, type=EventType.WALLS)
    yield replace(first, type=EventType.DICE, dice=(2, 3), first=_A)
    yield replace(first, type=EventType.FLIP, tile=parse_tile("4s"))
    for seat, tiles in _WALLS.items():
        yield replace(first, type=EventType.WALLS, by=seat, tiles=parse_tiles(tiles))
    for seat, tiles in _HANDS.items():
        yield replace(first, type=EventType.BUILT, by=seat, tiles=parse_tiles(tiles))
    for number in range(_DISCARDS):
        seat, n = (_A, _B)[number % 2], number // 2
        tile = parse_tiles(_RIVERS[seat])[n]
        yield replace(first, type=EventType.DISCARD, by=seat, tile=tile, n=n + 1, confidence=0.98)
    yield replace(first, type=EventType.RON, by=_A)
    yield replace(first, type=EventType.URA, tile=parse_tile("2s"))
    yield replace(first, type=EventType.SHOW)
