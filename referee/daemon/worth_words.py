"""A score in English words, for the terminal. Pages have their own texts in four languages."""

from typing import TYPE_CHECKING

from referee.tiles import format_tile

if TYPE_CHECKING:
    from referee.rules import RuleSet, Score


def worth_words(score: "Score") -> str:
    """For instance `4 han 40 fu, mangan, 12,000 points, 1 unit`."""
    if not score.complete:
        return "nothing"
    parts = []
    if score.han is not None:
        parts.append(f"{score.han} han {score.fu} fu")
    if score.limit.value == "yakuman":
        parts.append("yakuman" if score.yakuman == 1 else f"{score.yakuman}-fold yakuman")
    elif score.limit.value != "none":
        parts.append(score.limit.value.replace("_", " "))
    parts.append(f"{score.points:,} points")
    if score.units:
        parts.append(f"{float(score.units):g} unit{'' if score.units == 1 else 's'}")
    return ", ".join(parts)


def fu_words(score: "Score") -> str:
    """For instance `base 20 + closed ron 10 + closed triplet 222p 4 = 34, rounded up to 40`."""
    parts = []
    for part in score.fu_parts:
        tile = f" {format_tile(part.kind)}" if part.kind is not None else ""
        parts.append(f"{part.id.value.replace('_', ' ')}{tile} {part.fu}")
    total = sum(part.fu for part in score.fu_parts)
    rounding = "" if total == score.fu else f", rounded up to {score.fu}"
    return f"{' + '.join(parts)} = {total}{rounding}"


def refusal_words(score: "Score", rules: "RuleSet") -> str:
    """Why the ron is refused, with the numbers that decide it."""
    codes = {reason.value for reason in score.reasons}
    if "not_complete" in codes:
        return "the tiles are not complete"
    if "no_yaku" in codes:
        return "there is no yaku"
    reached = f"{score.han_for_minimum} han" + (f" {score.fu_for_minimum} fu" if score.fu_for_minimum else "")
    return f"{reached} without ura, below the minimum of {minimum_words(rules)}"


def minimum_words(rules: "RuleSet") -> str:
    """The minimum of a rule set: `mangan`, `4 han`, `7,700 points`, `one yaku` where there is none beyond that."""
    minimum = rules.minimum
    if minimum.kind.value == "han":
        return f"{minimum.number} han"
    if minimum.kind.value == "points":
        return f"{minimum.number:,} points"
    return "one yaku" if minimum.kind.value == "none" else minimum.kind.value
