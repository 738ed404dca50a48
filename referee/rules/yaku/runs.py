"""The yaku made of runs."""

from collections import Counter

from referee.rules.reading import Form, WaitForm
from referee.rules.yaku.win import Win


def pinfu(win: Win) -> bool:
    """Four runs, a pair without value, won on a two-sided wait."""
    reading = win.reading
    if len(reading.runs) != 4 or reading.wait is not WaitForm.RYANMEN:
        return False
    return reading.pair < 31 and reading.pair not in win.circumstances.value_winds


def iipeikou(win: Win) -> bool:
    """Two identical runs, once; three identical runs are one such pair."""
    return _twins(win) == 1


def ryanpeikou(win: Win) -> bool:
    """Two times two identical runs."""
    return _twins(win) == 2


def sanshoku_doujun(win: Win) -> bool:
    """The same run in all three suits."""
    runs = win.reading.runs
    return any(first < 9 and first + 9 in runs and first + 18 in runs for first in runs)


def ittsuu(win: Win) -> bool:
    """123, 456 and 789 of one suit."""
    runs = win.reading.runs
    return any(first % 9 == 0 and first + 3 in runs and first + 6 in runs for first in runs)


def chiitoitsu(win: Win) -> bool:
    """Seven different pairs."""
    return win.reading.form is Form.SEVEN_PAIRS


def _twins(win: Win) -> int:
    runs = win.reading.runs
    if len(set(runs)) == len(runs):
        return 0
    return sum(copies // 2 for copies in Counter(runs).values())
