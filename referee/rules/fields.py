"""Scores and waits as JSON has them: names, texts and numbers. One place, for commands, pages and records."""

from fractions import Fraction

from referee.rules.fu import FuPart
from referee.rules.scores import Score, YakuScore
from referee.rules.wait import Wait, Waits
from referee.tiles import format_tile


def score_fields(score: Score) -> dict[str, object]:
    """A score with the field names of the command `score`."""
    return {
        "complete": score.complete,
        "can_ron": score.can_ron,
        "reasons": [reason.value for reason in score.reasons],
        "reading": score.reading.text if score.reading else None,
        "reading_for_minimum": score.reading_for_minimum.text if score.reading_for_minimum else None,
        "wait": score.reading.wait.value if score.reading else None,
        "yaku": [yaku_fields(yaku) for yaku in score.yaku],
        "han": score.han,
        "han_for_minimum": score.han_for_minimum,
        "fu": score.fu,
        "fu_for_minimum": score.fu_for_minimum,
        "fu_parts": [_fu_part_fields(part) for part in score.fu_parts],
        "limit": score.limit.value,
        "limit_for_minimum": score.limit_for_minimum.value,
        "yakuman": score.yakuman,
        "points": score.points,
        "points_child": score.points_child,
        "points_dealer": score.points_dealer,
        "units": exact_number(score.units),
        "furiten_on_pass": score.furiten_on_pass,
    }


def waits_fields(waits: Waits) -> dict[str, object]:
    """Waits with the field names of the command `waits`."""
    return {
        "ready": waits.ready,
        "ready_by_shape_only": waits.ready_by_shape_only,
        "waits": [wait_fields(wait) for wait in waits.waits],
    }


def wait_fields(wait: Wait) -> dict[str, object]:
    """One wait with the field names of the command `waits`."""
    return {
        "tile": format_tile(wait.tile),
        "mark": wait.mark,
        "kind": wait.kind.value,
        "needs": [yaku.value for yaku in wait.needs],
        "han": wait.han,
        "fu": wait.fu,
        "limit": wait.limit.value,
        "yakuman": wait.score.yakuman,
        "points": wait.points,
        "units": exact_number(wait.score.units),
        "yaku": [yaku_fields(yaku) for yaku in wait.yaku],
    }


def yaku_fields(yaku: YakuScore) -> dict[str, object]:
    """`{id, han}` or `{id, yakuman}`."""
    if yaku.yakuman is not None:
        return {"id": yaku.id.value, "yakuman": yaku.yakuman}
    return {"id": yaku.id.value, "han": yaku.han}


def exact_number(value: Fraction) -> int | float:
    """A fraction as a JSON number: whole where it is, else with its half, which a float holds exactly."""
    return value.numerator if value.denominator == 1 else value.numerator / value.denominator


def _fu_part_fields(part: FuPart) -> dict[str, object]:
    fields: dict[str, object] = {"id": part.id.value, "fu": part.fu}
    if part.kind is not None:
        fields["tile"] = format_tile(part.kind)
    return fields
