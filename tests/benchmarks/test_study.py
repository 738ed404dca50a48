"""The benchmark of the study runs, on a little: what it measures is for people to read."""

from benchmarks import study
from referee.analysis.players import Character
from referee.analysis.study.plan import Part, StudyPlan
from referee.rules import load_rules


def test_counting_and_looking_take_time() -> None:
    assert study.counting("exact.yakuman_suuankou_tanki", tiles=20) > 0
    assert study.looking(3) > 0


def test_cases_are_studied() -> None:
    plan = StudyPlan(load_rules("kaiji"), 1, 34, Character.GREEDY, {})
    assert study.sampling(plan, Part.DEALS, 5, jobs=1) > 0
