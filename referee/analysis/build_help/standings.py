"""The ready hands of a wall with what each is worth, also where ordinary fives were chosen although red ones lie there.

The solver values every hand with as many red fives as the wall allows. Whoever puts an ordinary five into the hand may
leave fewer places for red ones; such hands have the worth that they have in a wall with fewer red ones. Pure.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from referee.analysis.solver import ReadyHands, Wall
from referee.analysis.solver.solution import Standing
from referee.rules.suit_arrays import Ints
from referee.tiles import Kind, Tile, kind_of

Reds: TypeAlias = tuple[int, ...]
"""How many red fives of each suit that has some are used."""


@dataclass(frozen=True, slots=True, eq=False)
class Standings:
    """The n ready hands of a wall. `counts` (n, 34): their copies by kind; `plain`: what they are worth at best."""

    wall: Wall
    counts: NDArray[np.int8]
    plain: Standing
    _by_reds: dict[Reds, Standing] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def of(cls, wall: Wall) -> "Standings":
        """The standings of all ready hands."""
        ready = ReadyHands.of_wall(wall)
        return cls(wall, ready.hand_counts().astype(np.int8), Standing.of(ready))

    def __len__(self) -> int:
        return len(self.counts)

    def holding(self, chosen: Sequence[Tile], rows: Ints) -> Standing:
        """What the hands of some rows are worth if they hold exactly these chosen tiles, red ones and ordinary ones."""
        held = [(kind, red.held) for kind, red in self.wall.reds.items() if red.held]
        ordinary = Counter(tile for tile in chosen if any(tile == kind for kind, _ in held))
        found = Standing(*(getattr(self.plain, name)[rows] for name in Standing.__dataclass_fields__))
        if not ordinary:
            return found
        copies = self.counts[rows][:, [kind for kind, _ in held]]
        most = np.array([reds for _, reds in held])
        usual = np.minimum(copies, most)
        used = np.minimum(copies - np.array([ordinary[kind] for kind, _ in held]), most)
        fewer = np.flatnonzero((used < usual).any(axis=1))
        for reds in {tuple(each) for each in used[fewer].tolist()}:
            places = fewer[(used[fewer] == np.array(reds)).all(axis=1)]
            other = self._with_reds([kind for kind, _ in held], reds)
            for name in Standing.__dataclass_fields__:
                getattr(found, name)[places] = getattr(other, name)[rows[places]]
        return found

    def _with_reds(self, kinds: Sequence[Kind], reds: Reds) -> Standing:
        """The standing of all hands in the same wall with so many red fives, the others being ordinary ones."""
        known = self._by_reds.get(reds)
        if known is None:
            left = Counter(dict(zip(kinds, reds, strict=True)))
            tiles: list[Tile] = []
            for tile in self.wall.tiles:
                kind = kind_of(tile)
                keeps = tile == kind or kind not in left or left[kind] > 0
                if tile != kind and kind in left:
                    left[kind] -= 1
                tiles.append(tile if keeps else kind)
            wall = Wall.of(tiles, self.wall.rules, self.wall.situation)
            known = self._by_reds[reds] = Standing.of(ReadyHands.of_wall(wall))
        return known
