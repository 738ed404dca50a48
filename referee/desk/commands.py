"""What people may ask of the desk: one frozen class per act, the same for a button, a key, a page and a simulation.

Those that set right what has been entered are in `corrections`.
"""

from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from referee.desk.command import Command
from referee.desk.corrections import Hotfix, Redo, Reopen, ReplaceEvent, Undo, VoidEvent
from referee.game import Seat
from referee.tiles import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class StartMatch(Command):
    """Open a match: names by seat, the rule set's name or file, and options that differ from it."""

    act: Literal["start_match"] = "start_match"
    players: dict[Seat, str]
    rules: str
    options: dict[str, object] = field(default_factory=dict)
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartCycle(Command):
    """Table: take the tiles in, shuffle, raise the walls."""

    act: Literal["start_cycle"] = "start_cycle"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmWalls(Command):
    """A person's word that the walls are up and complete."""

    act: Literal["confirm_walls"] = "confirm_walls"


@dataclass(frozen=True, slots=True, kw_only=True)
class RollDice(Command):
    """Table: roll; the result comes as an observation."""

    act: Literal["roll_dice"] = "roll_dice"


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterDice(Command):
    """The dice as a person read them, or who is first as agreed (`first`); with `seat`, its throw for its rows."""

    act: Literal["enter_dice"] = "enter_dice"
    dice: tuple[int, ...] = ()
    first: Seat | None = None
    seat: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NameWall(Command):
    """The wall that a seat opens (1-4, 1 in front of seat A), where the rules let players choose."""

    roles: ClassVar[frozenset[str]] = frozenset({"operator", "referee", "player"})
    act: Literal["name_wall"] = "name_wall"
    seat: Seat
    wall: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterIndicator(Command):
    """The indicator as a person read it (also corrects it until the first discard)."""

    act: Literal["enter_indicator"] = "enter_indicator"
    tile: Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class StartBuilding(Command):
    """Start both clocks of the build phase, as of `seconds_ago`, where a person was late."""

    act: Literal["start_building"] = "start_building"
    seconds_ago: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftClock(Command):
    """Move the clock by so many seconds: it ends later, or earlier."""

    act: Literal["shift_clock"] = "shift_clock"
    seconds: Literal[-30, -10, 10, 30]


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseClock(Command):
    """A clock has run out and rings: a person has heard it. What follows of it is for people to say."""

    act: Literal["close_clock"] = "close_clock"


@dataclass(frozen=True, slots=True, kw_only=True)
class LockHand(Command):
    """Ready: the hand stands. `tiles` names the 13 when a person enters them; otherwise the tray camera is read."""

    roles: ClassVar[frozenset[str]] = frozenset({"operator", "referee", "player"})
    act: Literal["lock_hand"] = "lock_hand"
    seat: Seat
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmCandidate(Command):
    """Accept a quarantined reading, as it is or as `tile` (or, for a hand, `tiles`)."""

    act: Literal["confirm_candidate"] = "confirm_candidate"
    candidate: int
    tile: Tile | None = None
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectCandidate(Command):
    """Drop a quarantined reading: it is none (a hand, a tile that was never let go)."""

    act: Literal["reject_candidate"] = "reject_candidate"
    candidate: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterDiscard(Command):
    """A discard that a person saw."""

    act: Literal["enter_discard"] = "enter_discard"
    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareRiichi(Command):
    """Riichi, with the own first discard, where the rules leave it to the player."""

    roles: ClassVar[frozenset[str]] = frozenset({"operator", "referee", "player"})
    act: Literal["declare_riichi"] = "declare_riichi"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRon(Command):
    """Ron on the discard that stands open."""

    roles: ClassVar[frozenset[str]] = frozenset({"operator", "referee", "player"})
    act: Literal["call_ron"] = "call_ron"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseWindow(Command):
    """After the last discard: nobody called, the deal is a draw."""

    act: Literal["close_window"] = "close_window"


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterUra(Command):
    """The ura indicator as a person read it."""

    act: Literal["enter_ura"] = "enter_ura"
    tile: Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Command):
    """A referee's ruling after a refused ron or an offence: kind, points by seat, words."""

    roles: ClassVar[frozenset[str]] = frozenset({"referee"})
    act: Literal["rule"] = "rule"
    kind: Literal["warning", "points", "dead_hand", "chombo", "redeal", "stop", "play_on"]
    seat: Seat | None = None
    amounts: dict[Seat, int] = field(default_factory=dict)
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopDeal(Command):
    """Nobody can win any more, and the rules offer an end: the deal is stopped and counts as a draw."""

    roles: ClassVar[frozenset[str]] = frozenset({"referee"})
    act: Literal["stop_deal"] = "stop_deal"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenHand(Command):
    """After a draw a player lays the hand open, as the rules allow."""

    roles: ClassVar[frozenset[str]] = frozenset({"operator", "referee", "player"})
    act: Literal["open_hand"] = "open_hand"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowResult(Command):
    """Show the entered result to the public: its sheet follows step by step by itself, or (`by_key`) at each press."""

    act: Literal["show_result"] = "show_result"
    by_key: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowStep(Command):
    """The next step of a result sheet that is told by key; `shown` steps were there when it was asked for."""

    act: Literal["show_step"] = "show_step"
    shown: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowRest(Command):
    """All steps of the result sheet that are left, at once."""

    act: Literal["show_rest"] = "show_rest"


@dataclass(frozen=True, slots=True, kw_only=True)
class NextDeal(Command):
    """Open the next deal (the result has been shown)."""

    act: Literal["next_deal"] = "next_deal"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndMatch(Command):
    """Accept the proposal that the match is over, or end it by agreement (`text`)."""

    act: Literal["end_match"] = "end_match"
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause(Command):
    """Stop the clocks (set the deal aside), with a reason."""

    act: Literal["pause"] = "pause"
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainPause(Command):
    """Why the clocks stand. Everybody is told `why`; the words (`text`) are for operators, referees and the record."""

    act: Literal["explain_pause"] = "explain_pause"
    why: Literal["player", "break", "table", "tiles", "other"]
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume(Command):
    """Let the clocks run again; after a restart this is also a person's word that the table stands as shown."""

    act: Literal["resume"] = "resume"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteCameras(Command):
    """A person knows which cameras are not read: play goes on, and people confirm or enter what those would see."""

    act: Literal["note_cameras"] = "note_cameras"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetTable(Command):
    """Leave a latched fault, emergency stop or unknown state: a person looked, the table may move again."""

    act: Literal["reset_table"] = "reset_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class EmergencyStop(Command):
    """Stop all motors at once. Never stale: `version` is ignored."""

    act: Literal["emergency_stop"] = "emergency_stop"


AnyCommand: TypeAlias = (
    StartMatch
    | StartCycle
    | ConfirmWalls
    | RollDice
    | EnterDice
    | NameWall
    | EnterIndicator
    | StartBuilding
    | ShiftClock
    | CloseClock
    | LockHand
    | ConfirmCandidate
    | RejectCandidate
    | EnterDiscard
    | DeclareRiichi
    | CallRon
    | CloseWindow
    | EnterUra
    | Rule
    | StopDeal
    | OpenHand
    | ShowResult
    | ShowStep
    | ShowRest
    | NextDeal
    | EndMatch
    | Undo
    | Redo
    | VoidEvent
    | ReplaceEvent
    | Hotfix
    | Reopen
    | Pause
    | ExplainPause
    | Resume
    | NoteCameras
    | ResetTable
    | EmergencyStop
)
"""Every command; `act` tells them apart in JSON."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a command: `code` is `done`, or why not (a text code), with facts for the text.

    `tells_hidden`: the reason says something about hidden tiles.
    """

    done: bool
    code: str
    version: int
    facts: dict[str, object] = field(default_factory=dict)
    tells_hidden: bool = False
