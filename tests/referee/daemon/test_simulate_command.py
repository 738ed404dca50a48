"""`junanaho simulate` by the rules alone: what is printed, and that a seed is a promise."""

import json
from typing import Any

import pytest

from referee.daemon.cli import run


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run(["simulate", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_so_many_deals_are_played_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    figures = simulated(capsys, "--deals", "5", "--seed", "3")
    assert figures["deals"] == 5
    assert figures["wins"] + figures["draws"] >= 5
    assert figures["recognition"] == {"tiles": 0, "wrong": 0, "unsure": 0}


def test_the_same_seed_gives_the_same_deals(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (simulated(capsys, "--matches", "2", "--seed", "8", "--rules", "happy") for _ in range(2))
    for figures in (first, second):
        del figures["seconds"], figures["deals_per_second"]
    assert first == second
    assert first["matches"] == 2


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("--pipeline", "half"), "expected engine or full"),
        (("--faces", "folder"), "need --pipeline full"),
        (("--deals", "0"), "--deals"),
        (("--rules", "nobody"), "nobody"),
    ],
)
def test_what_makes_no_sense_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], part: str
) -> None:
    assert run(["simulate", *arguments]) == 2
    err = capsys.readouterr().err
    assert part in err
    assert err.count("\n") == 1
