"""What holds for every match, however odd: a step equals folding, voided equals never, no point is created."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game import Event, EventType, Match, advance, check, fold, from_json, to_json
from referee.tiles import InputError
from tests.referee.game.random_match import random_match

SEEDS = st.integers(0, 10_000_000)
FEW = settings(max_examples=12, deadline=None)


def standing(match: Match) -> Match:
    """A match without its list of events: what the events made of it."""
    before = match.before_end
    return replace(match, events=(), before_end=None if before is None else standing(before))


@FEW
@given(SEEDS)
def test_one_event_further_equals_folding_again(seed):
    events = random_match(seed).events
    match = Match()
    for count, event in enumerate(events, start=1):
        match = advance(match, event)
        if event.type in (EventType.VOID, EventType.CORRECT) or count % 25 == 0 or count == len(events):
            assert match == fold(events[:count])
    assert match.version == events[-1].seq


@FEW
@given(SEEDS)
def test_a_voided_event_is_as_if_it_had_never_been(seed):
    events = random_match(seed, deals=1, edits=False).events
    last = events[-1].seq
    for event in events:
        without = _folded([other for other in events if other is not event and other.ref != event.seq])
        voided = _folded([*events, Event(last + 1, 0, EventType.VOID, ref=event.seq)])
        assert (without is None) == (voided is None), event
        if without is not None and voided is not None:
            assert standing(voided) == standing(without)


@FEW
@given(SEEDS)
def test_a_voided_void_brings_the_event_back(seed):
    match = random_match(seed, deals=1).match
    event = next(event for event in reversed(match.events) if event.type is not EventType.VOID)
    try:
        once = advance(match, Event(match.version + 1, 0, EventType.VOID, ref=event.seq))
    except InputError:
        return
    twice = advance(once, Event(once.version + 1, 0, EventType.VOID, ref=once.version))
    assert standing(twice) == standing(match)


@FEW
@given(SEEDS)
def test_points_pot_and_what_left_the_table_never_change_in_sum(seed):
    match = Match()
    for event in random_match(seed).events:
        match = advance(match, event)
        if match.setup is None:
            continue
        start = len(match.seats) * match.rules.start_points
        assert sum(match.points.values(), Fraction(0)) + match.pot + match.vanished == start


@FEW
@given(SEEDS)
def test_without_hotfixes_and_fouls_to_nobody_points_and_pot_are_constant(seed):
    played = random_match(seed)
    match = played.match
    nobody = match.rules.chombo.to.value == "nobody"
    if match.hotfixes or nobody or match.rules.pot_at_end.value == "nobody":
        return
    assert match.vanished == 0


@FEW
@given(SEEDS)
def test_events_come_back_from_json_as_they_were(seed):
    for event in random_match(seed, deals=2).events:
        assert from_json(to_json(event)) == event


@FEW
@given(SEEDS, st.integers(0, 1_000))
def test_check_refuses_exactly_what_advance_refuses_and_changes_nothing(seed, place):
    events = random_match(seed, deals=1).events
    match = fold(events[: place % len(events)])
    strange = Event(match.version + 1, 0, EventType.DISCARD, by=None, tile=3)
    before = standing(match)
    with pytest.raises(InputError):
        check(match, strange)
    assert standing(match) == before


def _folded(events: list[Event]) -> Match | None:
    try:
        return fold(events)
    except InputError:
        return None
