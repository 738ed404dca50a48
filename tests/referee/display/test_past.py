"""The ring of past states: what stood when, what is forgotten, and that nothing ever comes too early."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.desk.state import CameraStatus, Clock, DeskState
from referee.display.outputs import Output, Shows
from referee.display.past import UNSHOWN, Past
from referee.display.views.overlay import output_view
from referee.game import EventType, Source
from tests.referee.display.fake_desk import FakeDesk


def state(number: int, clock: Clock | None = None) -> DeskState:
    return DeskState(version=number, now_ms=0, match=None, clock=clock or Clock("build", number))


TIMES = st.lists(st.integers(-50, 400), min_size=1, max_size=60)


@given(TIMES, st.integers(0, 5_000), st.integers(1, 20))
def test_what_stood_then_is_what_was_taken_last_before(steps: list[int], asked: int, most: int) -> None:
    past, taken, now = Past(5_000, most), [], 0
    for number, step in enumerate(steps):
        now += step  # a clock may step back
        past.remember(state(number), now)
        taken.append((max([now, *(at for at, _ in taken)]), number))
    found = past.at(asked)
    before = [number for at, number in taken if at <= asked]
    assert len(past) <= most
    if found is None:  # nothing is known of then, or it was forgotten
        assert not before or len(taken) > most or taken[-1][0] - 5_000 > taken[0][0]
    else:
        assert found.version in before
        if taken[-1][0] - 5_000 <= asked and before[-1] in [number for _, number in taken[-most:]]:
            assert found.version == before[-1]


@given(TIMES, st.integers(0, 5_000))
def test_the_next_moment_is_the_first_that_is_later(steps: list[int], asked: int) -> None:
    past, now, began = Past(100_000), 0, []
    for number, step in enumerate(steps):
        now += abs(step)
        past.remember(state(number), now)
        began.append(now)
    assert past.next_after(asked) == min((at for at in began if at > asked), default=None)


def test_what_was_full_comes_later_and_never_earlier() -> None:
    past = Past(60_000, most=3)
    for number in range(10):
        past.remember(state(number), number * 1_000)
    assert past.at(6_500) is None  # it was forgotten: the output shows nothing rather than what is to come
    assert [past.at(at).version for at in (7_000, 8_999, 9_000)] == [7, 8, 9]  # type: ignore[union-attr]


def test_only_as_much_is_kept_as_is_asked_for() -> None:
    past = Past(10_000)
    for number in range(100):
        past.remember(state(number), number * 1_000)
    assert len(past) == 11
    assert past.at(89_000) is not None


def test_cameras_and_table_fill_no_ring() -> None:
    past, first = Past(10_000), state(1)
    past.remember(first, 0)
    for number in range(50):
        past.remember(replace(first, now_ms=number, cameras=(CameraStatus("river", number, 1.0),)), number)
    assert len(past) == 1


class Watched:
    """A state that notes which of its fields are looked at."""

    def __init__(self, state: DeskState) -> None:
        self._state = state
        self.seen: set[str] = set()

    def __getattr__(self, name: str) -> object:
        self.seen.add(name)
        return getattr(self._state, name)


@pytest.mark.parametrize("shows", Shows)
def test_what_makes_no_moment_is_shown_by_no_output(desk: FakeDesk, shows: Shows) -> None:
    """Else a change would reach an output only with the next moment."""
    desk.play(34)
    desk.win()
    desk.add(EventType.SHOW)
    desk.add(EventType.MATCH_END, text="agreed", source=Source.REFEREE)
    replayed = FakeDesk()
    for event in desk.match.events:
        replayed.enter(event)
        watched = Watched(replayed.state())
        output_view(watched, "any", Output(shows, 5.0))  # type: ignore[arg-type]
        assert not watched.seen & (UNSHOWN - {"now_ms"})
