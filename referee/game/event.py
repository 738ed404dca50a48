"""Events: the accepted facts of a match, and the only truth about it. Everything else is folded from them.

The kinds are those of record17, and three of the journal's own that open and close: `match`, `deal`, `match_end`.
Which fields a kind needs and may have stands in `catalogue`; the JSON form in `event_json`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Final

from referee.game.amounts import Amount
from referee.game.seats import Seat
from referee.rules.choices import Wind
from referee.tiles import Tile

CATALOGUE_VERSION: Final = 2
"""Version of the kinds of event and their fields, as the journal keeps them. 2: `age_ms`."""


@unique
class EventType(StrEnum):
    """Every kind of event."""

    MATCH = "match"
    """Opens a match: players, rules (journal only)."""
    DEAL = "deal"
    """Opens a deal (journal only)."""
    MATCH_END = "match_end"
    """A person accepted that the match is over (journal only)."""
    WALLS = "walls"
    """The walls are up; with `by` and `tiles`: the 34 tiles that a seat opened."""
    DICE = "dice"
    FLIP = "flip"
    """The indicator was turned over."""
    BUILT = "built"
    """A hand stands; without tiles it is unknown so far, with tiles it is known (also later, at a ron)."""
    RIICHI = "riichi"
    DISCARD = "discard"
    PASS = "pass"
    """A player let the open discard go; the own next discard implies it."""
    RON = "ron"
    DRAW = "draw"
    """After the last discard: a person closed the window, nobody called."""
    URA = "ura"
    SHOW = "show"
    """The result was shown to the public."""
    VOID = "void"
    """Event `ref` counts as never having been."""
    CORRECT = "correct"
    """Event `ref` reads otherwise: the fields given here replace its own."""
    PENALTY = "penalty"
    """A ruling: kind `warning`, `points`, `chombo` or `play_on`."""
    DEAD_HAND = "dead_hand"
    REDEAL = "redeal"
    STOP = "stop"
    EXPOSE = "expose"
    SET_ASIDE = "set_aside"
    PAUSE = "pause"
    RESUME = "resume"
    HOTFIX = "hotfix"
    """A referee sets points, pot, honba or the dealer right; marked for ever."""
    REOPEN = "reopen"
    NOTE = "note"


@unique
class Source(StrEnum):
    """Who or what an accepted fact came from."""

    SENSOR = "sensor"
    CAMERA = "camera"
    OPERATOR = "operator"
    PLAYER = "player"
    SIMULATED = "simulated"
    REFEREE = "referee"


@unique
class MatchSource(StrEnum):
    """What kind of table a match was played on."""

    PHYSICAL = "physical"
    CONSOLE = "console"
    SIMULATED = "simulated"


@unique
class How(StrEnum):
    """How a hand became known."""

    CAMERA = "camera"
    ENTRY = "entry"
    AT_RON = "at_ron"
    SIMULATED = "simulated"


@unique
class WallSide(StrEnum):
    """Which wall the indicator was turned in, as the first player sees it; `spare`: the fourth wall of three."""

    LEFT = "left"
    RIGHT = "right"
    SPARE = "spare"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the indicator was turned: the wall and the stack, counted 1-17."""

    wall: WallSide | None = None
    stack: int | None = None

    @property
    def plain(self) -> dict[str, object]:
        """What is known of it, as journal and records hold it: `{wall: left, stack: 4}`."""
        known: dict[str, object] = {} if self.wall is None else {"wall": self.wall.value}
        return known if self.stack is None else {**known, "stack": self.stack}


@dataclass(frozen=True, slots=True)
class Label:
    """What a deal is called: `E1, honba 0`; without winds (`wind` None) just its number."""

    wind: Wind | None
    number: int
    honba: int

    @property
    def plain(self) -> dict[str, object]:
        """As journal and records hold it: `{wind: E, number: 1, honba: 0}`, without winds `{number: 3, honba: 0}`."""
        wind = {} if self.wind is None else {"wind": self.wind.value}
        return {**wind, "number": self.number, "honba": self.honba}


@dataclass(frozen=True, slots=True)
class Setup:
    """What a `match` event says. `options` holds every option of the rule set in its plain form."""

    id: str
    players: Mapping[Seat, str]
    rules: str
    """The rule set's name: a preset's, or the stem of a house's file."""
    options: Mapping[str, object]
    title: str = ""
    venue: str = ""
    started_at: str = ""
    """ISO 8601, a label only: nothing is ever computed from it."""
    source: MatchSource = MatchSource.PHYSICAL


@dataclass(frozen=True, slots=True)
class Opening:
    """What a `deal` event says. What is left out follows from the match so far and the rule set.

    What is given stands as a fact, even where a later correction of an earlier deal would have led elsewhere.
    """

    no: int
    first: Seat | None = None
    dealer: Seat | None = None
    label: Label | None = None
    points: Mapping[Seat, Amount] | None = None
    """Points before the deal, only where they do not follow (a record that begins in the middle of a match)."""
    pot: Amount | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """One accepted fact. `seq` grows over the match and is never used twice; `ms` counts from the start of the deal.

    Fields that a kind does not have are None or empty; see `catalogue`.
    """

    seq: int
    ms: int
    type: EventType
    by: Seat | None = None
    tile: Tile | None = None
    tiles: tuple[Tile, ...] = ()
    n: int | None = None
    """Discards: the how manieth of that seat, 1-17. Walls: the wall that the seat names, 1-4."""
    ref: int | None = None
    """The seq that this one voids, corrects or answers; for a late entry: the event before which it belongs."""
    kind: str = ""
    amounts: Mapping[str, Amount] = field(default_factory=dict)
    """Points by seat (a Seat is its letter); hotfix also `pot` and `honba`."""
    source: Source | None = None
    confidence: float | None = None
    text: str = ""
    dice: tuple[int, ...] = ()
    first: Seat | None = None
    """Dice: who discards first, as agreed or as the house reads the dice."""
    place: Place | None = None
    how: How | None = None
    late: bool = False
    """Built: after the time for building had run out."""
    setup: Setup | None = None
    opening: Opening | None = None
    age_ms: int | None = None
    """How old the picture was in which a camera saw it, when it was accepted."""
