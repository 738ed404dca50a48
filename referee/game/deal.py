"""The state of one deal as far as it has been played: frozen, replaced as a whole by `play`.

It holds facts (walls, hands, rivers) and what follows from them (furiten, decisions, the result). A hand may be
unknown; nothing here assumes two players.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique

from referee.game.amounts import Amount
from referee.game.decision import Decision
from referee.game.event import How, Label, Place
from referee.game.result import Result
from referee.game.seats import Seat, after, order_from
from referee.tiles import Kind, Tile


@unique
class Phase(StrEnum):
    """Where a deal stands, and so what can come next."""

    WALLS = "walls"
    """Waiting for walls, dice (who is first) and the indicator."""
    BUILDING = "building"
    """Players choose their 13."""
    DISCARDING = "discarding"
    LAST_WINDOW = "last_window"
    """All discards are out; a ron is possible until a person closes the window (`draw`)."""
    CALLED = "called"
    """A ron was called by a hand that nobody has seen: it is to be shown."""
    WON = "won"
    """A ron was approved; the ura indicator is still to come."""
    REFUSED = "refused"
    """A ron was refused, or a tile of a hand was discarded: frozen until a ruling."""
    ENDED = "ended"
    """The deal has a result."""


@unique
class FuritenCause(StrEnum):
    """Why a seat is furiten."""

    OWN_DISCARD = "own_discard"
    PASSED = "passed"


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's locked hand; `tiles` is None while nobody has seen it. `waits`: kinds that complete it."""

    seq: int
    at_ms: int
    tiles: tuple[Tile, ...] | None
    how: How | None
    late: bool
    waits: frozenset[Kind] = frozenset()


@dataclass(frozen=True, slots=True)
class Discard:
    """One tile of a river: `n` counts 1-17 for its seat."""

    seq: int
    ms: int
    by: Seat
    tile: Tile
    n: int


@dataclass(frozen=True, slots=True)
class Furiten:
    """Since which event a seat is furiten, on which of its waits, and by which discard (`discard` is its seq)."""

    since: int
    wait: Kind
    cause: FuritenCause
    discard: int
    discarder: Seat
    n: int
    temporary: bool = False
    """Only until the own next discard (a pass without riichi)."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """A ruling that was given: `kind` as in the event, `amounts` the points it moved."""

    seq: int
    kind: str
    by: Seat | None
    amounts: Mapping[Seat, Amount]
    text: str


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal. Mappings are by seat; a seat without an entry has none of it (no wall seen, no hand built)."""

    no: int
    label: Label
    seats: tuple[Seat, ...]
    """Who takes part, in physical order."""
    dealer: Seat | None
    first: Seat | None
    """Who discards first; None until it is known."""
    points_before: Mapping[Seat, Amount]
    pot_before: Amount
    seq: int = 0
    """The event that opened it."""
    phase: Phase = Phase.WALLS
    dice: tuple[int, ...] = ()
    place: Place | None = None
    walls_up: bool = False
    walls: Mapping[Seat, tuple[Tile, ...]] = field(default_factory=dict)
    flipped: bool = False
    indicators: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()
    hands: Mapping[Seat, Hand] = field(default_factory=dict)
    rivers: Mapping[Seat, tuple[Discard, ...]] = field(default_factory=dict)
    riichi: frozenset[Seat] = frozenset()
    """Seats whose riichi stands."""
    last: Discard | None = None
    """The newest discard; the window on it is open while `phase` allows a ron."""
    furiten: Mapping[Seat, Furiten] = field(default_factory=dict)
    dead: frozenset[Seat] = frozenset()
    decisions: tuple[Decision, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    exposed: tuple[tuple[Seat | None, Tile], ...] = ()
    set_aside: tuple[Tile, ...] = ()
    paused: bool = False
    result: Result | None = None
    """Entered when the deal ends; the public sees it once `shown`."""
    shown: bool = False

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in order of play, first player first; empty until that is known."""
        return () if self.first is None else order_from(self.first, self.seats)

    @property
    def turn(self) -> Seat | None:
        """Who discards next; None outside DISCARDING."""
        if self.phase is not Phase.DISCARDING or self.first is None:
            return None
        return self.first if self.last is None else after(self.last.by, self.seats)

    def river(self, seat: Seat) -> tuple[Discard, ...]:
        """A seat's discards, oldest first."""
        return self.rivers.get(seat, ())

    def pool(self, seat: Seat) -> tuple[Tile, ...] | None:
        """What a seat can still discard, sorted; None while its wall or its hand is unknown."""
        hand = self.hands.get(seat)
        if seat not in self.walls or hand is None or hand.tiles is None:
            return None
        left = Counter(self.walls[seat])
        left.subtract(hand.tiles)
        left.subtract(discard.tile for discard in self.river(seat))
        return tuple(sorted(left.elements()))
