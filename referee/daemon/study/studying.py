"""Carries out a study: exact questions and sampled cases in worker processes, with the state kept on the way.

Runs in the main thread. An interrupt leaves the file with all pieces that were handed back.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from referee.analysis.study.exact_study import ExactAnswer, exact_answer, exact_questions
from referee.analysis.study.plan import Part, StudyPlan
from referee.analysis.study.results import Results
from referee.analysis.study.shape_odds import Walls
from referee.analysis.study.tally import Tally
from referee.daemon.console import progress
from referee.daemon.study.kept_state import KeptState
from referee.daemon.study.workers import Workers

_PIECE: Final = 25  # cases: a quarter of a second
_SAVE_S: Final = 5.0

Tell = Callable[[int], None]


def carry_out(plan: StudyPlan, kept: KeptState, *, jobs: int, exact: bool, visible: bool) -> Results:
    """Do all that the plan asks and the state lacks; `visible`: with progress bars on a terminal."""
    answers: Mapping[str, ExactAnswer] = {}
    kept.save()  # whether the file can be written is known before the work
    with Workers(jobs) as workers:
        if exact:
            with progress("exact figures", len(exact_questions()), visible=visible) as tell:
                answers = answer_exactly(workers, plan.tiles, tell)
        for part in Part:
            with progress(part.value, plan.cases[part], visible=visible) as tell:
                sample(workers, plan, part, kept, tell)
    return Results(answers, *(kept.parts[part].tally for part in Part))


def answer_exactly(workers: Workers, tiles: int, tell: Tell) -> Mapping[str, ExactAnswer]:
    """All exact questions for walls of so many tiles."""
    names = list(exact_questions())
    answers = workers.results(partial(exact_answer, walls=Walls(tiles)), names)
    found = {}
    for name, answer in zip(names, answers, strict=True):
        found[name] = answer
        tell(len(found))
    return found


def sample(workers: Workers, plan: StudyPlan, part: Part, kept: KeptState, tell: Tell) -> None:
    """The cases of a part that the kept state lacks."""
    tell(kept.parts[part].done)
    pieces = list(_pieces(kept.parts[part].done, plan.cases[part]))
    saved_s = time.monotonic()
    try:
        found: Iterator[Tally] = workers.results(partial(plan.study, part), pieces)
        for piece, tally in zip(pieces, found, strict=True):
            kept.parts[part] = kept.parts[part].with_more(len(piece), tally)
            tell(kept.parts[part].done)
            if time.monotonic() - saved_s >= _SAVE_S:
                kept.save()
                saved_s = time.monotonic()
    finally:
        kept.save()


def _pieces(done: int, cases: int) -> Iterator[range]:
    for first in range(done, cases, _PIECE):
        yield range(first, min(first + _PIECE, cases))
