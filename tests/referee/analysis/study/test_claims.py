"""Stated figures and claims: the data name figures that a study has, and verdicts follow from intervals alone."""

from fractions import Fraction

import pytest

from referee.analysis.players import Character
from referee.analysis.study.claims import CLAIMS, judge_all
from referee.analysis.study.deal_study import study_deals
from referee.analysis.study.exact_study import ExactAnswer, exact_questions
from referee.analysis.study.facts import FACTS, Comparison, Fact, compare
from referee.analysis.study.figure import Figure
from referee.analysis.study.interval import Interval
from referee.analysis.study.results import Results
from referee.analysis.study.verdict import Verdict, judge
from referee.analysis.study.wall_study import study_walls
from referee.rules import load_rules

RULES = load_rules("kaiji")


@pytest.fixture(scope="module")
def results() -> Results:
    """A small study of all parts, with its names; what the exact answers are does not matter here."""
    three = RULES.with_options({"players": 3, "seat_winds": ["E", "S", "W"]})
    return Results(
        {name: ExactAnswer(Fraction(1, 7)) for name in exact_questions()},
        study_walls(RULES, 1, 34, range(40)),
        study_deals(RULES, 1, Character.GREEDY, range(30)),
        study_deals(three, 1, Character.GREEDY, range(10)),
    )


def test_every_claim_and_fact_has_its_figures(results: Results) -> None:
    figures = results.figures()
    named = {name for claim in CLAIMS for name in claim.figures} | {fact.figure for fact in FACTS}
    named |= {fact.sampled for fact in FACTS if fact.sampled}
    assert named <= set(figures)
    assert len({claim.id for claim in CLAIMS}) == len(CLAIMS)
    assert {claim.source for claim in CLAIMS} == {"000", "001"}


def test_an_undecidable_claim_says_why(results: Results) -> None:
    for claim, judgement in judge_all(results.figures()):
        if claim.low is None:
            assert judgement.verdict is Verdict.CANNOT_BE_TOLD
            assert judgement.reason == claim.why_not != ""
        else:
            assert claim.high is not None
            assert claim.low < claim.high


def test_without_a_part_its_claims_stay_open() -> None:
    figures = Results().figures()
    assert {judgement.verdict for _, judgement in judge_all(figures)} == {Verdict.CANNOT_BE_TOLD}
    assert {comparison.outcome for comparison in compare(figures)} == {"not measured"}


@pytest.mark.parametrize(
    ("hits", "cases", "verdict"),
    [
        (300, 1_000, Verdict.HOLDS),
        (500, 1_000, Verdict.DOES_NOT_HOLD),
        (3, 10, Verdict.CANNOT_BE_TOLD),
        (340, 1_000, Verdict.CANNOT_BE_TOLD),
    ],
)
def test_about_thirty_percent(hits: int, cases: int, verdict: Verdict) -> None:
    figures = {"share": Figure.share(hits, cases)}
    assert judge(["share"], Interval(0.25, 0.35), figures).verdict is verdict


def test_one_fitting_definition_is_enough_and_a_missing_one_leaves_it_open() -> None:
    figures = {"far": Figure.share(900, 1_000), "near": Figure.share(300, 1_000)}
    meant = Interval(0.25, 0.35)
    assert judge(["far", "near"], meant, figures).verdict is Verdict.HOLDS
    assert judge(["far"], meant, figures).verdict is Verdict.DOES_NOT_HOLD
    assert judge(["far", "missing"], meant, figures).verdict is Verdict.CANNOT_BE_TOLD


def test_one_in_168710_fits_no_definition() -> None:
    (claim,) = (claim for claim in CLAIMS if claim.id == "one_in_168710")
    exact = dict.fromkeys(claim.figures, Figure.share(0, 10**9))
    assert claim.judged(exact).verdict is Verdict.DOES_NOT_HOLD
    fitting = exact | {claim.figures[0]: Figure.of_fraction(Fraction(1, 168_710))}
    assert claim.judged(fitting).verdict is Verdict.HOLDS


FACT = Fact("no hand", "1.19 %", 0.0119, 0.0001, "share")


@pytest.mark.parametrize(
    ("fact", "figure", "outcome"),
    [
        (FACT, Figure.share(119, 10_000), "inside the interval"),
        (FACT, Figure.share(300, 10_000), "outside the interval"),
        (FACT, None, "not measured"),
    ],
)
def test_stated_and_measured(fact: Fact, figure: Figure | None, outcome: str) -> None:
    assert Comparison(fact, figure).outcome == outcome


def test_without_exact_figures_a_sampled_one_measures_the_fact(results: Results) -> None:
    (fact,) = (fact for fact in FACTS if fact.text == "suuankou possible")
    figures = results.figures()
    sampled = {name: figure for name, figure in figures.items() if not figure.is_exact}
    for given, name in ((figures, fact.figure), (sampled, fact.sampled), ({}, fact.figure)):
        (comparison,) = (comparison for comparison in compare(given) if comparison.fact is fact)
        assert comparison.name == name
        assert comparison.figure == given.get(name)


def test_an_exact_figure_is_right_to_the_last_digit() -> None:
    fact = Fact("odds", "1 in 5,903", 5_903, 1, "odds", one_in=True)
    for one_in, outcome in ((5_903, "identical"), (5_903.4, "identical"), (5_910, "exact value differs by 0.1%")):
        figure = Results({"odds": ExactAnswer(1 / Fraction(one_in))}).figures()
        assert Comparison(fact, figure["odds"]).outcome == outcome
