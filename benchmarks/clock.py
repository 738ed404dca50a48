"""Two ways to do the same work, timed in turns: processor time, the best of several rounds each, and their ratio."""

import time
from collections.abc import Callable

ROUNDS = 5


def rates(count: int, *works: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """Items per second of each work, which does `count` of them. Taken in turns, so that all meet the same machine."""
    for work in works:
        work()  # tables fill, caches warm: what is measured is the steady state, for everybody
    best = [float("inf")] * len(works)
    for _ in range(rounds):
        for place, work in enumerate(works):
            begin = time.process_time()
            work()
            best[place] = min(best[place], time.process_time() - begin)
    return [count / seconds for seconds in best]


def report(title: str, ours: float, theirs: float, *, least: float | None = None) -> None:
    """Print one line: what, both rates, the ratio and the one that is asked for."""
    asked = "" if least is None else f"  (asked for: {least:g})"
    print(f"{title:48s} {ours:10,.0f}/s  mahjong {theirs:9,.0f}/s  ratio {ours / theirs:6.1f}{asked}")
