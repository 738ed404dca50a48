"""How many of all walls hold a hand of some shape: exact, in whole numbers."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from referee.analysis.study.counting import Counting, Use, fulfilled
from referee.analysis.study.form import Form
from referee.analysis.study.hand_forms import OrphansHand, PairsHand, StandardHand
from referee.analysis.study.other_forms import OrphansForm, PairsForm
from referee.analysis.study.standard_form import StandardForm
from referee.analysis.study.tile_polynomials import TilePolynomials
from referee.game import WALL_TILES
from referee.rules import HAND_TILES
from referee.tiles import KINDS, Kind
from referee.tiles.names import COPIES


@dataclass(frozen=True, slots=True)
class Walls:
    """All walls of `tiles` tiles that can be drawn from four copies of each of `kinds`, each wall once."""

    tiles: int = WALL_TILES
    kinds: frozenset[Kind] = frozenset(range(KINDS))

    @property
    def number(self) -> int:
        """How many there are."""
        return comb(COPIES * len(self.kinds), self.tiles)

    def without(self, *forms: Form) -> int:
        """How many hold no hand of any of these forms."""
        return self.without_by_tiles(*forms)[-1]

    def without_by_tiles(self, *forms: Form) -> tuple[int, ...]:
        """How many hold none, of 0 tiles, of 1 tile, and so on up to `tiles`: counted all at once."""
        ring = TilePolynomials(self.tiles)
        uses = tuple(Use(copies, ring.exactly(copies)) for copies in range(COPIES + 1))
        found = Counting(forms, ring, uses, uses[:1], self.kinds).classes()
        none = sum(count for (_, states), count in found.items() if not fulfilled(forms, states))
        return tuple(ring.coefficient(none, tiles) for tiles in range(self.tiles + 1))

    def chance(self, *forms: Form) -> Fraction:
        """The chance that a wall holds a hand of one of these forms."""
        return 1 - Fraction(self.without(*forms), self.number)

    def mean_ready_hands(self) -> Fraction:
        """How many different ready hands of 13 tiles a wall holds on average.

        The mean of a sum is the sum of the means: each ready hand counts the walls that hold it.
        """
        return self._mean(*_hands(HAND_TILES), marks=0)

    def mean_waits(self) -> Fraction:
        """How many pairs of a ready hand and one of its waits a wall holds on average.

        Each pair is a complete hand of 14 with one tile marked, which the wall need not hold.
        """
        return self._mean(*_hands(HAND_TILES + 1), marks=1)

    def _mean(self, *forms: Form, marks: int) -> Fraction:
        ring = TilePolynomials(self.tiles)
        needed = [(copies, mark) for mark in range(marks + 1) for copies in range(mark, COPIES + 1)]
        uses = tuple(Use(copies, ring.at_least(copies - mark), mark) for copies, mark in needed)
        absent = tuple(Use(copies, ring.pack([1]), mark) for copies, mark in needed if copies == mark)
        found = Counting(forms, ring, uses, absent, self.kinds).classes()
        held = sum(
            ring.coefficient(count, self.tiles)
            for (marked, states), count in found.items()
            if marked == marks and fulfilled(forms, states)
        )
        return Fraction(held, self.number)


def _hands(tiles: int) -> tuple[Form, ...]:
    return StandardHand(tiles), PairsHand(tiles), OrphansHand(tiles)


def any_form(lacking: int) -> tuple[Form, ...]:
    """The three forms of a hand, complete (0) or ready (1)."""
    return StandardForm(lacking), PairsForm(lacking), OrphansForm(lacking)
