"""Sampled walls: drawn fairly and the same again, and their figures against the solver and the exact forms."""

from collections import Counter

import pytest

from referee.analysis.solver import ReadyHands, solve
from referee.analysis.study.drawn_wall import DrawnWall
from referee.analysis.study.form import holds
from referee.analysis.study.wall_figures import StudyRules, Variant, WallFigures
from referee.analysis.study.wall_study import study_walls
from referee.analysis.study.yakuman_forms import DEARER, yakuman_forms
from referee.rules import WaitKind, YakuId, load_rules, waits
from referee.tiles import kind_of

RULES = load_rules("kaiji")
STUDY = StudyRules.of(RULES)
WALLS = [DrawnWall.draw(3, number, 34) for number in range(120)]


@pytest.fixture(scope="module")
def all_figures() -> list[WallFigures]:
    return [WallFigures.of(wall, STUDY) for wall in WALLS]


def test_a_number_names_a_wall() -> None:
    assert DrawnWall.draw(3, 7, 34) == WALLS[7]
    assert len({wall.pieces for wall in WALLS}) == len(WALLS)
    assert DrawnWall.draw(4, 7, 34) != WALLS[7]


def test_every_piece_is_as_likely() -> None:
    drawn = Counter(piece for number in range(2_000) for piece in DrawnWall.draw(1, number, 34).pieces)
    expected = 2_000 * 34 / 136
    chi_square = sum((drawn[piece] - expected) ** 2 / expected for piece in range(136)) / (1 - 34 / 136)
    assert 90 < chi_square < 190  # 135 degrees of freedom: outside once in 1,000


def test_the_indicator_is_no_tile_of_the_wall() -> None:
    assert all(wall.indicator not in wall.pieces for wall in WALLS)


def test_red_fives_are_copies_of_fives() -> None:
    reds = load_rules("broadcast")
    for wall in WALLS:
        assert [kind_of(tile) for tile in wall.tiles(reds)] == list(wall.tiles(RULES))
    held = sum(tile >= 34 for wall in WALLS for tile in wall.tiles(reds))
    assert 50 < held < 130  # three of 136, a quarter of them in each of 120 walls: 90 expected


def test_figures_are_those_of_the_solver(all_figures: list[WallFigures]) -> None:
    for wall, figures in zip(WALLS[:40], all_figures, strict=False):
        solution = solve(wall.tiles(RULES), STUDY.rules, wall.situation(RULES))
        assert (figures.ready_hands, figures.pairs) == (solution.ready_hands, solution.pairs)
        assert figures.reaching == solution.reaching_hands
        best = max((wait.points for wait in solution.best[0].waits.waits if wait.kind is WaitKind.FULL), default=0)
        steps = (8_000, 12_000, 16_000, 24_000, 32_000)
        assert figures.best == sum(best >= step for step in steps)


def test_hands_that_need_ippatsu_or_houtei_are_counted_apart() -> None:
    found = 0
    for number in range(30):
        wall = DrawnWall.draw(5, number, 20)
        situation = wall.situation(RULES)
        ready = ReadyHands.of(wall.tiles(RULES), RULES, situation)
        kinds = [
            {wait.kind for wait in waits(ready.hand_tiles(row), RULES, situation).waits} for row in range(len(ready))
        ]
        conditional = sum(WaitKind.CONDITIONAL in each and WaitKind.FULL not in each for each in kinds)
        figures = WallFigures.of(wall, STUDY)
        assert figures.conditional == conditional
        assert figures.reaching == sum(WaitKind.FULL in each for each in kinds)
        found += conditional > 0 and figures.reaching > 0
    assert found > 0


def test_yakuman_are_where_their_forms_are(all_figures: list[WallFigures]) -> None:
    forms = yakuman_forms()
    for wall, figures in zip(WALLS, all_figures, strict=True):
        seen = {yaku for yaku in forms if any(holds(form, wall.counts) for form in forms[yaku])}
        paid = {YakuId(name) for name in figures.yakuman}
        assert seen == {yaku for yaku in forms if {yaku, DEARER.get(yaku)} & paid}
        assert not (figures.counted_yakuman and paid)


def test_the_sample_holds_yakuman_and_walls_without_mangan(all_figures: list[WallFigures]) -> None:
    assert any(figures.yakuman for figures in all_figures)
    assert any(Variant.RIICHI_NOT_COUNTED in figures.without_minimum for figures in all_figures)


def test_each_variant_is_harder_than_the_next(all_figures: list[WallFigures]) -> None:
    order = [Variant.RED_FIVES, Variant.ROUNDING_UP, Variant.NO_ROUNDING, Variant.RIICHI_NOT_COUNTED]
    for figures in all_figures:
        without = [variant in figures.without_minimum for variant in order]
        assert without == sorted(without)
        assert (Variant.ROUNDING_UP in figures.without_minimum) == (not figures.reaching)


def test_honitsu_hands_are_of_one_suit_and_honours(all_figures: list[WallFigures]) -> None:
    tally = study_walls(RULES, 3, 34, range(60))
    assert tally.counts["honitsu"] == sum(figures.honitsu for figures in all_figures[:60])
    for figures in all_figures:
        assert figures.honitsu >= figures.calm_honitsu


def test_pieces_of_work_add_up(all_figures: list[WallFigures]) -> None:
    together = study_walls(RULES, 3, 34, range(30))
    parts = study_walls(RULES, 3, 34, range(11))
    parts.add(study_walls(RULES, 3, 34, range(11, 30)))
    assert parts.plain() == together.plain()
    assert together.counts["wall"] == 30
    assert together.values["wall.ready_hands"] == Counter(figures.ready_hands for figures in all_figures[:30])


def test_the_minimum_is_that_of_the_rules(all_figures: list[WallFigures]) -> None:
    free, dear = (
        StudyRules.of(RULES.with_hand_options({"payment": "flat_child", "minimum": each}))
        for each in ("none", "haneman")
    )
    for wall, figures in zip(WALLS[:12], all_figures, strict=False):
        assert WallFigures.of(wall, free).reaching == figures.ready_hands  # riichi alone is a yaku
        assert WallFigures.of(wall, dear).reaching <= figures.reaching
    assert any(
        WallFigures.of(wall, dear).reaching < figures.reaching
        for wall, figures in zip(WALLS[:12], all_figures, strict=False)
    )
