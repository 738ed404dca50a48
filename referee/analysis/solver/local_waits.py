"""Waits that may have a local yaku, judged one hand at a time by the rules themselves. Pure."""

import numpy as np

from referee.analysis.solver.judgement import Judgement, Needs
from referee.analysis.solver.local_prospects import Wins, prospects
from referee.analysis.solver.wall import Wall
from referee.rules import RuleSet
from referee.rules.patterns import HouseYaku
from referee.rules.rule_files import shipped_local_yaku
from referee.rules.suit_arrays import Ints


def judge_local(judgement: Judgement, wall: Wall, indices: Ints, kinds: Ints) -> None:
    """Judge again the waits (m,) of hands by their indices, those of a hand together, where local yaku may count."""
    if not wall.scorers.plain.values.has_local:
        return
    counts = wall.hand_counts(indices)
    counts[np.arange(len(kinds)), kinds] += 1
    possible = prospects(Wins(counts, kinds, wall.scorers.plain.circumstances), _local_yaku(wall.rules))
    for index in np.unique(indices[possible]).tolist():
        first = int(np.searchsorted(indices, index))
        for row, wait in enumerate(wall.waits(wall.hand_tiles(index)).waits, start=first):
            judgement.points[row] = wait.points
            judgement.yakuman[row] = wait.score.yakuman
            judgement.needs[row] = Needs.of(wait)


def _local_yaku(rules: RuleSet) -> list[HouseYaku]:
    return [yaku if isinstance(yaku, HouseYaku) else shipped_local_yaku()[yaku] for yaku in rules.local_yaku]
