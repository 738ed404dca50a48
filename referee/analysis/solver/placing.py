"""Places: a hand, the kind it wins on and its han of dora, in one number that adds up over the suits. Pure."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from referee.analysis.solver.wall import NUMBERS, Wall
from referee.rules import HAND_TILES
from referee.rules.hand_arrays import FIRST_KINDS
from referee.rules.suit_arrays import Ints
from referee.tiles import KINDS

_KIND_BITS: Final = (KINDS - 1).bit_length()
_KIND_MASK: Final = (1 << _KIND_BITS) - 1
_FIVE: Final = 4
NO_NUMBER: Final = -1
"""Where the winning tile is not in the suit."""


@dataclass(frozen=True, slots=True, eq=False)
class Placing:
    """How the places of a wall are put together: the index of the hand, the kind it wins on, `dora_bits` of dora.

    Parts of a hand have places too; they add up to that of the hand.
    """

    wall: Wall
    dora_bits: int

    @classmethod
    def of(cls, wall: Wall) -> "Placing":
        """The placing of a wall, with room for the most dora that 14 tiles can hold."""
        most = (HAND_TILES + 1) * (int(wall.dora.max()) + 1)
        return cls(wall, most.bit_length())

    def suit_places(self, suit: int, counts: Ints, winning: Ints) -> Ints:
        """The places (n,) of parts of a suit: their counts (n, numbers), the winning tile included, and its number.

        `winning` (n,) is NO_NUMBER where it is elsewhere.
        """
        first, numbers = FIRST_KINDS[suit], NUMBERS[suit]
        steps, dora = self.wall.steps[first : first + numbers], self.wall.dora[first : first + numbers]
        wins = winning != NO_NUMBER
        indices = counts @ steps - np.where(wins, steps[winning], 0)
        kinds = np.where(wins, winning + first, 0)
        places: Ints = (indices << _KIND_BITS | kinds) << self.dora_bits
        places += counts @ dora
        if first + _FIVE in self.wall.reds:
            places += self._reds(suit, counts[:, _FIVE], winning == _FIVE)
        return places

    def whole_places(self, counts: Ints, winning: Ints) -> Ints:
        """The places (n,) of whole hands: their counts (n, 34) of 14 tiles, won on the kinds `winning` (n,)."""
        places = np.zeros(len(counts), np.int64)
        for suit, (first, numbers) in enumerate(zip(FIRST_KINDS, NUMBERS, strict=True)):
            inside = (winning >= first) & (winning < first + numbers)
            places += self.suit_places(
                suit, counts[:, first : first + numbers], np.where(inside, winning - first, NO_NUMBER)
            )
        return places

    def dora(self, places: Ints) -> Ints:
        """The han of dora and red fives."""
        dora: Ints = places & (1 << self.dora_bits) - 1
        return dora

    def waits(self, places: Ints) -> Ints:
        """The hand and its wait in one number: all of the place but the dora."""
        waits: Ints = places >> self.dora_bits
        return waits

    @staticmethod
    def kinds(waits: Ints) -> Ints:
        """The kind of each wait."""
        kinds: Ints = waits & _KIND_MASK
        return kinds

    @staticmethod
    def indices(waits: Ints) -> Ints:
        """The index of the hand of each wait."""
        indices: Ints = waits >> _KIND_BITS
        return indices

    def _reds(self, suit: int, fives: Ints, won: Ints) -> Ints:
        """The red fives of parts: as many as the wall allows, and the winning one if no ordinary five is left for it.

        A hand with more of them is never worth less.
        """
        five = self.wall.reds[FIRST_KINDS[suit] + _FIVE]
        held = fives - won
        reds = np.minimum(held, five.held)
        with_won: Ints = reds + (won & (held - reds >= five.ordinary))
        return with_won
