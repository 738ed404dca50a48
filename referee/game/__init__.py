"""What has happened: events, and what follows from them. Pure: no clock, no I/O, no threads."""

from referee.game.account import Account
from referee.game.amounts import Amount, exact, number, plain, read_amount
from referee.game.catalogue import ENDING_PENALTIES, HAND_CHANGE, check_fields
from referee.game.deal import (
    DISCARDS,
    WALL_TILES,
    Call,
    Deal,
    Discard,
    Furiten,
    FuritenCause,
    Hand,
    Known,
    Penalty,
    Phase,
)
from referee.game.decision import Decision, Verdict
from referee.game.effective import effective
from referee.game.errors import EventError, HandChangeError
from referee.game.event import (
    CATALOGUE_VERSION,
    Event,
    EventType,
    How,
    Label,
    MatchSource,
    Opening,
    Place,
    Setup,
    Source,
    WallSide,
)
from referee.game.event_json import from_json, to_json
from referee.game.fold import advance, check, fold
from referee.game.marks import LiveWait, dead_deal, live_waits
from referee.game.match import Hotfix, Match, MatchOver, NextDeal, Standing
from referee.game.result import Result, ResultType, Win
from referee.game.seats import Seat, first_by_dice
from referee.game.settlement import stake_factor
from referee.game.situations import round_wind, seat_wind, situation_of
from referee.game.taking import free_walls, takers

__all__ = [
    "CATALOGUE_VERSION",
    "DISCARDS",
    "ENDING_PENALTIES",
    "HAND_CHANGE",
    "WALL_TILES",
    "Account",
    "Amount",
    "Call",
    "Deal",
    "Decision",
    "Discard",
    "Event",
    "EventError",
    "EventType",
    "Furiten",
    "FuritenCause",
    "Hand",
    "HandChangeError",
    "Hotfix",
    "How",
    "Known",
    "Label",
    "LiveWait",
    "Match",
    "MatchOver",
    "MatchSource",
    "NextDeal",
    "Opening",
    "Penalty",
    "Phase",
    "Place",
    "Result",
    "ResultType",
    "Seat",
    "Setup",
    "Source",
    "Standing",
    "Verdict",
    "WallSide",
    "Win",
    "advance",
    "check",
    "check_fields",
    "dead_deal",
    "effective",
    "exact",
    "first_by_dice",
    "fold",
    "free_walls",
    "from_json",
    "live_waits",
    "number",
    "plain",
    "read_amount",
    "round_wind",
    "seat_wind",
    "situation_of",
    "stake_factor",
    "takers",
    "to_json",
]
