"""Waits that may have a local yaku, judged one hand at a time by the rules themselves. Pure."""

import numpy as np

from referee.analysis.solver.judgement import Judgement, Needs
from referee.analysis.solver.wall import Wall
from referee.rules.hand_arrays import Bools, HandArrays
from referee.rules.pattern_arrays import can_meet
from referee.rules.suit_arrays import Ints


def judge_local(judgement: Judgement, wall: Wall, indices: Ints, kinds: Ints) -> None:
    """Judge again the waits (m,) of hands by their indices, those of a hand together, where local yaku may count."""
    if not wall.scorers.plain.values.has_local:
        return
    for index in np.unique(indices[_may_have_local(wall, indices, kinds)]).tolist():
        first = int(np.searchsorted(indices, index))
        for row, wait in enumerate(wall.waits(wall.hand_tiles(index)).waits, start=first):
            judgement.points[row] = wait.points
            judgement.yakuman[row] = wait.score.yakuman
            judgement.needs[row] = Needs.of(wait)


def _may_have_local(wall: Wall, indices: Ints, kinds: Ints) -> Bools:
    """Whether each wait may have a local yaku, also one that only ippatsu or houtei brings."""
    counts = wall.hand_counts(indices)
    counts[np.arange(len(kinds)), kinds] += 1
    hands = HandArrays.of_counts(counts, kinds)
    found = np.zeros(len(kinds), bool)
    for scorer in (wall.scorers.plain, *(scorer for _, scorer in wall.scorers.lifted)):
        for condition in scorer.values.local:
            found |= can_meet(condition, hands, scorer.circumstances)
    return found
