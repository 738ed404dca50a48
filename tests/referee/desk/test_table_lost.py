"""The table cannot be reached any more, or cannot do everything: what the desk does about it."""

import pytest

from referee.desk.commands import CallRon, Resume, RollDice, StartCycle
from referee.desk.observation import ButtonSeen, TableSeen
from referee.desk.state import TableStatus
from referee.game import EventType, Source
from tests.referee.desk.bench import A, Bench

UP = TableStatus(state="EMPTY", link_up=True)
LOST = TableStatus(state="UNKNOWN", link_up=False, trouble="port_lost", port="/dev/table")


def test_a_lost_table_freezes_the_hand_and_writes_it_down(bench: Bench) -> None:
    bench.desk.observe(TableSeen(UP))
    points = bench.match.points
    bench.desk.observe(TableSeen(LOST))
    event = bench.kept[-1]
    assert (event.type, event.source, event.kind) == (EventType.PAUSE, Source.SENSOR, "table_lost")
    assert bench.desk.state().reason == "table_lost"
    bench.desk.observe(ButtonSeen(A, "ron"))
    assert bench.kept[-1] is event, "nobody's button counts"
    assert bench.match.points == points


def test_a_table_that_stays_away_is_written_down_once(bench: Bench) -> None:
    for status in (UP, LOST, LOST, LOST):
        bench.desk.observe(TableSeen(status))
    assert [event.type for event in bench.kept].count(EventType.PAUSE) == 1


def test_the_hand_goes_on_on_a_persons_word_only(bench: Bench) -> None:
    for status in (UP, LOST, UP):
        bench.desk.observe(TableSeen(status))
    assert bench.desk.state().reason == "paused"
    assert bench.say(CallRon, actor="player:A", seat=A).code == "not_now"
    assert bench.say(Resume).done
    assert bench.desk.state().reason == ""


def test_a_table_that_was_never_there_stops_nobody(bench: Bench) -> None:
    bench.desk.observe(TableSeen(LOST))
    assert EventType.PAUSE not in [event.type for event in bench.kept]


@pytest.mark.parametrize(("act", "command"), [("start_cycle", StartCycle), ("roll_dice", RollDice)])
def test_what_a_table_cannot_do_is_not_offered_and_people_do_it(act: str, command: type) -> None:
    bench = Bench()
    bench.start()
    bench.desk.observe(TableSeen(TableStatus(state="EMPTY", link_up=True, lacks=frozenset({act}))))
    assert act not in bench.desk.state().allowed
    assert bench.say(command).code == "not_now"
    assert "confirm_walls" in bench.desk.state().allowed
    assert bench.table.asked == []
