"""The odds of a deal that is being played: chances, live copies, safe tiles, for the table or for one seat. Pure."""

from referee.analysis.odds.odds import DEFAULT_MODEL, SAMPLES, Chance, Figure, Method, Odds, deal_odds
from referee.analysis.odds.race import DiscardModel
from referee.analysis.odds.sight import seen_by, seen_tiles, unseen_tiles

__all__ = [
    "DEFAULT_MODEL",
    "SAMPLES",
    "Chance",
    "DiscardModel",
    "Figure",
    "Method",
    "Odds",
    "deal_odds",
    "seen_by",
    "seen_tiles",
    "unseen_tiles",
]
