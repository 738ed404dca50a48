"""The catalogue: which fields a kind needs and has, and what is no event."""

from fractions import Fraction

import pytest

from referee.game import Event, EventError, EventType, Place, Seat, Source, check_fields, from_json, to_json
from referee.game.catalogue import CATALOGUE
from tests.referee.game.script import Script


def test_every_kind_stands_in_the_catalogue():
    assert set(CATALOGUE) == set(EventType)


def test_the_first_tile_of_all_says_something():
    event = Event(1, 0, EventType.DISCARD, by=Seat.A, tile=0)
    assert to_json(event)["tile"] == "1m"
    assert from_json(to_json(event)) == event


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (Event(1, 0, EventType.DISCARD, tile=3), "a discard event needs by"),
        (Event(1, 0, EventType.DRAW, tile=3), "a draw event has no tile"),
        (Event(1, 0, EventType.REOPEN), "a reopen event needs text"),
        (Event(0, 0, EventType.DRAW), "expected at least 1"),
        (Event(1, -1, EventType.DRAW), "at least 0"),
        (Event(1, 0, EventType.DISCARD, by=Seat.A, tile=37), "no tile number"),
        (Event(1, 0, EventType.DISCARD, by=Seat.A, tile=3, n=22), "n is 22"),
        (Event(1, 0, EventType.DISCARD, by=Seat.A, tile=3, confidence=1.5), "confidence is 1.5"),
        (Event(1, 0, EventType.DICE, dice=(0, 7)), "expected 1 to 6 each"),
        (Event(1, 0, EventType.FLIP, tile=3, place=Place(stack=18)), "stack is 18"),
    ],
)
def test_an_event_that_lacks_or_has_too_much(event, message):
    with pytest.raises(EventError, match=message):
        check_fields(event)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"seq": 1, "ms": 0}, "needs type"),
        ({"seq": 1, "ms": 0, "type": "kan"}, "field type"),
        ({"seq": 1, "ms": 0, "type": "draw", "colour": "red"}, "'colour' is no field"),
        ({"seq": "1", "ms": 0, "type": "draw"}, "field seq: '1' is no whole number"),
        ({"seq": True, "ms": 0, "type": "draw"}, "field seq"),
        ({"seq": 1, "ms": 0, "type": "discard", "by": "E", "tile": "1m"}, "no seat"),
        ({"seq": 1, "ms": 0, "type": "discard", "by": "A", "tile": "1x"}, "field tile"),
        ({"seq": 1, "ms": 0, "type": "penalty", "kind": "points", "amounts": {"A": "much"}}, "no amount"),
        ({"seq": 1, "ms": 0, "type": "penalty", "kind": "points", "amounts": {"A": True}}, "no amount"),
        ({"seq": 1, "ms": 0, "type": "flip", "tile": "1m", "place": {"wall": "up"}}, "field place"),
        ({"seq": 1, "ms": 0, "type": "deal", "opening": {"no": 1, "dealer": "Q"}}, "field opening"),
        ({"seq": 1, "ms": 0, "type": "match", "setup": {"id": "x"}}, "field setup"),
        ({"seq": 1, "ms": 0, "type": "built", "by": "A", "tiles": "1m"}, "no list"),
        ({"seq": 1, "ms": 0, "type": "built", "by": "A", "late": 1}, "neither true nor false"),
    ],
)
def test_data_that_is_no_event(data, message):
    with pytest.raises(EventError, match=message):
        from_json(data)


def test_amounts_are_exact():
    amounts = {Seat.A: Fraction(1, 3), Seat.B: Fraction(3, 2), "pot": -2}
    event = Event(1, 0, EventType.HOTFIX, kind="points", amounts=amounts, source=Source.REFEREE)
    assert to_json(event)["amounts"] == {"A": "1/3", "B": 1.5, "pot": -2}
    assert from_json(to_json(event)) == event


def test_a_match_keeps_every_option_of_its_rules():
    event = Script("happy", kiriage_mangan=False).events[0]
    again = from_json(to_json(event))
    assert again == event
    assert again.setup is not None
    assert again.setup.options["kiriage_mangan"] is False
