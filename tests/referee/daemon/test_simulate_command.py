"""`junanaho simulate` by the rules alone: what is printed, and that a seed is a promise."""

import json
from typing import Any

import pytest

from referee.analysis.players import Slip
from referee.daemon.cli import run
from referee.daemon.simulation.engine import MOST_DEALS


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run(["simulate", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_so_many_deals_are_played_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    figures = simulated(capsys, "--deals", "5", "--seed", "3")
    assert figures["deals"] == 5
    assert figures["wins"] + figures["draws"] == 5  # two players: nobody wins twice in a deal
    assert figures["penalties"] == figures["refused"] == 0
    assert figures["recognition"] == {"tiles": 0, "wrong": 0, "unsure": 0}


def test_the_same_seed_gives_the_same_deals(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (simulated(capsys, "--matches", "2", "--seed", "8", "--rules", "happy") for _ in range(2))
    for figures in (first, second):
        del figures["seconds"], figures["deals_per_second"]
    assert first == second
    assert first["matches"] == 2


def test_any_number_of_processes_plays_the_same_deals(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--deals", "30", "--seed", "5", "--players", "human,greedy")
    one, two = (simulated(capsys, *arguments, "--jobs", jobs) for jobs in ("1", "2"))
    for figures in (one, two):
        del figures["seconds"], figures["deals_per_second"]
    assert one == two
    assert one["deals"] == 30


def test_fewer_deals_are_the_first_of_more(capsys: pytest.CaptureFixture[str]) -> None:
    few, more = (simulated(capsys, "--deals", deals, "--seed", "5", "--players", "greedy") for deals in ("3", "4"))
    last = more["players"]["A"]["points"] - few["players"]["A"]["points"]
    assert more["wins"] + more["draws"] - few["wins"] - few["draws"] == 1
    assert bool(last) == (more["wins"] > few["wins"] or more["draws"] > few["draws"])


def test_what_each_player_and_each_character_made_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--deals", "12", "--rules", "three", "--players", "careful,random,careful")
    figures = simulated(capsys, *arguments)
    seats, characters = figures["players"], figures["characters"]
    assert [seat["character"] for seat in seats.values()] == ["careful", "random", "careful"]
    assert {name: fields["deals"] for name, fields in characters.items()} == {"careful": 24, "random": 12}
    for field in ("wins", "points"):
        by_character = sum(fields[field] for fields in characters.values())
        assert by_character == sum(fields[field] for fields in seats.values())
        assert characters["careful"][field] == seats["A"][field] + seats["C"][field]
    assert figures["wins"] == sum(seat["wins"] for seat in seats.values()) == sum(s["losses"] for s in seats.values())
    assert sum(seat["points"] for seat in seats.values()) == 0  # nothing stays on the table under these rules
    assert characters["careful"]["points"] > 0 > characters["random"]["points"]


def test_the_mistakes_of_a_human_player_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    figures = simulated(capsys, "--deals", "40", "--players", "human")
    mistakes = figures["mistakes"]
    assert set(mistakes) <= {slip.value for slip in Slip}
    false_rons = sum(count for name, count in mistakes.items() if name.startswith("ron_"))
    assert figures["refused"] == figures["players"]["A"]["refused"] + figures["players"]["B"]["refused"] == false_rons
    assert figures["wins"] + figures["draws"] + figures["penalties"] == 40
    assert simulated(capsys, "--deals", "4", "--players", "careful")["mistakes"] == {}


def test_an_open_match_has_an_end_here(capsys: pytest.CaptureFixture[str]) -> None:
    figures = simulated(capsys, "--matches", "1", "--rules", "kaiji", "--players", "random")
    assert figures["deals"] == MOST_DEALS
    assert figures["matches"] == 1


def test_people_get_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--deals", "2", "--players", "greedy,careful"]) == 0
    out = capsys.readouterr().out
    assert "deals              2" in out
    assert "points per deal" in out
    assert out.count("greedy") == 3
    assert "0 tiles, 0 wrong, 0 unsure" in out
    assert "greedy: Builds the dearest hand" in out


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("--pipeline", "half"), "expected engine or full"),
        (("--faces", "folder"), "need --pipeline full"),
        (("--deals", "0"), "--deals"),
        (("--rules", "nobody"), "nobody"),
        (("--players", "hugo"), "players: 'hugo' is no player: expected careful, greedy"),
        (("--players", "careful,careful,careful"), "3 players for 2 seats"),
        (("--jobs", "0"), "--jobs"),
        (("--rules", "three", "--pipeline", "full"), "the simulated table has 2 seats"),
        (("--jobs", "2", "--pipeline", "full"), "--jobs needs --pipeline engine"),
    ],
)
def test_what_makes_no_sense_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], part: str
) -> None:
    assert run(["simulate", *arguments]) == 2
    err = capsys.readouterr().err
    assert part in err
    assert err.count("\n") == 1
