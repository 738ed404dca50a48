"""The 88 reference cases, each value agreed by several engines, through `score` and `waits`.

A case with `scenario` is a referee's verdict and is tested with the game; here its hand is scored all the same.
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from referee.rules import RuleSet, Situation, Wind, load_rules, score, score_fields, waits
from referee.tiles import ImpossibleTilesError, format_tile, parse_tile, parse_tiles

_FILE = Path(__file__).resolve().parents[4] / "shared" / "rules" / "cases.json"
CASES = json.loads(_FILE.read_text(encoding="utf-8"))["cases"] if _FILE.is_file() else []
COMPARED = (
    "can_ron",
    "han",
    "fu",
    "han_for_minimum",
    "limit",
    "limit_for_minimum",
    "yakuman",
    "points_child",
    "points_dealer",
    "units",
)

pytestmark = pytest.mark.skipif(not CASES, reason="the reference cases (../shared/rules/cases.json) are not here")


def cases(*, having: str, error: bool = False) -> list:
    chosen = [case for case in CASES if having in case["input"] | case and ("error" in case["expect"]) == error]
    return [pytest.param(case, id=case["id"]) for case in chosen]


def rules_of(case: dict, options: dict | None = None) -> RuleSet:
    given = case["input"]
    wind = {"round_wind": "none"} if given["round_wind"] == "none" else {}
    return load_rules(given["rules"]).with_hand_options({**given["set"], **wind, **(options or {})})


def situation_of(case: dict) -> Situation:
    given = case["input"]
    return Situation(
        indicators=parse_tiles(given["indicators"]),
        ura=parse_tiles(given["ura"]),
        seat_wind=Wind(given["seat_wind"]),
        round_wind=None if given["round_wind"] == "none" else Wind(given["round_wind"]),
        ippatsu=given.get("ippatsu", False),
        houtei=given.get("houtei", False),
    )


@pytest.mark.parametrize("case", cases(having="tile"))
def test_score(case: dict) -> None:
    given, expected = case["input"], case["expect"]
    fields = score_fields(
        score(parse_tiles(given["hand"]), parse_tile(given["tile"]), rules_of(case), situation_of(case))
    )
    names = [name for name in COMPARED if name in expected and not (name == "can_ron" and "scenario" in case)]
    assert {name: fields[name] for name in names} == {name: expected[name] for name in names}, case["why"]
    if "yaku" in expected:
        assert sorted(map(str, fields["yaku"])) == sorted(map(str, expected["yaku"])), case["why"]


@pytest.mark.parametrize("case", cases(having="hand"))
def test_waits(case: dict) -> None:
    expected = case["expect"]
    found = waits(parse_tiles(case["input"]["hand"]), rules_of(case), situation_of(case))
    assert [format_tile(wait.tile) for wait in found.waits] == expected["waits"], case["why"]
    assert found.ready == bool(expected["waits"])
    assert found.ready_by_shape_only == expected.get("ready_by_shape_only", False), case["why"]


@pytest.mark.parametrize("case", cases(having="tile", error=True))
def test_impossible_tiles(case: dict) -> None:
    given, named = case["input"], case["expect"]["error"].split()[-1]
    with pytest.raises(ImpossibleTilesError, match=named):
        score(parse_tiles(given["hand"]), parse_tile(given["tile"]), rules_of(case), situation_of(case))


@pytest.mark.parametrize("case", [case for case in cases(having="variants") if "scenario" not in case.values[0]])
def test_variants_of_the_first_discard(case: dict) -> None:
    given = case["input"]
    for variant in case["variants"]:
        situation = replace(situation_of(case), first_discard=variant["first_discard"])
        rules = rules_of(case, variant["set"])
        fields = score_fields(score(parse_tiles(given["hand"]), parse_tile(given["tile"]), rules, situation))
        expected = {name: value for name, value in variant.items() if name not in ("set", "first_discard")}
        if "furiten_after" in expected:
            expected["furiten_on_pass"] = expected.pop("furiten_after")
        assert {name: fields[name] for name in expected} == expected, variant
