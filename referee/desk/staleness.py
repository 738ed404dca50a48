"""Whether a command still means what its sender meant: it carries the state version that the sender saw. Pure."""

from referee.desk.command import Command
from referee.desk.commands import CallRon, DeclareRiichi, EmergencyStop, LockHand, Pause
from referee.game import EventType, Match

_UNRELATED = frozenset(
    {EventType.BUILT, EventType.WALLS, EventType.RIICHI, EventType.NOTE, EventType.PAUSE, EventType.RESUME}
)
"""Events that change nothing about what a player's own button means."""


def is_stale(command: Command, match: Match) -> bool:
    """Whether something happened that the sender had not seen and that could change what the command means.

    Ron, riichi and "ready" come from players while others act: they go stale only by events that concern them. An
    emergency stop and a pause are never stale: whoever sees a tile coming down and presses means that one too.
    """
    if isinstance(command, EmergencyStop | Pause) or command.version == match.version:
        return False
    if command.version > match.version or not isinstance(command, CallRon | DeclareRiichi | LockHand):
        return True
    return any(event.seq > command.version and event.type not in _UNRELATED for event in match.events)
