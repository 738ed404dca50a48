"""The odds of a deal that is being played: chances, live copies, safe tiles, for the table or for one seat. Pure."""

from referee.analysis.odds.copies import Copies, wait_copies
from referee.analysis.odds.could_build import CouldBuild, build_by_expectation, could_build
from referee.analysis.odds.danger import Danger, dangers
from referee.analysis.odds.guess import Build, guessed_odds
from referee.analysis.odds.live_state import LiveState, PoolTile, SeatState, live_state
from referee.analysis.odds.odds import Chance, Method, Odds, deal_odds
from referee.analysis.odds.race import DiscardModel
from referee.analysis.odds.safety import KindSafety, SafeBecause, Safety, safe_kinds
from referee.analysis.odds.sight import seen_by, seen_tiles, unseen_tiles

__all__ = [
    "Build",
    "Chance",
    "Copies",
    "CouldBuild",
    "Danger",
    "DiscardModel",
    "KindSafety",
    "LiveState",
    "Method",
    "Odds",
    "PoolTile",
    "SafeBecause",
    "Safety",
    "SeatState",
    "build_by_expectation",
    "could_build",
    "dangers",
    "deal_odds",
    "guessed_odds",
    "live_state",
    "safe_kinds",
    "seen_by",
    "seen_tiles",
    "unseen_tiles",
    "wait_copies",
]
