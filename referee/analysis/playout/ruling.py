"""How a simulated referee rules on a frozen table: as the rule set says, and mildly where it says nothing. Pure."""

from enum import StrEnum, unique

from referee.game import Deal, Seat, Verdict
from referee.rules import ChomboAmount, Reason, RuleSet


@unique
class RulingKind(StrEnum):
    """What the referee says; the values are those of the desk's command."""

    PLAY_ON = "play_on"
    CHOMBO = "chombo"
    DEAD_HAND = "dead_hand"


def ruling_on(rules: RuleSet, deal: Deal) -> tuple[RulingKind, Seat]:
    """The ruling on a deal that a refused call or a changed hand has frozen, and the seat that it is about.

    A false ron costs what the rule set's `chombo` says; where that is nothing, and where a call only came too late, the
    deal is played on. Where the rule set leaves a changed hand to the referee, that hand may not win.
    """
    frozen = next(
        decision for decision in reversed(deal.decisions) if decision.verdict in (Verdict.REFUSED, Verdict.HAND_CHANGE)
    )
    if frozen.seat is None:
        raise ValueError("a refused call and a changed hand belong to a seat")
    if frozen.verdict is Verdict.HAND_CHANGE:
        return RulingKind.DEAD_HAND, frozen.seat
    late = Reason.TOO_LATE in frozen.reasons or Reason.HAND_UNKNOWN in frozen.reasons
    free = late or rules.chombo.amount is ChomboAmount.NONE
    return RulingKind.PLAY_ON if free else RulingKind.CHOMBO, frozen.seat
