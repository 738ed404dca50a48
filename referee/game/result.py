"""How a deal ended: wins with their price, who paid what, and what stays on the table."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique

from referee.game.amounts import Amount
from referee.game.seats import Seat
from referee.rules import Score
from referee.tiles import Tile


@unique
class ResultType(StrEnum):
    """The kinds of end of a deal."""

    RON = "ron"
    DRAW = "draw"
    ABANDONED = "abandoned"
    PENALTY = "penalty"
    REDEAL = "redeal"

    @property
    def is_drawn(self) -> bool:
        """Whether the deal counts and nobody won it."""
        return self in (ResultType.DRAW, ResultType.ABANDONED)


@dataclass(frozen=True, slots=True)
class Win:
    """One win: `base` is its price without honba and pot, `score` the reading that is paid (with ura)."""

    winner: Seat
    loser: Seat
    tile: Tile
    score: Score
    base: Amount
    honba: Amount
    pot: Amount


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a deal. `delta`: points after minus points before, sticks included; `pot`: what stays."""

    type: ResultType
    wins: tuple[Win, ...]
    delta: Mapping[Seat, Amount]
    pot: Amount
    reason: str = ""
    ruled_by: str = ""
