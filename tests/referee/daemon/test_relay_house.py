"""A house with a relay board: from its settings to what the desk asks of a person."""

import time
from collections.abc import Callable
from pathlib import Path

from drivers.table.interface import Table
from drivers.table.states import TableState
from referee.daemon.relay_table_settings import RelayInputs, RelayOutputs, RelayTableSettings
from referee.daemon.table_bridge import TableBridge
from referee.daemon.table_line import relay_table
from referee.desk import Desk, DeskSettings, DeskTools
from referee.desk.commands import ConfirmWalls, EnterDice, ResetTable, StartCycle, StartMatch
from referee.desk.observation import Observation
from referee.game import MatchSource, Seat
from referee.rules import load_rules
from tests.drivers.table.relay_house import LIFT, READY, START, Board, BoardThread, OldTable


def until(condition: Callable[[], bool]) -> None:
    begun_s = time.monotonic()
    while not condition():
        assert time.monotonic() - begun_s < 15.0
        time.sleep(0.01)


def test_a_person_says_what_a_relay_board_cannot_tell(tmp_path: Path) -> None:
    old = OldTable(stack_s=1.5)
    board = BoardThread(Board("at", old), tmp_path / "relay", time.monotonic)
    settings = RelayTableSettings(
        kind="relay",
        port=str(tmp_path / "relay"),
        dialect="at",
        outputs=RelayOutputs(start=START, lift=LIFT),
        inputs=RelayInputs(ready=READY),
        push_in_s=0.1,
        raise_s=5.0,
    )
    try:
        with relay_table(settings) as table:
            play(table, old)
    finally:
        board.close()


def play(table: Table, old: OldTable) -> None:
    """Open a match and raise its walls."""
    seen: list[Observation] = []
    bridge = TableBridge(table, seen.append, lambda: 2)
    tools = DeskTools(
        lambda match_id, event: None,
        lambda: time.monotonic() * 1000,
        lambda: "2026-11-30T12:00:00+00:00",
        lambda name, options: load_rules(name).with_options(options),
        lambda: "match",
    )
    desk = Desk(tools, bridge, DeskSettings(MatchSource.PHYSICAL))

    def look() -> None:
        while seen:
            desk.observe(seen.pop(0))

    def say(command: type, **fields: object) -> None:
        look()
        answer = desk.command(command(version=desk.state().version, actor="referee", **fields))
        assert answer.done, answer

    bridge.start()
    try:
        until(lambda: table.snapshot().link_up)
        say(StartMatch, players={Seat.A: "A", Seat.B: "B"}, rules="happy")
        say(ResetTable)
        until(lambda: (look() or "start_cycle") in desk.state().allowed)
        say(StartCycle)
        until(lambda: table.snapshot().state is TableState.WALLS_UP)
        look()
        assert old.walls == 1
        assert desk.state().reason == "walls_uncounted"
        assert desk.state().match is not None
        assert not desk.state().match.deal.walls_up  # type: ignore[union-attr]
        say(ConfirmWalls)
        assert desk.state().reason == ""
        assert "roll_dice" not in desk.state().allowed
        say(EnterDice, dice=(3, 4))
    finally:
        bridge.close()
