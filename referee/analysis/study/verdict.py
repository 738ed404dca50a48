"""Whether a statement holds: the range that it means, against a measured figure with its interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from referee.analysis.study.figure import Figure, Figures
from referee.analysis.study.interval import Interval


@unique
class Verdict(StrEnum):
    """What a study says about a statement."""

    HOLDS = "holds"
    DOES_NOT_HOLD = "does not hold"
    CANNOT_BE_TOLD = "cannot be told"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on a statement, the figures that it rests on by name, and the reason in a sentence."""

    verdict: Verdict
    figures: dict[str, Figure]
    reason: str


def judge(names: Sequence[str], meant: Interval | None, figures: Figures) -> Judgement:
    """Judge a statement by all of the named figures; it holds if it holds for any of them.

    `meant` None: no range follows from the statement, so that figures can only be shown.
    """
    known = {name: figures[name] for name in names if name in figures}
    if not known:
        return Judgement(Verdict.CANNOT_BE_TOLD, known, "not measured: this study lacks that part")
    if meant is None:
        return Judgement(Verdict.CANNOT_BE_TOLD, known, "no range follows from the words")
    if any(figure.interval.within(meant) for figure in known.values()):
        return Judgement(Verdict.HOLDS, known, "the measured interval lies within what is meant")
    if any(figure.interval.meets(meant) for figure in known.values()):
        return Judgement(Verdict.CANNOT_BE_TOLD, known, "the interval reaches beyond what is meant: take more cases")
    if len(known) < len(names):
        return Judgement(Verdict.CANNOT_BE_TOLD, known, "not all definitions were measured, and no other one fits")
    return Judgement(Verdict.DOES_NOT_HOLD, known, "the measured interval lies outside what is meant")
