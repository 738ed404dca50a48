"""Simulated players: what each knows, how it builds, discards and calls, and the mistakes of the human one. Pure."""

from referee.analysis.players.blunder import RATES, Blunder, Moment, Slip
from referee.analysis.players.building import dearest_hand, livest_hand
from referee.analysis.players.character import Character, read_characters
from referee.analysis.players.knowledge import Knowledge
from referee.analysis.players.player import Player

__all__ = [
    "RATES",
    "Blunder",
    "Character",
    "Knowledge",
    "Moment",
    "Player",
    "Slip",
    "dearest_hand",
    "livest_hand",
    "read_characters",
]
