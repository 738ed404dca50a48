"""All ready hands of a wall, with every wait, its mark and its worth, as arrays. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.analysis.solver.judgement import Needs, Readings
from referee.analysis.solver.local_waits import judge_local
from referee.analysis.solver.orphan_ways import orphan_hands
from referee.analysis.solver.pair_ways import pair_hands
from referee.analysis.solver.placing import Placing
from referee.analysis.solver.set_ways import set_blocks, set_hands
from referee.analysis.solver.wall import Wall
from referee.analysis.solver.worths import Worths
from referee.rules import RuleSet, Situation
from referee.rules.hand_arrays import Bools
from referee.rules.suit_arrays import Ints
from referee.tiles import Tile


@dataclass(frozen=True, slots=True, eq=False)
class ReadyHands:
    """The n ready hands of a wall, multisets of kinds, in a fixed order; and their m waits, those of a hand together.

    By hand, (n,): `indices` (see `Wall`; `hand_tiles` decodes one), `first`, where its waits begin, and `times`, how
    many it has. By wait, (m,): `hands`, the row of its hand; `kinds`, ascending within a hand; `points`, what it pays
    by itself, whether or not that reaches the minimum; `yakuman`, how many yakuman it is; `needs`, as in `Needs`.
    """

    wall: Wall
    indices: Ints
    first: Ints
    times: Ints
    hands: Ints
    kinds: Ints
    points: Ints
    yakuman: Ints
    needs: NDArray[np.int8]

    @classmethod
    def of(cls, tiles: Sequence[Tile], rules: RuleSet, situation: Situation) -> "ReadyHands":
        """The ready hands of 13 tiles or more; a hand with red fives is valued with as many as the tiles allow.

        Riichi counts as the rules say; ippatsu, houtei and ura of the situation do not. Raises NotAllowedError and
        ImpossibleTilesError as `Wall.of` does.
        """
        return cls.of_wall(Wall.of(tiles, rules, situation))

    @classmethod
    def of_wall(cls, wall: Wall) -> "ReadyHands":
        """The ready hands of a wall."""
        placing = Placing.of(wall)
        traits, places = _readings(placing)
        waits = placing.waits(places)
        order = np.argsort(waits, kind="stable")
        waits = waits[order]
        starts = _starts(waits)
        readings = Readings(traits[order], placing.dora(places)[order], starts)
        judgement = readings.judged(Worths.of(wall.rules, wall.situation))
        waits = waits[starts]
        indices, kinds = placing.indices(waits), placing.kinds(waits)
        judge_local(judgement, wall, indices, kinds)
        first = _starts(indices)
        times = np.diff(first, append=len(waits))
        return cls(
            wall=wall,
            indices=indices[first],
            first=first,
            times=times,
            hands=np.repeat(np.arange(len(first)), times),
            kinds=kinds,
            points=judgement.points,
            yakuman=judgement.yakuman,
            needs=judgement.needs,
        )

    def __len__(self) -> int:
        return len(self.indices)

    def hand_tiles(self, row: int) -> tuple[Tile, ...]:
        """The 13 tiles of a hand, sorted; of red and ordinary fives as many red ones as the wall allows."""
        return self.wall.hand_tiles(int(self.indices[row]))

    def hand_counts(self) -> Ints:
        """The copies by kind of every hand, (n, 34)."""
        return self.wall.hand_counts(self.indices)

    @property
    def full(self) -> Bools:
        """Whether each wait reaches the minimum by itself, (m,)."""
        full: Bools = self.needs == Needs.NOTHING
        return full

    def live(self) -> Ints:
        """By wait, (m,): its copies that are neither in the wall nor shown."""
        live: Ints = self.wall.live[self.kinds]
        return live

    def sums(self, by_wait: Ints) -> Ints:
        """For each hand the sum of a number of its waits."""
        return np.add.reduceat(by_wait, self.first) if len(self) else self.first

    def most(self, by_wait: Ints) -> Ints:
        """For each hand the largest of a number of its waits."""
        return np.maximum.reduceat(by_wait, self.first) if len(self) else self.first


def _readings(placing: Placing) -> tuple[Ints, Ints]:
    """The traits and places of all readings of all complete hands."""
    found = [set_hands(set_blocks(placing)), pair_hands(placing), orphan_hands(placing)]
    return (
        np.concatenate([ways.traits for ways in found if ways is not None]),
        np.concatenate([ways.places for ways in found if ways is not None]),
    )


def _starts(ascending: Ints) -> Ints:
    """Where each different number begins."""
    return np.flatnonzero(np.diff(ascending, prepend=-1))
