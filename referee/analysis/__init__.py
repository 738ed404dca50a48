"""What could happen: the hands that 34 tiles can become, and simulated players. Pure."""

from referee.analysis.players import Built, Character, Knowledge, Player, dearest_hand, livest_hand

__all__ = ["Built", "Character", "Knowledge", "Player", "dearest_hand", "livest_hand"]
