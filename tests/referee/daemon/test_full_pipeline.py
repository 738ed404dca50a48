"""The whole path, nothing replaced: the twin behind a pseudo-terminal, rendered frames, the model, desk, journal."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.daemon.simulation.full import FullConfig, FullRun, play_full
from referee.game import fold
from referee.journal import JournalReader, judge, to_record17

pytestmark = [pytest.mark.full, pytest.mark.timeout(280)]
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def run() -> FullRun:
    """One deal."""
    return play_full(FullConfig("happy", deals=1, seed=7))


def test_the_record_is_what_the_table_really_did(run: FullRun) -> None:
    assert run.comparison.differences == ()
    assert run.comparison.tiles > 100
    assert len(run.matches[0].deals) == 1


def test_the_cameras_and_not_the_operator_read_the_tiles(run: FullRun) -> None:
    assert run.comparison.from_camera >= 0.98 * run.comparison.tiles
    assert run.questions <= 0.02 * run.comparison.tiles


def test_the_record_judges_without_a_difference(run: FullRun) -> None:
    judgement = judge(to_record17(run.matches[0]))
    assert judgement.ok, judgement


@pytest.mark.verify
def test_two_exchanged_tiles_change_the_record(run: FullRun) -> None:
    # a swap of tiles of unlike kinds between the walls of A (ids 0-33) and B (68-101)
    first = run.matches[0].deals[0]
    swapped = play_full(FullConfig("happy", deals=1, seed=7, swap=(0, 68))).matches[0].deals[0]
    assert {seat: sorted(wall) for seat, wall in first.walls.items()} != {
        seat: sorted(wall) for seat, wall in swapped.walls.items()
    }


def started(tmp_path: Path, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "referee", "run", "--simulate", "--port", "0", *arguments],
        cwd=ROOT,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def junanaho(tmp_path: Path, *arguments: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "referee", *arguments],
        cwd=ROOT,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.verify
def test_the_daemon_plays_a_deal_and_ends_by_itself(tmp_path: Path) -> None:
    truth = tmp_path / "truth.jsonl"
    daemon = started(tmp_path, "--speed", "30", "--exit-after", "deal", "--truth", str(truth))
    out, err = daemon.communicate(timeout=200)
    assert daemon.returncode == 0, err
    assert "public display" in out
    record = junanaho(tmp_path, "export", "--last")
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert junanaho(tmp_path, "judge", str(path), "--json")["ok"]
    discards = [event for event in record["deals"][0]["events"] if event["type"] == "discard"]
    facts = [json.loads(line) for line in truth.read_text().splitlines()]
    assert [event["tile"] for event in discards] == [fact["tile"] for fact in facts if fact["type"] == "discard"]


def test_a_daemon_that_is_told_to_end_ends_in_order(tmp_path: Path) -> None:
    daemon = started(tmp_path, "--speed", "20")
    assert daemon.stdout is not None
    while "simulated table" not in (line := daemon.stdout.readline()):
        assert line, daemon.stderr and daemon.stderr.read()
    daemon.send_signal(signal.SIGTERM)
    _, err = daemon.communicate(timeout=30)
    assert daemon.returncode == 0, err
    assert "Traceback" not in err
    (journal,) = tmp_path.rglob("*.sqlite")
    reader = JournalReader(journal)
    for match in reader.matches():
        fold(reader.events(match.id))
