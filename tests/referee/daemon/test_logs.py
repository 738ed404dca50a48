"""Logs must never be in the way: a stream that is closed or full ends nothing."""

import io
import json
import sys

import pytest
import structlog

from referee.daemon.logs import set_up_logs


class Full(io.StringIO):
    def write(self, text: str) -> int:
        raise OSError("no space left on device")


def test_a_line_is_json_on_the_stderr_of_that_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    set_up_logs()
    log = structlog.get_logger("table")
    later = io.StringIO()
    monkeypatch.setattr(sys, "stderr", later)
    log.info("link_up", port="/dev/x")
    line = json.loads(later.getvalue())
    assert (line["event"], line["port"], line["level"]) == ("link_up", "/dev/x", "info")


def test_quiet_keeps_warnings(monkeypatch: pytest.MonkeyPatch) -> None:
    set_up_logs(quiet=True)
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    structlog.get_logger().info("detail")
    structlog.get_logger().warning("trouble")
    assert [json.loads(line)["event"] for line in stream.getvalue().splitlines()] == ["trouble"]


@pytest.mark.parametrize("stream", [Full(), io.StringIO()])
def test_a_stream_that_takes_nothing_ends_nothing(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    set_up_logs()
    if not isinstance(stream, Full):
        stream.close()
    monkeypatch.setattr(sys, "stderr", stream)
    structlog.get_logger().error("trouble")
    structlog.get_logger().exception("trouble")
    assert structlog.is_configured()
