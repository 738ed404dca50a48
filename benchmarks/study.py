"""`python -m benchmarks.study`: the exact counts, sampled walls and played deals, each beside the slower way.

Counting is set beside looking at walls one by one, several processes beside one.
"""

import os
import time
from collections.abc import Callable
from functools import partial

from benchmarks.clock import seconds
from referee.analysis.players import Character
from referee.analysis.solver import has_ready_hand
from referee.analysis.study.drawn_wall import DrawnWall
from referee.analysis.study.exact_study import exact_answer, exact_questions
from referee.analysis.study.plan import Part, StudyPlan
from referee.analysis.study.shape_odds import Walls
from referee.daemon.study.workers import Workers
from referee.rules import load_rules

WALLS = 400
DEALS = 200
_PIECE = 25
_TILES = 34


def main() -> None:
    """Measure and print."""
    plan = StudyPlan(load_rules("kaiji"), 1, _TILES, Character.CAREFUL, {})
    looked = looking(WALLS)
    for name in list(exact_questions())[:2]:
        counted = counting(name)
        print(f"{name:32s} {counted:6.1f} s, in which {counted * looked:10,.0f} walls could be looked at one by one")
    print(f"{'all exact figures':32s} {sum(counting(name) for name in exact_questions()):6.1f} s on one core")
    for part, cases in ((Part.WALLS, WALLS), (Part.DEALS, DEALS)):
        cost_ms = 1_000 * seconds(partial(plan.study, part, range(cases))) / cases
        one, many = (sampling(plan, part, cases, jobs) for jobs in (1, cores()))
        line = f"{part.value:32s} {cost_ms:6.1f} ms of a core each; by the clock {one:6.1f}/s in one process"
        print(f"{line}, {many:6.1f}/s in {cores()}, ratio {many / one:4.2f}")


def counting(name: str, tiles: int = _TILES) -> float:
    """Processor seconds for an exact figure."""
    return seconds(partial(exact_answer, name, Walls(tiles)))


def looking(walls: int) -> float:
    """Walls per processor second that are asked, one by one, whether they hold a ready hand."""
    drawn = [DrawnWall.draw(1, number, _TILES).tiles(load_rules("kaiji")) for number in range(walls)]
    has_ready_hand(drawn[0])  # fills its tables
    return walls / seconds(lambda: [has_ready_hand(tiles) for tiles in drawn])


def sampling(plan: StudyPlan, part: Part, cases: int, jobs: int) -> float:
    """Cases of a part per second of wall-clock time, once every process has its tables."""
    pieces = [range(first, first + _PIECE) for first in range(0, cases, _PIECE)]
    with Workers(jobs) as workers:
        list(workers.results(partial(plan.study, part), pieces[:1] * jobs))
        return cases / _elapsed_s(lambda: list(workers.results(partial(plan.study, part), pieces)))


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0))


def _elapsed_s(work: Callable[[], object]) -> float:
    began_s = time.perf_counter()
    work()
    return time.perf_counter() - began_s


if __name__ == "__main__":
    main()
