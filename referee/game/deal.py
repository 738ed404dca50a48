"""The state of one deal as far as it has been played: frozen, replaced as a whole by `play`.

It holds facts (walls, hands, rivers) and what follows from them (furiten, decisions, the result). A hand may be
unknown; nothing here assumes two players.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Final

from referee.game.account import Account
from referee.game.amounts import Amount, exact
from referee.game.decision import Decision
from referee.game.event import Event, How, Label, Place
from referee.game.result import Result
from referee.game.seats import Seat, after, order_from
from referee.rules import Reason, Score
from referee.tiles import Kind, Tile

WALL_TILES: Final = 34
DISCARDS: Final = 17
"""Steps of each player, after which the deal is drawn."""


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
    """A seat's locked hand; `tiles` is None while nobody has seen it."""

    seq: int
    at_ms: int
    tiles: tuple[Tile, ...] | None
    how: How | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """A hand as it is judged: the tiles, the kinds that complete them, and whether a tile of them was discarded.

    After a late showing this holds from the beginning of the deal, although `Deal.hands` tells when it was seen.
    """

    tiles: tuple[Tile, ...]
    waits: frozenset[Kind]
    changed: bool = False


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
class Call:
    """A ron that was called on `discard`; allowed if there are no `reasons`. `score` is None where none was asked."""

    seq: int
    by: Seat
    discard: Discard
    reasons: tuple[Reason, ...]
    score: Score | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """A ruling that was given: `kind` as in the event, `amounts` the points it moved."""

    seq: int
    kind: str
    by: Seat | None
    amounts: Mapping[Seat, Amount]
    text: str


@dataclass(frozen=True)  # no slots: see `replacement`
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
    position: int = 0
    """How many times the match had moved on before this deal; the last deal is known by it."""
    draws_before: int = 0
    """Draws in a row just before this deal."""
    seq: int = 0
    """The event that opened it."""
    phase: Phase = Phase.WALLS
    dice: tuple[int, ...] = ()
    place: Place | None = None
    walls_up: bool = False
    walls: Mapping[Seat, tuple[Tile, ...]] = field(default_factory=dict)
    taken: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)
    """The wall that a seat named, or the rows that its dice gave it (see `taking`)."""
    flipped: bool = False
    indicators: tuple[Tile, ...] = ()
    """Empty also after a flip that nobody could read."""
    ura: tuple[Tile, ...] = ()
    hands: Mapping[Seat, Hand] = field(default_factory=dict)
    known: Mapping[Seat, Known] = field(default_factory=dict)
    discards: tuple[Discard, ...] = ()
    """All discards in the order of play."""
    riichi: frozenset[Seat] = frozenset()
    """Seats whose riichi stands."""
    sticks: Mapping[Seat, Amount] = field(default_factory=dict)
    """Riichi sticks laid in this deal."""
    furiten: Mapping[Seat, Furiten] = field(default_factory=dict)
    dead: frozenset[Seat] = frozenset()
    """Seats that may not win any more by a ruling."""
    calls: tuple[Call, ...] = ()
    ruled_unseen: frozenset[int] = frozenset()
    """Calls by hands that nobody had seen when they were ruled on; showing the hand later does not revive them."""
    decisions: tuple[Decision, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    exposed: tuple[tuple[Seat | None, Tile], ...] = ()
    opened: frozenset[Seat] = frozenset()
    """Seats that laid their hand open once the deal had ended."""
    set_aside: tuple[Tile, ...] = ()
    paused: bool = False
    account: Account = field(default_factory=Account)
    """All moves of points so far, the result's included."""
    before_result: Account | None = None
    """The account as it stood when the result came in."""
    settled: Account | None = None
    """The account as the result left it; what moved later is not part of the result."""
    result: Result | None = None
    """Entered when the deal ends; the public sees it once `shown`."""
    shown: bool = False
    events: tuple[Event, ...] = field(default=(), repr=False)
    """The events of this deal that count."""
    origin: "Deal | None" = field(default=None, repr=False)
    """The deal as it was opened, from which it is judged anew when a hand is shown late."""

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in order of play, first player first; empty until that is known."""
        return () if self.first is None else order_from(self.first, self.seats)

    @property
    def last(self) -> Discard | None:
        """The newest discard; the window on it is open while `phase` allows a ron."""
        return self.discards[-1] if self.discards else None

    @property
    def turn(self) -> Seat | None:
        """Who discards next; None outside DISCARDING."""
        if self.phase is not Phase.DISCARDING or self.first is None:
            return None
        return self.first if self.last is None else after(self.last.by, self.seats)

    @property
    def rivers(self) -> dict[Seat, tuple[Discard, ...]]:
        """Each seat's discards, oldest first."""
        return {seat: self.river(seat) for seat in self.seats}

    def river(self, seat: Seat) -> tuple[Discard, ...]:
        """A seat's discards, oldest first."""
        return tuple([discard for discard in self.discards if discard.by == seat])

    def pool(self, seat: Seat) -> tuple[Tile, ...] | None:
        """What a seat can still discard, sorted; None while its wall or its hand is unknown."""
        known = self.known.get(seat)
        if seat not in self.walls or known is None:
            return None
        return without(self.walls[seat], (*known.tiles, *(discard.tile for discard in self.river(seat))))

    def open_to(self, seat: Seat) -> tuple[Discard, ...]:
        """The other seats' discards since the seat's own last one, oldest first: its window for a ron."""
        window: list[Discard] = []
        for discard in reversed(self.discards):
            if discard.by == seat:
                break
            window.append(discard)
        return tuple(reversed(window))

    @property
    def points(self) -> dict[Seat, Amount]:
        """Points now."""
        delta = self.account.delta
        return {seat: exact(points + delta.get(seat, 0)) for seat, points in self.points_before.items()}

    @property
    def pot(self) -> Amount:
        """What lies on the table now."""
        return exact(self.pot_before + self.account.pot)

    @property
    def wins(self) -> tuple[Call, ...]:
        """The rons that were allowed."""
        return tuple(call for call in self.calls if not call.reasons)


def without(tiles: Sequence[Tile], taken: Sequence[Tile]) -> tuple[Tile, ...]:
    """The tiles that are left once `taken` are gone, sorted; what was not there is not missed."""
    left = Counter(tiles)
    left.subtract(taken)
    return tuple(sorted(left.elements()))
