"""What is said of the line to a table, from facts and from real ports."""

import stat
from dataclasses import replace
from pathlib import Path

import pytest

from drivers.device_node import Caller, DeviceNode
from drivers.link.errors import PortProblem
from drivers.link.messages import HelloReply
from drivers.link.port_permission import advice_for
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_process import TwinProcess
from referee.daemon.configuration import ControllerTableSettings
from referee.daemon.doctor.line import LineFacts, Refusal, findings_of_line, look_at_line
from referee.daemon.relay_table_settings import RelayInputs, RelayOutputs, RelayTableSettings
from referee.daemon.table_lock import table_lock
from tests.drivers.table.relay_house import READY, START, Board, BoardThread, OldTable
from tests.referee.daemon.doctor.told import by_what

PORT = "/dev/serial/by-id/usb-table"
HELLO = HelloReply(1, 1, 0, 0, 7, 90_000, "table-1", "2.4")
PLAYER = Caller("player", ("player",))
NODE = DeviceNode("root", "dialout", stat.S_IFCHR | 0o660)
GOOD = LineFacts(PORT, True, Caller("player", ("dialout",)), "", NODE, True, (), "", "", HELLO, "table-1")

CASES = [
    (GOOD, "name", "ok", f"{PORT} is a stable name"),
    (GOOD, "access", "ok", "owner root, group dialout, crw-rw----"),
    (GOOD, "answer", "ok", f"table-1 answers at {PORT}: firmware 2.4, protocol 1.0"),
    (replace(GOOD, unit=""), "answer", "ok", "set table.unit to it"),
    (replace(GOOD, renamed="ttyUSB0 may change: set table.port to X"), "name", "warning", "set table.port to X"),
    (replace(GOOD, caller=Caller("root", ("root",))), "access", "ok", "ask again as the service's user"),
    (replace(GOOD, caller=PLAYER, may_open=False), "access", "stop", "run 'usermod -aG dialout player' as root"),
    (replace(GOOD, node=DeviceNode("me", "me", stat.S_IFREG | 0o644)), "access", "stop", "is no serial port"),
    (replace(GOOD, meddlers=("brltty (process 9)",)), "other programs", "warning", "brltty (process 9) may hold"),
    (replace(GOOD, no_lock="the lock file /x cannot be made: Read-only"), "lock", "stop", "the lock file /x"),
    (
        replace(GOOD, answer=None, driven_by="driven (process 812)"),
        "answer",
        "ok",
        "(process 812), so nobody was asked",
    ),
    (
        replace(GOOD, answer=Refusal(f"there is no port {PORT}: check cable", PortProblem.MISSING)),
        "answer",
        "stop",
        "check cable",
    ),
    (
        replace(GOOD, answer=Refusal("the port is in use by X: it lets go by itself; the udev rule", PortProblem.BUSY)),
        "answer",
        "warning",
        "it lets go by itself",
    ),
    (replace(GOOD, answer=Refusal("the port is in use: close it", PortProblem.BUSY)), "answer", "stop", "close it"),
    (replace(GOOD, answer=Refusal(f"{PORT} is no serial port")), "answer", "stop", "check that table.port names"),
    (replace(GOOD, is_device=False, node=None), "answer", "ok", "table-1 answers"),
]


@pytest.mark.parametrize(("facts", "what", "level", "words"), CASES)
def test_facts_become_findings(facts: LineFacts, what: str, level: str, words: str) -> None:
    finding = by_what(findings_of_line(facts))[what]
    assert finding.level == level
    assert words in finding.text


def test_the_remedy_for_a_port_that_is_forbidden_is_that_of_the_driver() -> None:
    facts = replace(GOOD, caller=PLAYER, may_open=False)
    assert advice_for(PORT, NODE, PLAYER).endswith(by_what(findings_of_line(facts))["access"].remedy)


def test_a_tcp_port_has_no_owner_and_no_name_that_changes() -> None:
    named = by_what(findings_of_line(replace(GOOD, is_device=False, node=None, port="tcp://h:1")))
    assert set(named) == {"answer"}


def test_a_board_that_a_daemon_drives_is_not_asked(tmp_path: Path) -> None:
    with TwinProcess(TwinConfig(), tmp_path / "usb-table") as twin, table_lock(twin.port):
        named = by_what(findings_of_line(look_at_line(ControllerTableSettings(kind="controller", port=twin.port))))
    assert named["answer"].level == "ok"
    assert "is driven by another junanaho already (process " in named["answer"].found
    assert "firmware" not in named["answer"].facts


def test_a_modem_manager_is_named(tmp_path: Path) -> None:
    settings = ControllerTableSettings(kind="controller", port=str(tmp_path / "usb-table"))
    facts = look_at_line(settings, lambda: ("ModemManager (process 812)",))
    assert "ModemManager (process 812) may hold" in by_what(findings_of_line(facts))["other programs"].text


@pytest.mark.parametrize(("dialect", "level"), [("at", "ok"), ("lcus", "stop")])
def test_a_relay_board_is_asked_and_no_key_is_pressed(dialect: str, level: str, tmp_path: Path) -> None:
    old = OldTable()
    board = BoardThread(Board("at", old), tmp_path / "relay", lambda: 0.0)
    inputs = RelayInputs(ready=READY) if dialect == "at" else RelayInputs()
    outputs = RelayOutputs(start=START, lift=START + 1)
    settings = RelayTableSettings(
        kind="relay", port=str(tmp_path / "relay"), dialect=dialect, outputs=outputs, inputs=inputs
    )
    try:
        finding = by_what(findings_of_line(look_at_line(settings)))["answer"]
    finally:
        board.close()
    assert finding.level == level
    assert (old.pressed, old.down) == ([], set())
    if level == "ok":
        assert "the ready lamp as dark" in finding.text
    else:
        assert "the dialect lcus" in finding.text
