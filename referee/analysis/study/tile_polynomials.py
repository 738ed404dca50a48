"""Polynomials by number of tiles, packed in one Python integer each, so that a product is one multiplication.

The coefficient of x^n counts walls of n tiles. All coefficients are whole numbers from zero on, and each has so many
bits that none can run into the next.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb
from typing import Final, TypeAlias

from referee.tiles.names import COPIES, KINDS

Polynomial: TypeAlias = int

_SPARE_BITS: Final = 64
"""Beyond the walls of a full set: a wall has under 2^34 hands of 13 tiles, each with 34 waits at most."""


@dataclass(frozen=True, slots=True)
class TilePolynomials:
    """Polynomials up to x^`degree`; what lies above is dropped."""

    degree: int
    _mask: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_mask", (1 << _BITS * (self.degree + 1)) - 1)

    def pack(self, coefficients: Sequence[int]) -> Polynomial:
        """The polynomial with these coefficients, from x^0 on."""
        return sum(value << _BITS * power for power, value in enumerate(coefficients)) & self._mask

    def times(self, first: Polynomial, second: Polynomial) -> Polynomial:
        """The product, without what lies above the degree."""
        return first * second & self._mask

    def coefficient(self, polynomial: Polynomial, power: int) -> int:
        """The coefficient of x^`power`."""
        return polynomial >> _BITS * power & _COEFFICIENT

    def exactly(self, copies: int) -> Polynomial:
        """Ways to hold exactly so many copies of a kind."""
        return self.pack([0] * copies + [comb(COPIES, copies)])

    def at_least(self, copies: int) -> Polynomial:
        """Ways to hold so many copies of a kind or more."""
        return self.pack([comb(COPIES, held) if held >= copies else 0 for held in range(COPIES + 1)])


_BITS: Final = KINDS * COPIES + _SPARE_BITS
_COEFFICIENT: Final = (1 << _BITS) - 1
