"""The hands of thirteen orphans. Pure."""

from typing import Final

import numpy as np

from referee.analysis.solver.placing import Placing
from referee.analysis.solver.ways import NO_GROUPS, Ways
from referee.rules.candidates import orphan_traits
from referee.rules.ready import TERMINALS_AND_HONOURS
from referee.rules.traits import ORPHANS
from referee.tiles import KINDS, Kind

_FORM: Final = 1
_SINGLE_WAIT: Final = 1
_THIRTEEN_WAITS: Final = 2


def orphan_hands(placing: Placing) -> Ways | None:
    """Every hand of thirteen orphans with its winning tile; None if the wall has none."""
    wins = _wins(placing.wall.counts)
    if not wins:
        return None
    pairs, winning = np.array(wins).T
    counts = np.zeros((len(wins), KINDS), np.int64)
    counts[:, TERMINALS_AND_HONOURS] = 1
    counts[np.arange(len(wins)), pairs] = 2
    return Ways(
        np.full(len(wins), _FORM, np.int8),
        orphan_traits() + ORPHANS.one * np.where(pairs == winning, _THIRTEEN_WAITS, _SINGLE_WAIT),
        placing.whole_places(counts, winning),
        np.full(len(wins), NO_GROUPS, np.int32),
    )


def _wins(counts: tuple[int, ...]) -> list[tuple[Kind, Kind]]:
    """The pair and the winning kind of each."""
    missing = [kind for kind in TERMINALS_AND_HONOURS if not counts[kind]]
    if len(missing) > 1:
        return []
    doubled = [kind for kind in TERMINALS_AND_HONOURS if counts[kind] > 1]
    lacking = missing or TERMINALS_AND_HONOURS
    wins = [(pair, winning) for pair in doubled for winning in lacking if pair != winning]
    return wins if missing else wins + [(kind, kind) for kind in TERMINALS_AND_HONOURS]
