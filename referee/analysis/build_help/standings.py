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

from referee.analysis.solver import ReadyHands, Standing, Wall
from referee.rules.suit_arrays import Ints
from referee.tiles import Kind, Tile, kind_of

Reds: TypeAlias = tuple[int, ...]
"""How many red fives of each suit that has some are used."""


@dataclass(frozen=True, slots=True, eq=False)
class Standings:
    """The n ready hands of a wall. `counts` (n, 34): their copies by kind; `plain`: what they are worth at best.

    Remembers one more standing for each number of red fives that choices leave: eight in all with one red five a suit.
    """

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
        kinds = [kind for kind, red in self.wall.reds.items() if red.held]
        ordinary = [chosen.count(kind) for kind in kinds]
        found = self.plain.some(rows)
        if not any(ordinary):
            return found
        copies = self.counts[rows][:, kinds]
        most = np.array([self.wall.reds[kind].held for kind in kinds])
        usual = np.minimum(copies, most)
        used = np.minimum(copies - np.array(ordinary), most)
        fewer = np.flatnonzero((used < usual).any(axis=1))
        for reds in {tuple(each) for each in used[fewer].tolist()}:
            places = fewer[(used[fewer] == np.array(reds)).all(axis=1)]
            found.put(places, self._with_reds(kinds, reds).some(rows[places]))
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
