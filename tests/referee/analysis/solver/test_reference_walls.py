"""The walls of RULES.md section 5: their exact counts, and a hand that is known to be one of the best."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.analysis.solver import has_reaching_hand, has_ready_hand, solve
from referee.rules import RuleSet, Situation, Wind, load_rules, score, waits
from referee.tiles import Tile, parse_tile, parse_tiles
from tests.referee.analysis.solver.walls import is_part_of

OPTIONS = {
    "payment": "flat_dealer",
    "double_wind_pair_fu": 2,
    "kiriage_mangan": True,
    "double_yakuman": ["kokushi_13", "suuankou_tanki", "daisuushii", "junsei_chuuren"],
}


@pytest.fixture(scope="module")
def rules() -> RuleSet:
    return load_rules("kaiji").with_hand_options(OPTIONS)


@pytest.fixture(scope="module")
def deals(shared: Path) -> list[dict[str, Any]]:
    lines = (shared / "rules" / "deals.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 180
    return list(map(json.loads, lines))


def walls(deals: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], tuple[Tile, ...], Situation]]:
    for deal in deals:
        situation = Situation(
            indicators=parse_tiles(deal["indicators"]), seat_wind=Wind(deal["seat_wind"]), round_wind=Wind.E
        )
        yield deal, parse_tiles(deal["tiles"]), situation


def test_the_figures_of_every_wall(deals: list[dict[str, Any]], rules: RuleSet) -> None:
    differences = []
    for deal, tiles, situation in walls(deals):
        solution = solve(tiles, rules, situation)
        found = {name: getattr(solution, name) for name in deal["expect"]}
        if found != deal["expect"]:
            differences.append((deal["id"], found, deal["expect"]))
    assert differences == []


def test_the_best_hand_of_every_wall(deals: list[dict[str, Any]], rules: RuleSet) -> None:
    """As dear as the one that is named, and really worth it."""
    for deal, tiles, situation in walls(deals):
        solution = solve(tiles, rules, situation)
        if not solution.best:
            assert deal.get("one_best") is None
            continue
        (best,) = solution.best
        named = deal["one_best"]
        assert (
            best.points
            == named["points"]
            == score(parse_tiles(named["hand"]), parse_tile(named["wait"]), rules, situation).points
        )
        assert is_part_of(best.hand, tiles)
        assert best.waits == waits(best.hand, rules, situation)
        assert max(wait.points for wait in best.waits.waits) == best.points


def test_whether_there_is_such_a_hand_at_all(deals: list[dict[str, Any]], rules: RuleSet) -> None:
    for deal, tiles, situation in walls(deals):
        assert has_ready_hand(tiles) is (deal["expect"]["ready_hands"] > 0), deal["id"]
        assert has_reaching_hand(tiles, rules, situation) is (deal["expect"]["reaching_hands"] > 0), deal["id"]
