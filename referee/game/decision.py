"""What the game answers: a verdict, its reasons as codes, and the facts that the texts need."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique

from referee.game.seats import Seat
from referee.rules import Reason


@unique
class Verdict(StrEnum):
    """What was decided."""

    RON = "ron"
    REFUSED = "refused"
    FURITEN = "furiten"
    """From here on this seat cannot win (for the rest of the deal, or until its next discard)."""
    DRAW = "draw"
    ABANDONED = "abandoned"
    PENALTY = "penalty"
    REDEAL = "redeal"
    HAND_CHANGE = "hand_change"
    """A tile of the 13 was discarded, or the 13 cannot have come from the wall."""
    DEAD_DEAL = "dead_deal"
    """Nobody can win any more: for the referee and commentators only."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One verdict. `seq` is the event that it answers, `seat` whom it is about (None: the whole table).

    Facts are plain values by name. `ron`, `refused`: wait (the tile), event (the discard's seq), discarder, n; where
    the hand is complete also han, han_for_minimum, fu, fu_for_minimum, limit, yakuman, points, minimum, and furiten
    (an object) if it is so. `furiten`: wait (the kind), event, discarder, n, cause, until. `hand_change`: tile or
    tiles, cause, rule.
    """

    seq: int
    seat: Seat | None
    verdict: Verdict
    reasons: tuple[Reason, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)
