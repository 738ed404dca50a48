"""Matches between simulated players by the rules alone, as events, and what came of them. Pure."""

from referee.analysis.playout.dealing import Dealt, shuffled
from referee.analysis.playout.playout import MakePlayer, Playout
from referee.analysis.playout.ruling import RulingKind, ruling_on
from referee.analysis.playout.table import Incident
from referee.analysis.playout.tally import SeatTally, deal_tally, seat_tally, tally

__all__ = [
    "Dealt",
    "Incident",
    "MakePlayer",
    "Playout",
    "RulingKind",
    "SeatTally",
    "deal_tally",
    "ruling_on",
    "seat_tally",
    "shuffled",
    "tally",
]
