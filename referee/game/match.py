"""The state of a match: who plays by which rules, the deals so far, points, pot and what comes next.

Frozen; made by `fold` and `advance` from events and from nothing else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.game.amounts import Amount
from referee.game.deal import Deal
from referee.game.event import Event, Label, Setup
from referee.game.seats import Seat
from referee.rules import RuleSet, Wind
from referee.tiles import NotAllowedError


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The proposal for the next deal, and the one reason it follows from (a text code).

    Reasons: `first_deal`, `dealer_stays_win`, `dealer_stays_draw`, `dealer_moves_win`, `dealer_moves_draw`, without a
    dealer `win`, `draw`, `last_deal_repeats`; `redeal`, `penalty` (played again), `hotfix`.
    """

    no: int
    first: Seat | None
    """None: dice decide."""
    dealer: Seat | None
    label: Label
    reason: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The proposal that the match is over; a person accepts it.

    Reasons: `bust`, `last_deal_won`, `last_deal_draw`, `last_deal_dealer_top`; `agreed` where people ended it.
    """

    reason: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's place: equal points share a rank."""

    rank: int
    seat: Seat
    points: Amount


@dataclass(frozen=True, slots=True)
class Hotfix:
    """What a referee set right by hand, for ever on record. `deal` is the newest deal then, 0 before the first."""

    seq: int
    kind: str
    amounts: Mapping[str, Amount]
    by: Seat | None
    text: str
    deal: int
    for_next: bool
    """Whether honba or dealer is meant for the deal that comes."""


@dataclass(frozen=True)  # no slots: see `replacement`
class Match:
    """A match at one instant. An empty match (no `match` event, or a voided one) has `setup` None."""

    setup: Setup | None = None
    rule_set: RuleSet | None = None
    events: tuple[Event, ...] = ()
    """All events, voided ones too."""
    deals: tuple[Deal, ...] = ()
    points: Mapping[Seat, Amount] = field(default_factory=dict)
    """Points now, everything of the current deal included."""
    pot: Amount = 0
    vanished: Amount = 0
    """What fouls without a receiver and hotfixes took out of the match; points + pot + vanished never change."""
    honba: int = 0
    dealer: Seat | None = None
    round_wind: Wind | None = None
    next_deal: NextDeal | None = None
    """Set while a deal can be opened."""
    over: MatchOver | None = None
    """The proposal that the match is over, or why it is."""
    ended: bool = False
    """A person accepted the end."""
    end_text: str = ""
    before_end: "Match | None" = field(default=None, repr=False)
    """The match as it stood when its end was accepted; reopening goes back to it."""
    revision: int = 1
    """Grows with each reopening."""
    hotfixes: tuple[Hotfix, ...] = ()

    @property
    def version(self) -> int:
        """The seq of the last event; 0 when there is none."""
        return self.events[-1].seq if self.events else 0

    @property
    def rules(self) -> RuleSet:
        """The rule set. Raises NotAllowedError while no match is open."""
        if self.rule_set is None:
            raise NotAllowedError("no match is open")
        return self.rule_set

    @property
    def deal(self) -> Deal | None:
        """The newest deal."""
        return self.deals[-1] if self.deals else None

    @property
    def running(self) -> Deal | None:
        """The deal that has no result yet, None between deals."""
        return None if self.deal is None or self.deal.result is not None else self.deal

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who takes part, in physical order."""
        return () if self.setup is None else tuple(sorted(self.setup.players))

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The places, best first; equal points share a rank."""
        ordered = sorted(self.points, key=lambda seat: (-self.points[seat], seat))
        return tuple(
            Standing(1 + sum(1 for other in self.points.values() if other > self.points[seat]), seat, self.points[seat])
            for seat in ordered
        )
