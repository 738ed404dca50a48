"""What could happen: the hands that 34 tiles can become, and simulated players. Pure."""

from referee.analysis.building import Built, build_hand
from referee.analysis.player import Knowledge, Player

__all__ = ["Built", "Knowledge", "Player", "build_hand"]
