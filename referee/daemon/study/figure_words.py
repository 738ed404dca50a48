"""Figures in words: shares in percent, small chances as one in so many, each with its interval."""

from typing import Final

from referee.analysis.study.figure import Figure, FigureKind

_SMALL: Final = 0.001
_NEARLY_ALL: Final = 0.999


def value_words(figure: Figure, *, one_in: bool = False) -> str:
    """The value; chances as one in so many if asked for (`one_in`) or small."""
    if not figure.is_share:
        return _number(figure.value)
    if figure.value > 0 and (one_in or figure.value < _SMALL):
        odds = 1 / figure.value
        return f"1 in {odds:,.0f}" if odds >= 100 else f"1 in {odds:.1f}"
    return _percent(figure.value)


def interval_words(figure: Figure) -> str:
    """The interval; `exact`, or nothing for the largest that was seen."""
    low, high = figure.interval.low, figure.interval.high
    if figure.is_exact:
        return "exact"
    if figure.kind is FigureKind.MOST:
        return ""
    words = _percent if figure.is_share else _number
    return f"{words(low)} - {words(high)}"


def _percent(share: float) -> str:
    digits = 3 if share < 0.01 or share > _NEARLY_ALL else 2 if share < 0.1 else 1
    return f"{100 * share:.{digits}f} %"


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.2f}"
