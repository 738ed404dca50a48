"""Seven pairs, thirteen orphans, four triplets and nine gates, complete or with one tile lacking."""

from dataclasses import dataclass
from typing import Final

from referee.analysis.study.form import State, Trait
from referee.rules.ready import TERMINALS_AND_HONOURS
from referee.rules.traits import FIRST_HONOUR
from referee.tiles import Kind

_PAIRS: Final = 7
_TRIPLETS: Final = 4
_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)


@dataclass(frozen=True, slots=True)
class PairsForm:
    """Seven pairs of different kinds (four of a kind are no two pairs) from `first_kind` on, `lacking` 0 or 1."""

    lacking: int = 1
    first_kind: Kind = 0
    grows: bool = True

    def trait(self, kind: Kind) -> Trait:
        """Whether the kind can be one of the pairs."""
        return int(kind >= self.first_kind)

    def start(self) -> State:
        """Kinds held, kinds held twice."""
        return 0, 0

    def add(self, state: State, trait: Trait, copies: int) -> State:
        """More than seven are as good as seven."""
        held, twice = state
        return min(_PAIRS, held + (trait and copies >= 1)), min(_PAIRS, twice + (trait and copies >= 2))

    def close(self, state: State) -> State:
        """Nothing more to say."""
        return state

    def join(self, first: State, second: State) -> State:
        """Kinds of both."""
        return min(_PAIRS, first[0] + second[0]), min(_PAIRS, first[1] + second[1])

    def fulfilled(self, state: State) -> bool:
        """Seven kinds, of which all but the lacking tile's are held twice."""
        return state[0] >= _PAIRS and state[1] >= _PAIRS - self.lacking


@dataclass(frozen=True, slots=True)
class OrphansForm:
    """Each terminal and honour, and one of them twice; `lacking` 0 or 1. `open_to_all`: each once is asked for."""

    lacking: int = 1
    open_to_all: bool = False
    grows: bool = False

    def trait(self, kind: Kind) -> Trait:
        """Whether the kind is a terminal or an honour."""
        return int(kind in TERMINALS_AND_HONOURS)

    def start(self) -> State:
        """Terminals and honours not held, and whether one is held twice."""
        return 0, 0

    def add(self, state: State, trait: Trait, copies: int) -> State:
        """More than two not held are as bad as two."""
        return (min(2, state[0] + (copies == 0)), max(state[1], int(copies >= 2))) if trait else state

    def close(self, state: State) -> State:
        """Nothing more to say."""
        return state

    def join(self, first: State, second: State) -> State:
        """Those of both."""
        return min(2, first[0] + second[0]), max(first[1], second[1])

    def fulfilled(self, state: State) -> bool:
        """13 different ones wait for all; otherwise one is doubled and one may lack."""
        missing, doubled = state
        if self.open_to_all or not doubled:
            return missing == 0 and (self.open_to_all or self.lacking == 1)
        return missing <= self.lacking


@dataclass(frozen=True, slots=True)
class TripletsForm:
    """Four concealed triplets waiting for the pair: the only way to win with them, since a ron opens a triplet."""

    grows: bool = True

    def trait(self, kind: Kind) -> Trait:
        """All kinds are alike."""
        return 0

    def start(self) -> State:
        """Kinds held, kinds held three times."""
        return 0, 0

    def add(self, state: State, trait: Trait, copies: int) -> State:
        """More than needed are as good as enough."""
        return min(_TRIPLETS + 1, state[0] + (copies >= 1)), min(_TRIPLETS, state[1] + (copies >= 3))

    def close(self, state: State) -> State:
        """Nothing more to say."""
        return state

    def join(self, first: State, second: State) -> State:
        """Kinds of both."""
        return min(_TRIPLETS + 1, first[0] + second[0]), min(_TRIPLETS, first[1] + second[1])

    def fulfilled(self, state: State) -> bool:
        """A fifth kind is the single tile: a triplet's own fourth copy would wait for a fifth."""
        return state == (_TRIPLETS + 1, _TRIPLETS)


@dataclass(frozen=True, slots=True)
class GatesForm:
    """1112345678999 of one suit and one more of it, with one tile lacking; `pure`: the lacking one is that one."""

    pure: bool = False
    grows: bool = False

    def trait(self, kind: Kind) -> Trait:
        """How many the gates have of it; none of an honour."""
        return _GATES[kind % 9] if kind < FIRST_HONOUR else 0

    def start(self) -> State:
        """Tiles that the gates lack, whether one is over, and whether there is a gate at all."""
        return 0, 0, 0

    def add(self, state: State, trait: Trait, copies: int) -> State:
        """More than two lacking are as bad as two."""
        lacks, over, numbered = state
        return min(2, lacks + max(0, trait - copies)), max(over, int(copies > trait)), int(numbered or trait > 0)

    def close(self, state: State) -> State:
        """Whether this suit has the gates."""
        lacks, over, numbered = state
        return (int(numbered == 1 and (lacks == 0 or (lacks == 1 and over == 1 and not self.pure))),)

    def join(self, first: State, second: State) -> State:
        """In either."""
        return (max(first[0], second[0]),)

    def fulfilled(self, state: State) -> bool:
        """Whether a suit has them."""
        return state[0] == 1
