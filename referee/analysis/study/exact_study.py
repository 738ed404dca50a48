"""The exact figures of a study, each a question by itself, so that several processes can share the work."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

from referee.analysis.study.form import Form
from referee.analysis.study.other_forms import OrphansForm, PairsForm
from referee.analysis.study.shape_odds import Walls, any_form
from referee.analysis.study.standard_form import StandardForm
from referee.analysis.study.yakuman_forms import yakuman_forms
from referee.game import DISCARDS
from referee.rules.ready import TERMINALS_AND_HONOURS
from referee.tiles.names import COPIES, KINDS


@dataclass(frozen=True, slots=True)
class ExactAnswer:
    """An exact chance or mean; where all sizes of walls were counted at once the values of all, from 0 tiles on."""

    value: Fraction
    by_tiles: tuple[Fraction, ...] = ()
    is_mean: bool = False


Question = Callable[[Walls], ExactAnswer]


def exact_questions() -> Mapping[str, Question]:
    """All of them by the name of their figure; the longest first."""
    return {
        "exact.no_ready_hand": _without(*any_form(1)),
        "exact.no_complete_hand": _without(*any_form(0)),
        "exact.no_ready_hand_but_orphans": _without(StandardForm(1), PairsForm(1)),
        "exact.no_complete_hand_but_orphans": _without(StandardForm(0), PairsForm(0)),
        "exact.pairs": lambda walls: ExactAnswer(walls.mean_waits(), is_mean=True),
        "exact.no_standard_ready_hand": _without(StandardForm(1)),
        "exact.no_standard_complete_hand": _without(StandardForm(0)),
        "exact.ready_hands": lambda walls: ExactAnswer(walls.mean_ready_hands(), is_mean=True),
        **{f"exact.yakuman_{yaku.value}": _with(*forms) for yaku, forms in yakuman_forms().items()},
        "exact.complete_kokushi": _with(OrphansForm(0)),
        "exact.seventeen_terminals_and_honours": _with_nagashi,
    }


def exact_answer(name: str, walls: Walls) -> ExactAnswer:
    """The answer to the question of that name."""
    return exact_questions()[name](walls)


def _without(*forms: Form) -> Question:
    def chance(walls: Walls) -> ExactAnswer:
        without = walls.without_by_tiles(*forms)
        every = [replace(walls, tiles=tiles).number for tiles in range(len(without))]
        by_tiles = tuple(Fraction(none, number) for none, number in zip(without, every, strict=True))
        return ExactAnswer(by_tiles[-1], by_tiles)

    return chance


def _with(*forms: Form) -> Question:
    return lambda walls: ExactAnswer(walls.chance(*forms))


def _with_nagashi(walls: Walls) -> ExactAnswer:
    """The chance of 17 terminals and honours: so many that all discards could be some, whatever the hand is."""
    outer = COPIES * len(TERMINALS_AND_HONOURS)
    others = COPIES * KINDS - outer
    ways = sum(comb(outer, held) * comb(others, walls.tiles - held) for held in range(DISCARDS, walls.tiles + 1))
    return ExactAnswer(Fraction(ways, walls.number))
