"""A study as JSON: how it was done, every figure, the facts and claims with their verdicts, and the distributions."""

from typing import Any

from referee.analysis.study.claims import judge_all
from referee.analysis.study.facts import compare
from referee.analysis.study.figure import Figure
from referee.analysis.study.interval import CONFIDENCE
from referee.analysis.study.plan import StudyPlan
from referee.analysis.study.results import Results
from referee.analysis.study.shape_odds import Walls
from referee.game import WALL_TILES


def study_fields(plan: StudyPlan, results: Results, seconds: float) -> dict[str, Any]:
    """The whole study. Numbers of walls are texts: they have more digits than many readers of JSON keep."""
    figures = results.figures()
    is_wall = plan.tiles == WALL_TILES  # of other sizes nothing is stated
    return {
        "rules": plan.rules.name,
        "seed": plan.seed,
        "tiles": plan.tiles,
        "players": plan.character.value,
        "cases": {part.value: cases for part, cases in plan.cases.items()},
        "confidence": CONFIDENCE,
        "figures": {name: _figure_fields(figure, plan.tiles) for name, figure in sorted(figures.items())},
        "facts": [
            {
                "text": comparison.fact.text,
                "stated": comparison.fact.stated,
                "figure": comparison.name,
                "outcome": comparison.outcome,
            }
            for comparison in (compare(figures) if is_wall else ())
        ],
        "claims": [
            {
                "id": claim.id,
                "source": claim.source,
                "text": claim.text,
                "definition": claim.definition,
                "figures": list(judgement.figures),
                "verdict": judgement.verdict.value,
                "reason": judgement.reason,
            }
            for claim, judgement in (judge_all(figures) if is_wall else ())
        ],
        "by_tiles": {
            name: [float(value) for value in answer.by_tiles]
            for name, answer in results.exact.items()
            if answer.by_tiles
        },
        "distributions": {
            f"{prefix}{name}": [[value, times] for value, times in sorted(values.items())]
            for prefix, tally in (("", results.walls), ("", results.deals), ("three.", results.three))
            for name, values in tally.values.items()
        },
        "seconds": round(seconds, 1),
    }


def _figure_fields(figure: Figure, tiles: int) -> dict[str, Any]:
    """A figure; an exact one with its fraction, and as a number of walls where it is one."""
    fields = figure.plain()
    if figure.exact is not None:
        fields |= {"numerator": str(figure.exact.numerator), "denominator": str(figure.exact.denominator)}
        walls = figure.exact * Walls(tiles).number
        if walls.denominator == 1:
            fields["walls"] = str(walls)
    return fields
