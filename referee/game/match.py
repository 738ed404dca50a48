"""The state of a match: who plays by which rules, the deals so far, points, pot and what comes next.

Frozen; made by `fold` and `advance` from events and from nothing else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.game.amounts import Amount
from referee.game.deal import Deal
from referee.game.event import Event, Label, Setup
from referee.game.seats import Seat
from referee.rules.choices import Wind
from referee.rules.ruleset import RuleSet
from referee.tiles import NotAllowedError


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The proposal for the next deal, and the one reason it follows from (a text code such as `dealer_stays_draw`)."""

    no: int
    first: Seat | None
    """None: dice decide."""
    dealer: Seat | None
    label: Label
    reason: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The proposal that the match is over, with its reason (`bust`, `last_deal_draw`, ...); a person accepts it."""

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
    """What a referee set right by hand, for ever on record."""

    seq: int
    kind: str
    amounts: Mapping[str, Amount]
    by: Seat | None
    text: str


@dataclass(frozen=True, slots=True)
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
    honba: int = 0
    dealer: Seat | None = None
    round_wind: Wind | None = None
    next_deal: NextDeal | None = None
    """Set while a deal can be opened."""
    over: MatchOver | None = None
    """The proposal that the match is over, or why it is."""
    ended: bool = False
    """A person accepted the end."""
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
    def seats(self) -> tuple[Seat, ...]:
        """Who takes part, in physical order."""
        return () if self.setup is None else tuple(sorted(self.setup.players))
