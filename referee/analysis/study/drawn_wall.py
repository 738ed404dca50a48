"""A wall drawn by chance, the same for the same seed and number on every machine, with what lies beside it."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from referee.rules import DoraRule, RuleSet, Situation
from referee.tiles import Counts, Tile, counts_of
from referee.tiles.names import COPIES, KINDS, RED_OF, suit_of


@dataclass(frozen=True, slots=True)
class DrawnWall:
    """The pieces of one wall, numbered 0-135 (four of each kind), the indicator's piece, and the seat that opens it.

    Pieces, because what is a red five is a matter of rules: so one wall can be judged by several rule sets.
    """

    number: int
    pieces: tuple[int, ...]
    indicator: int

    @classmethod
    def draw(cls, seed: int, number: int, tiles: int) -> "DrawnWall":
        """The wall of a number; walls of different numbers are independent of each other."""
        *pieces, indicator = Random(f"wall {seed} {number}").sample(range(KINDS * COPIES), tiles + 1)
        return cls(number, tuple(sorted(pieces)), indicator)

    @property
    def counts(self) -> Counts:
        """The copies by kind."""
        return counts_of([piece // COPIES for piece in self.pieces])

    def tiles(self, rules: RuleSet) -> tuple[Tile, ...]:
        """The tiles, with as many red fives among the copies as the rules have."""
        return tuple(_tile(piece, rules.red_fives) for piece in self.pieces)

    def situation(self, rules: RuleSet) -> Situation:
        """Indicator and winds: walls go round the seats in turn."""
        shown = () if rules.dora is DoraRule.NONE else (_tile(self.indicator, rules.red_fives),)
        return Situation(indicators=shown, seat_wind=rules.seat_winds[self.number % len(rules.seat_winds)])


def _tile(piece: int, red_fives: Mapping[str, int]) -> Tile:
    kind, copy = divmod(piece, COPIES)
    return RED_OF[kind] if kind in RED_OF and copy < red_fives.get(suit_of(kind), 0) else kind
