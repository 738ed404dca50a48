"""What has happened: events, and what follows from them. Pure: no clock, no I/O, no threads."""

from referee.game.amounts import Amount
from referee.game.deal import Deal, Discard, Furiten, FuritenCause, Hand, Penalty, Phase
from referee.game.decision import Decision, Verdict
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
from referee.game.match import Hotfix, Match, MatchOver, NextDeal, Standing
from referee.game.result import Result, ResultType, Win
from referee.game.seats import Seat

__all__ = [
    "CATALOGUE_VERSION",
    "Amount",
    "Deal",
    "Decision",
    "Discard",
    "Event",
    "EventType",
    "Furiten",
    "FuritenCause",
    "Hand",
    "Hotfix",
    "How",
    "Label",
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
]
