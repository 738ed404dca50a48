"""Hands of exactly 13 tiles that are ready, and of exactly 14 that are complete: nothing may be left over.

Other than the forms that look into a wall, these know how many tiles they have seen.
"""

from dataclasses import dataclass, field
from typing import Final

from referee.analysis.study.form import DEAD, State, Trait
from referee.analysis.study.standard_form import StandardForm
from referee.rules import HAND_TILES
from referee.rules.ready import TERMINALS_AND_HONOURS
from referee.tiles import Kind

_WITH_PAIR = 1
_LACKING = 2


@dataclass(frozen=True, slots=True)
class StandardHand:
    """Four sets and a pair, of 14 tiles or with one of them lacking."""

    tiles: int = HAND_TILES
    grows: bool = False
    _within: StandardForm = field(default_factory=StandardForm, init=False, repr=False, compare=False)

    def trait(self, kind: Kind) -> Trait:
        """As within a wall."""
        return self._within.trait(kind)

    def start(self) -> State:
        """No tiles, and the state of the form."""
        return 0, *self._within.start()

    def add(self, state: State, trait: Trait, copies: int) -> State:
        """Dead with more tiles than a hand has."""
        tiles = state[0] + copies
        return DEAD if tiles > self.tiles else (tiles, *self._within.add(state[1:], trait, copies))

    def close(self, state: State) -> State:
        """Tiles of the suit, and the ways in which all of them are used, as bits by `_WITH_PAIR` and `_LACKING`."""
        tiles = state[0]
        most_sets = self._within.close(state[1:])
        ways = 0
        for way, (sets, beside) in enumerate(
            zip((most_sets[0], most_sets[2], most_sets[1], most_sets[3]), _BESIDE, strict=True)
        ):
            if sets >= 0 and 3 * sets == tiles - beside:
                ways |= 1 << way
        return (tiles, ways) if ways else DEAD

    def join(self, first: State, second: State) -> State:
        """One pair and one lacking tile at most."""
        tiles = first[0] + second[0]
        ways = 0
        for way in range(4):
            for other in range(4):
                if first[1] >> way & 1 and second[1] >> other & 1 and not way & other:
                    ways |= 1 << (way | other)
        return (tiles, ways) if ways and tiles <= self.tiles else DEAD

    def fulfilled(self, state: State) -> bool:
        """All tiles, with the pair, and one lacking unless 14 are there."""
        way = _WITH_PAIR | (_LACKING if self.tiles == HAND_TILES else 0)
        return state[0] == self.tiles and bool(state[1] >> way & 1)


_BESIDE: Final = (0, 2, -1, 1)
"""Tiles beside whole sets in each way: none, the pair, one less, the pair and one less."""


@dataclass(frozen=True, slots=True)
class PairsHand:
    """Seven pairs of different kinds, of 14 tiles or with one of them lacking."""

    tiles: int = HAND_TILES
    grows: bool = False

    def trait(self, kind: Kind) -> Trait:
        """All kinds are alike."""
        return 0

    def start(self) -> State:
        """Pairs and single tiles."""
        return 0, 0

    def add(self, state: State, trait: Trait, copies: int) -> State:
        """Dead with three of a kind or too many single tiles."""
        return self.join(state, (int(copies == 2), int(copies == 1))) if copies <= 2 else DEAD

    def close(self, state: State) -> State:
        """Nothing more to say."""
        return state

    def join(self, first: State, second: State) -> State:
        """Those of both."""
        pairs, singles = first[0] + second[0], first[1] + second[1]
        return (pairs, singles) if 2 * pairs + singles <= self.tiles and singles <= self.tiles % 2 else DEAD

    def fulfilled(self, state: State) -> bool:
        """All tiles."""
        return 2 * state[0] + state[1] == self.tiles


@dataclass(frozen=True, slots=True)
class OrphansHand:
    """Each terminal and honour and one of them twice, of 14 tiles or with one of them lacking."""

    tiles: int = HAND_TILES
    grows: bool = False

    def trait(self, kind: Kind) -> Trait:
        """Whether the kind is a terminal or an honour."""
        return int(kind in TERMINALS_AND_HONOURS)

    def start(self) -> State:
        """Terminals and honours held, and how many of them twice."""
        return 0, 0

    def add(self, state: State, trait: Trait, copies: int) -> State:
        """Dead with another tile, three of a kind or two pairs."""
        if not copies:
            return state
        return self.join(state, (1, int(copies == 2))) if trait and copies <= 2 else DEAD

    def close(self, state: State) -> State:
        """Nothing more to say."""
        return state

    def join(self, first: State, second: State) -> State:
        """Those of both."""
        held, doubled = first[0] + second[0], first[1] + second[1]
        return (held, doubled) if doubled <= 1 else DEAD

    def fulfilled(self, state: State) -> bool:
        """All tiles: 13 different ones, or 12 and the pair; with 14 both."""
        return sum(state) == self.tiles and state[0] >= HAND_TILES - 1
