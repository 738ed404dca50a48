"""The command line as a whole: help, exit statuses, one line for what is wrong, a quick start."""

import subprocess
import sys
import time

import pytest

from referee import __version__
from referee.daemon.cli import COMMANDS, run


def python(*arguments: str, **kwargs) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        encoding="utf-8",
        **kwargs,
    )


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    text = capsys.readouterr().out
    for name in COMMANDS:
        assert f"\n  {name}" in text


def test_no_arguments_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    assert "Usage: junanaho" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"junanaho {__version__}\n"


@pytest.mark.parametrize("command", [[name] for name in COMMANDS] + [["rules", "list"], ["rules", "show"]])
def test_every_command_has_help_with_an_example(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command, "--help"]) == 0
    assert f"Example: junanaho {' '.join(command)}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["scor"], "'scor'"),
        (["score", "--foo"], "--foo"),
        (["score", "123m", "1p", "2p"], "2p"),
        (["score", "--rules"], "--rules"),
        (["rules"], "command"),
        (["rules", "show"], "PRESET_OR_FILE"),
    ],
)
def test_a_usage_error_is_one_line_and_status_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err
    assert captured.err.count("\n") == 1


def test_the_module_is_the_same_program_and_shows_no_traceback() -> None:
    done = python("-m", "referee", "score", "123m", "1p")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "junanaho: the hand has 3 tiles: expected 13, the winning tile apart\n"


def test_marks_are_printed_whatever_the_locale_encodes() -> None:
    done = python(
        "-m", "referee", "waits", "22334m7788p2233s", "--json", env={"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    )
    assert "△" in done.stdout


def test_a_reader_that_goes_away_is_no_error() -> None:
    line = '{"hand": "22334m7788p2233s", "tile": "4m"}\n'
    command = f'"{sys.executable}" -m referee score --file - --json | head -1'
    done = subprocess.run(
        ["sh", "-c", command], input=line * 20_000, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("shell", "status", "said"),
    [
        ("{junanaho} rules show kaiji | head -1", 0, ""),  # what rich prints, where the reader goes away
        ("{junanaho} rules list >&-", 0, ""),
        ("{junanaho} score --file - --json <&-", 0, ""),
        ("{junanaho} score 123m 1p 2>&-", 2, ""),
        ("{junanaho} rules list --json >/dev/full", 2, "junanaho: the output: No space left on device\n"),
    ],
)
def test_streams_that_are_closed_or_full(shell: str, status: int, said: str) -> None:
    command = "set -o pipefail; " + shell.format(junanaho=f'"{sys.executable}" -m referee')
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (status, said)


def test_help_loads_nothing_that_is_slow() -> None:
    heavy = ["numpy", "cv2", "onnxruntime", "fastapi", "uvicorn", "pydantic", "rich.table", "yaml", "sqlite3"]
    look = f"print([name for name in {heavy} if name in sys.modules])"
    done = python("-c", f"import sys; from referee.daemon.cli import run; run(['--help']); {look}")
    assert done.stdout.splitlines()[-1] == "[]"


def test_score_answers_in_well_under_a_second() -> None:
    started = time.perf_counter()
    assert python("-m", "referee", "score", "22334m7788p2233s", "4m").returncode == 0
    assert time.perf_counter() - started < 5.0  # about 0.2 s on an idle machine; a heavy import costs seconds
