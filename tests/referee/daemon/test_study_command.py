"""`junanaho study`: figures as JSON and for people, going on after an interruption, pictures, and refusals."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from math import comb
from pathlib import Path
from typing import Any

import cv2
import pytest

from referee.daemon.cli import run
from referee.daemon.study import workers

SMALL = ["--walls", "60", "--deals", "6", "--no-exact", "--seed", "4", "--players", "greedy"]


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    status = run(["study", *arguments, "--json"])
    printed = capsys.readouterr()
    assert status == 0, printed.err
    found = json.loads(printed.out)
    found.pop("seconds")
    return dict(found)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["study", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The small study in one run."""
    out = tmp_path_factory.mktemp("study") / "whole.json"
    assert run(["study", *SMALL, "--jobs", "1", "--out", str(out), "--json"]) == 0
    found = json.loads(out.read_text())
    found.pop("seconds")
    return dict(found)


def test_figures_have_values_intervals_and_cases(whole: dict[str, Any]) -> None:
    assert whole["cases"] == {"walls": 60, "deals": 6, "three": 6}
    assert whole["confidence"] == 0.95
    for figure in whole["figures"].values():
        assert figure["low"] is None or figure["low"] <= figure["value"] <= figure["high"]
    best = whole["figures"]["wall.best_at_least_haneman"]
    assert best["kind"] == "share"
    assert best["cases"] == 60
    assert sum(times for _, times in whole["distributions"]["wall.ready_hands"]) == 60
    verdicts = {claim["id"]: claim["verdict"] for claim in whole["claims"]}
    assert verdicts["one_in_168710"] == "cannot be told"  # without the exact part


def test_processes_change_nothing(capsys: pytest.CaptureFixture[str], whole: dict[str, Any]) -> None:
    assert asked(capsys, *SMALL, "--jobs", "2") == whole


def test_a_state_goes_on_to_the_same_result(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, whole: dict[str, Any]
) -> None:
    state = ["--state", str(tmp_path / "state.json")]
    first = ["--walls", "33", "--deals", "2", "--no-exact", "--seed", "4", "--players", "greedy", "--jobs", "1"]
    assert asked(capsys, *first, *state)["figures"]["wall.no_ready_hand"]["cases"] == 33
    assert asked(capsys, *SMALL, "--jobs", "1", *state) == whole
    assert asked(capsys, *SMALL, "--jobs", "1", *state) == whole  # nothing is left to do


def test_an_interrupted_study_goes_on_to_the_same_result(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, whole: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = tmp_path / "state.json"
    results = workers.Workers.results

    def interrupted(self: workers.Workers, work: Any, pieces: Iterable[Any]) -> Iterator[Any]:
        for number, result in enumerate(results(self, work, pieces)):
            if number == 2:
                raise KeyboardInterrupt
            yield result

    with monkeypatch.context() as patch:
        patch.setattr(workers.Workers, "results", interrupted)
        assert run(["study", *SMALL, "--jobs", "1", "--state", str(state)]) == 130
    assert f"{state} keeps 50 cases" in capsys.readouterr().err
    assert asked(capsys, *SMALL, "--jobs", "1", "--state", str(state)) == whole


@pytest.mark.verify
def test_a_study_ends_on_control_c_and_when_it_is_killed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    many = ["--walls", "100000", "--no-exact", "--jobs", "2", "--state", str(state)]
    for number, status in ((signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)):
        process = subprocess.Popen([sys.executable, "-m", "referee", "study", *many], start_new_session=True)
        try:
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(12)
            os.killpg(process.pid, number)
            assert process.wait(20) == status
        finally:
            process.kill()
            process.wait()
    done = json.loads(state.read_text())["parts"]["walls"]["done"]
    assert done > 0
    more = ["--walls", str(done + 10), "--no-exact", "--jobs", "1"]
    assert asked(capsys, *more, "--state", str(state)) == asked(capsys, *more)


def test_people_read_tables(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)  # pytest's workers set a narrow one, in which words are broken
    assert run(["study", *SMALL, "--jobs", "1"]) == 0
    text = capsys.readouterr().out
    for words in ("no mangan hand, with rounding up", "6 deals between greedy players", "1/168710", "cannot be told"):
        assert words in text


@pytest.mark.verify
def test_the_exact_part_of_small_walls(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "--walls", "0", "--tiles", "14", "--jobs", "1")
    figures = found["figures"]
    assert figures["exact.no_ready_hand"]["kind"] == "exact"
    assert figures["exact.ready_hands"]["kind"] == "exact_mean"
    assert 0 < int(figures["exact.no_ready_hand"]["walls"]) < comb(136, 14)
    assert len(found["by_tiles"]["exact.no_ready_hand"]) == 15
    assert found["facts"] == found["claims"] == []  # of other walls nothing is stated


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The same study, counted once and drawn twice; for the module, since matplotlib keeps its fonts open."""
    pytest.importorskip("matplotlib")
    folder = tmp_path_factory.mktemp("pictures")
    first, second = folder / "first", folder / "second"
    for plots in (first, second):
        state = ["--state", str(folder / "state.json")]
        assert run(["study", *SMALL, "--jobs", "1", *state, "--plots", str(plots), "--json"]) == 0
    return first, second


def test_pictures_are_drawn_and_the_same_again(pictures: tuple[Path, Path]) -> None:
    first, second = pictures
    names = sorted(path.name for path in first.iterdir())
    assert {"study-best-hand.png", "study-ready-hands.svg", "study-wins-by-discard.svg"} <= set(names)
    for name in names:
        if name.endswith(".svg"):
            assert (first / name).read_bytes() == (second / name).read_bytes()
            assert "<text" in (first / name).read_text()
        else:
            image = cv2.imread(str(first / name))
            assert image is not None
            assert image.std() > 10


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--players", "wise"], "'wise' is no player"),
        (["--tiles", "60"], "--walls 0"),
        (["--tiles", "20", "--deals", "3"], "deals are played with 34"),
        (["--rules", "nowhere"], "nowhere"),
        (["--set", "minimum"], "expected KEY=VALUE"),
        (["--walls", "-1"], "--walls"),
        (
            ["--state", "no/such/folder/state.json"],
            "--state no/such/folder/state.json: there is no folder no/such/folder",
        ),
        (["--state", "/"], "--state / is a folder"),
        (["--out", "no/such/folder/out.json"], "--out"),
        (["--out", "/"], "--out / is a folder"),
        (["--plots", __file__], f"--plots {__file__}: File exists"),
        (["--plots", f"{__file__}/pictures"], "pictures: Not a directory"),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], words: str) -> None:
    assert words in refused(capsys, *arguments)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 1, "study": {}, "parts": 3}', '{"format": 99}'])
def test_a_file_that_is_no_state_is_refused_and_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    state = tmp_path / "state.json"
    state.write_text(text)
    assert "--state" in refused(capsys, "--walls", "5", "--no-exact", "--state", str(state))
    assert state.read_text() == text


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (["--seed", "9"], "other seed"),
        (["--set", "kiriage_mangan=false"], "other options"),
        (["--players", "careful"], "other players"),
        (["--walls", "3"], "holds 5 walls"),
    ],
)
def test_a_state_of_another_study_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, other: list[str], words: str
) -> None:
    base = ["--walls", "5", "--no-exact", "--jobs", "1", "--players", "greedy", "--state", str(tmp_path / "state.json")]
    asked(capsys, *base)
    assert words in refused(capsys, *base, *other)


def test_without_matplotlib_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "matplotlib" else find(name))
    assert "pip install 'junanaho[study]'" in refused(capsys, "--plots", str(tmp_path / "plots"))
    assert not (tmp_path / "plots").exists()
