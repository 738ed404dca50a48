"""Two ways to do the same work, timed in turns: processor time, the best of several rounds each, and their ratio."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

ROUNDS = 5

Item = TypeVar("Item")


def rates(count: int, *works: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """Items per second of each work, which does `count` of them again in each round.

    The works take turns, so that all meet the same machine; each is done once before, so that tables are filled.
    """
    for work in works:
        work()
    best = [float("inf")] * len(works)
    for _ in range(rounds):
        for place, work in enumerate(works):
            best[place] = min(best[place], seconds(work))
    return [count / time_s for time_s in best]


def rate_of_new(batches: Sequence[Sequence[Item]], work: Callable[[Sequence[Item]], object]) -> float:
    """Items per second of a work that does another batch in each round, so that nothing comes twice; the best round.

    For a work that remembers what it met, this is what new items cost.
    """
    return max(len(batch) / seconds(partial(work, batch)) for batch in batches)


def seconds(work: Callable[[], object]) -> float:
    """Processor time of a work, in seconds."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def report(title: str, ours: float, theirs: float, *, least: float | None = None) -> None:
    """Print one line: what, both rates, the ratio and the one that is asked for."""
    asked = "" if least is None else f"  (asked for: {least:g})"
    print(f"{title:48s} {ours:10,.0f}/s  mahjong {theirs:9,.0f}/s  ratio {ours / theirs:6.1f}{asked}")
