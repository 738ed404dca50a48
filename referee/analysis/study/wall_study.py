"""Sampled walls, counted: which figures a study keeps of each."""

from typing import Final

from referee.analysis.study.drawn_wall import DrawnWall
from referee.analysis.study.tally import Tally
from referee.analysis.study.wall_figures import StudyRules, Variant, WallFigures
from referee.analysis.study.yakuman_forms import DEARER, USUAL_YAKUMAN, yakuman_forms
from referee.rules import RuleSet

LIMITS: Final = ("mangan", "haneman", "baiman", "sanbaiman", "yakuman")
_FEW_HANDS: Final = 50
_WITH_DEARER: Final = {yaku.value: {yaku.value, DEARER.get(yaku, yaku).value} for yaku in yakuman_forms()}


def study_walls(rules: RuleSet, seed: int, tiles: int, numbers: range) -> Tally:
    """The walls of these numbers."""
    study, tally = StudyRules.of(rules), Tally()
    for number in numbers:
        count_wall(tally, WallFigures.of(DrawnWall.draw(seed, number, tiles), study))
    return tally


def count_wall(tally: Tally, wall: WallFigures) -> None:
    """Count one wall."""
    tally.note("wall")
    tally.note("wall.no_ready_hand", not wall.ready_hands)
    tally.note("wall.no_reaching_hand", not wall.reaching)
    tally.note("wall.only_conditional_hands", not wall.reaching and wall.conditional > 0)
    tally.note("wall.few_reaching_hands", wall.reaching < _FEW_HANDS)
    for variant in Variant:
        tally.note(f"wall.no_reaching_hand_{variant.value}", variant in wall.without_minimum)
    for place, limit in enumerate(LIMITS):
        tally.note(f"wall.best_at_least_{limit}", wall.best > place)
    for yaku in {*_WITH_DEARER, *wall.yakuman}:
        tally.note(f"wall.yakuman_{yaku}", bool(wall.yakuman & _WITH_DEARER.get(yaku, {yaku})))
    tally.note("wall.counted_yakuman", wall.counted_yakuman)
    tally.note("wall.other_yakuman", bool(wall.yakuman - USUAL_YAKUMAN))
    tally.note("wall.usual_yakuman", bool(wall.yakuman & USUAL_YAKUMAN))
    if wall.honitsu:
        tally.note("honitsu")
        tally.note("honitsu.without_three_of_an_honour", wall.calm_honitsu)
    tally.measure("wall.best", wall.best)
    tally.measure("wall.ready_hands", wall.ready_hands)
    tally.measure("wall.pairs", wall.pairs)
    tally.measure("wall.reaching_hands", wall.reaching)
