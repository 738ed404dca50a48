"""The tests of a board: the twin passes them, and a board with a mistake fails the one that is for it."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from drivers.firmware.check import carry_out, main
from drivers.firmware.checks import CHECKS
from drivers.link.errors import TransportLostError
from drivers.link.framing import BadFrame, Frame, FrameDecoder
from drivers.link.memory import MemoryPort, MemoryTransport, memory_pair
from drivers.link.timings import DEFAULT_TIMINGS, LinkTimings
from drivers.link.window import Arrival, Inbox
from drivers.simulator.twin import Twin
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_runner import TwinRunner

QUICK = ("hello", "first_event", "damaged", "repeated", "stray", "later_versions", "refusals", "same_id")


@contextmanager
def board(
    spoil: Callable[[Twin], None] = lambda twin: None, timings: LinkTimings = DEFAULT_TIMINGS
) -> Iterator[MemoryPort]:
    """A port with a twin behind it, in a thread; `spoil` puts a mistake into it."""
    near, far = memory_pair()
    twin = Twin(TwinConfig(speed=20.0), boot_id=7, started_s=time.monotonic(), timings=timings)
    spoil(twin)
    thread = threading.Thread(target=_run, args=(twin, far), name="board")
    thread.start()
    try:
        yield MemoryPort(lambda: near)
    finally:
        far.close()
        thread.join(5.0)


def _run(twin: Twin, end: MemoryTransport) -> None:
    try:
        while True:
            twin.receive(end.read(0.005), time.monotonic())
            twin.advance(time.monotonic())
            output = twin.take_output()
            if output:
                end.write(output)
    except TransportLostError:
        return


def complaint(port: MemoryPort, name: str) -> str:
    """What one test finds wrong."""
    ((_, why),) = carry_out(port, [check for check in CHECKS if check.name == name])
    return why


@pytest.mark.parametrize("name", QUICK)
def test_the_twin_passes(name: str) -> None:
    with board() as port:
        assert complaint(port, name) == ""


@pytest.mark.verify
def test_the_twin_passes_everything_over_tcp(capsys: pytest.CaptureFixture[str]) -> None:
    twin = TwinRunner(TwinConfig(speed=20.0), tcp=0)
    thread = threading.Thread(target=twin.run, args=(lambda: False,), name="twin")
    thread.start()
    try:
        status = main([twin.port, "--moves"])
    finally:
        twin.stop()
        thread.join(5.0)
        twin.close()
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(maxsplit=1) for line in lines] == [[check.name, "good"] for check in CHECKS]
    assert status == 0


def _speaks_first(twin: Twin) -> None:
    twin._board.session._endpoint.begin_session(time.monotonic())
    twin._board.session._endpoint.heard_s = time.monotonic() + 60.0


def _takes_all(arrival: Arrival) -> Callable[[Twin], None]:
    class Careless(Inbox):
        def take(self, sequence: int) -> Arrival:
            found = super().take(sequence)
            return Arrival.NEW if found is arrival else found

    return lambda twin: _renewed(twin, lambda endpoint: setattr(endpoint, "_inbox", Careless()))


def _renewed(twin: Twin, change: Callable[[object], None]) -> None:
    """Change the endpoint of the board at the start of each session."""
    endpoint = twin._board.session._endpoint
    renew = endpoint._renew

    def changed(now_s: float) -> None:
        renew(now_s)
        change(endpoint)

    endpoint._renew = changed  # type: ignore[method-assign]


class Blind(FrameDecoder):
    """Never looks at the CRC."""

    def feed(self, data: bytes) -> list[Frame | BadFrame]:
        found = super().feed(data)
        return [Frame(f.body[1], f.body[2], f.body[3:-2], f.body[0]) if isinstance(f, BadFrame) else f for f in found]


def _ignores_crc(twin: Twin) -> None:
    twin._board.session._endpoint._decoder = Blind()


def _forgets_events(twin: Twin) -> None:
    twin._board.session._keep = lambda events: None  # type: ignore[method-assign]


MISTAKES: list[tuple[str, Callable[[Twin], None], dict[str, float | int], str]] = [
    ("silent", _speaks_first, {}, "sends frames before HELLO"),
    ("heartbeats", lambda twin: None, {"heartbeat_s": 0.4}, "heartbeats in a second"),
    ("resent", lambda twin: None, {"resend_first_s": 5.0, "resend_min_s": 5.0, "resend_max_s": 5.0}, "not sent again"),
    ("damaged", _ignores_crc, {}, "bad CRC is acknowledged"),
    ("repeated", _takes_all(Arrival.REPEAT), {}, "carried out again"),
    ("stray", _takes_all(Arrival.STRAY), {}, "out of turn was taken"),
    ("silence", lambda twin: None, {"controller_patience_s": 60.0}, "to a host that is gone"),
    ("events_kept", _forgets_events, {}, "does not come again"),
]


@pytest.mark.parametrize(("name", "spoil", "timings", "words"), MISTAKES, ids=[mistake[0] for mistake in MISTAKES])
def test_a_mistake_is_found(
    name: str, spoil: Callable[[Twin], None], timings: dict[str, float | int], words: str
) -> None:
    with board(spoil, replace(DEFAULT_TIMINGS, **timings)) as port:  # type: ignore[arg-type]
        assert words in complaint(port, name)


def test_nothing_at_the_other_end_is_told_and_a_port_that_is_none_is_status_2(
    capsys: pytest.CaptureFixture[str],
) -> None:
    near, far = memory_pair()
    with pytest.MonkeyPatch.context() as quick:
        quick.setattr("drivers.firmware.probe.DEFAULT_TIMINGS", replace(DEFAULT_TIMINGS, hello_retry_s=0.01))
        assert complaint(MemoryPort(lambda: near), "hello") == "HELLO is not answered"
    far.close()
    assert main(["/dev/no-such-port"]) == 2
    assert capsys.readouterr().err == (
        "there is no port /dev/no-such-port: check cable, power and the configured name\n"
    )
