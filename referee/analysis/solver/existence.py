"""Whether some tiles hold a complete hand, a ready hand, a hand that reaches the minimum: with early exits. Pure.

Which forms each suit can take is all that shape asks: a set of forms is a bit mask, and two suits together can take the
sums of their forms.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from referee.analysis.solver.orphan_ways import orphan_hands
from referee.analysis.solver.pair_ways import pair_hands
from referee.analysis.solver.placing import Placing
from referee.analysis.solver.ready_hands import ReadyHands
from referee.analysis.solver.set_ways import set_blocks, set_hands, set_target
from referee.analysis.solver.wall import NUMBERS, Wall
from referee.analysis.solver.ways import Ways
from referee.analysis.solver.whole_suits import FULL_FORM, whole_suits
from referee.analysis.solver.worths import Worths, has_yaku, reaches
from referee.rules import HAND_TILES, MinimumKind, RuleSet, Situation
from referee.rules.hand_arrays import FIRST_KINDS
from referee.rules.ready import TERMINALS_AND_HONOURS
from referee.tiles import Counts, NotAllowedError, Tile, check_possible, counts_of

_ONE_IS_ENOUGH: Final = (MinimumKind.NONE, MinimumKind.MANGAN, MinimumKind.HANEMAN)
"""Minima that the best reading reaches if any does: it is the dearest. It need not be the one with most han."""

_PAIRS: Final = 7
_FULL: Final = 1 << FULL_FORM


class _SuitForms(NamedTuple):
    """The forms that a suit can take, a bit for each: laid inside the tiles, or lacking just the winning tile."""

    whole: int
    lacking: int


def has_complete_hand(tiles: Sequence[Tile]) -> bool:
    """Whether 14 of the tiles (14 or more) are complete: four sets and a pair, seven pairs, thirteen orphans."""
    counts = _checked(tiles)
    pairs = sum(1 for copies in counts if copies > 1)
    orphans = all(counts[kind] for kind in TERMINALS_AND_HONOURS)
    if pairs >= _PAIRS or (orphans and any(counts[kind] > 1 for kind in TERMINALS_AND_HONOURS)):
        return True
    forms = 1
    for suit in range(len(FIRST_KINDS)):
        forms = _sums(forms, _suit_forms(suit, _suit(counts, suit)).whole)
    return forms & _FULL != 0


def has_ready_hand(tiles: Sequence[Tile]) -> bool:
    """Whether 13 of the tiles (13 or more) are ready: something that exists completes them."""
    counts = _checked(tiles)
    pairs = sum(1 for copies in counts if copies > 1)
    if pairs >= _PAIRS or (pairs == _PAIRS - 1 and 1 in counts):
        return True
    missing = sum(1 for kind in TERMINALS_AND_HONOURS if not counts[kind])
    if missing == 0 or (missing == 1 and any(counts[kind] > 1 for kind in TERMINALS_AND_HONOURS)):
        return True
    whole, lacking = 1, 0
    for suit in range(len(FIRST_KINDS)):
        forms = _suit_forms(suit, _suit(counts, suit))
        lacking = _sums(lacking, forms.whole) | _sums(whole, forms.lacking)
        whole = _sums(whole, forms.whole)
    return (whole | lacking) & _FULL != 0


def has_reaching_hand(tiles: Sequence[Tile], rules: RuleSet, situation: Situation) -> bool:
    """Whether some ready hand of the tiles has a wait that reaches the minimum by itself."""
    wall = Wall.of(tiles, rules, situation)
    plain = wall.scorers.plain
    if plain.values.has_local or plain.circumstances.renhou or rules.minimum.kind not in _ONE_IS_ENOUGH:
        return bool(ReadyHands.of_wall(wall).full.any())
    placing, worths = Placing.of(wall), Worths.of(rules, wall.situation)
    return any(_any_reaches(ways, placing, worths) for ways in _in_parts(placing))


def _in_parts(placing: Placing) -> Iterator[Ways]:
    """All readings, a part at a time; the largest parts first, for they are likeliest to hold what is looked for."""
    for block in sorted(set_blocks(placing), key=len, reverse=True):
        yield set_hands([block])
    for ways in (pair_hands(placing), orphan_hands(placing)):
        if ways is not None:
            yield ways


def _any_reaches(ways: Ways, placing: Placing, worths: Worths) -> bool:
    ranks = worths.least.ranks(worths.values.numbers(ways.traits), placing.dora(ways.places))
    return bool((has_yaku(ranks) & reaches(ranks)).any())


def _suit_forms(suit: int, counts: tuple[int, ...]) -> _SuitForms:
    """The forms that the copies of a suit (0-2 numbers, 3 honours) can take."""
    wholes = whole_suits(suit)
    held = np.array(counts)
    return _SuitForms(_mask(wholes.inside(held).forms), _mask(wholes.exceeding(held).laid.forms))


def _mask(forms: NDArray[np.integer]) -> int:
    return sum(1 << form for form in np.flatnonzero(np.bincount(forms)).tolist())


def _sums(first: int, second: int) -> int:
    """The sums of two sets of forms; forms beyond a full one do no harm, for none of them is taken for it."""
    sums = 0
    while second:
        lowest = second & -second
        sums |= first * lowest
        second ^= lowest
    return sums & _open_mask()


@cache
def _open_mask() -> int:
    """The forms that can still become four sets and a pair."""
    return _mask(np.flatnonzero(set_target().open))


def _suit(counts: Counts, suit: int) -> tuple[int, ...]:
    first = FIRST_KINDS[suit]
    return counts[first : first + NUMBERS[suit]]


def _checked(tiles: Sequence[Tile]) -> Counts:
    if len(tiles) < HAND_TILES:
        raise NotAllowedError(f"there are {len(tiles)} tiles: expected {HAND_TILES} or more")
    check_possible(tiles)
    return counts_of(tiles)
