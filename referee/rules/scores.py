"""What a hand is worth when it wins on a tile: the answer, with everything that explains it.

Values only; how they come about is `scorer`.
"""

from dataclasses import dataclass
from enum import StrEnum, unique
from fractions import Fraction
from typing import NamedTuple

from referee.rules.fu import FuPart
from referee.rules.limits import Limit
from referee.rules.reading import Reading
from referee.rules.yaku.names import AnyYakuId


@unique
class Reason(StrEnum):
    """Why a ron is refused. The scorer gives the first three; the rest belong to the referee's verdict."""

    NOT_COMPLETE = "not_complete"
    NO_YAKU = "no_yaku"
    BELOW_MINIMUM = "below_minimum"
    FURITEN_OWN_DISCARD = "furiten_own_discard"
    FURITEN_PASSED = "furiten_passed"
    OWN_DISCARD = "own_discard"
    TOO_LATE = "too_late"
    HAND_UNKNOWN = "hand_unknown"
    DEAD_HAND = "dead_hand"
    IMPOSSIBLE_TILES = "impossible_tiles"


@dataclass(frozen=True, slots=True)
class YakuScore:
    """A yaku of a win with its han, or a yakuman with its multiple; the other of the two is None."""

    id: AnyYakuId
    han: int | None = None
    yakuman: int | None = None


class Score(NamedTuple):
    """What 13 tiles and a winning tile are worth under a rule set, without honba and pot.

    A tuple and no dataclass, because it is made for every hand that is scored.

    `reasons` is empty exactly if `can_ron`. `reading` is the one for payment, with ura; `reading_for_minimum` the one
    without, which alone decides whether the minimum is reached. `han` and `fu` are None for a yakuman and for a hand
    that is not complete; without any yaku `han` is 0 and dora are not listed, for they give nothing. `points` are on
    the scale that the rule set says, `points_child` and `points_dealer` on the other two. `furiten_on_pass`: whether
    letting this tile pass is furiten, if it is a wait.
    """

    complete: bool
    reasons: tuple[Reason, ...]
    yaku: tuple[YakuScore, ...]
    han: int | None
    han_for_minimum: int | None
    fu: int | None
    fu_for_minimum: int | None
    limit: Limit
    limit_for_minimum: Limit
    yakuman: int
    points: int
    points_child: int
    points_dealer: int
    units: Fraction
    furiten_on_pass: bool
    reading: Reading | None
    reading_for_minimum: Reading | None
    fu_parts: tuple[FuPart, ...]

    @property
    def can_ron(self) -> bool:
        """Whether the hand and the rules allow the ron; furiten and the order of play are the referee's matter."""
        return not self.reasons
