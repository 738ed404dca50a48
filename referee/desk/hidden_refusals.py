"""What an operator who may not see hands names, and hidden tiles forbid: the referee's to answer, not a refusal.

An operator could name one tile after the other and learn from the refusals what lies hidden. So the answer is the same
as for a discard that stands, the referee is asked, and nothing else is taken for that river meanwhile. Pure.
"""

from collections.abc import Callable

from referee.desk.command import Command
from referee.desk.commands import ConfirmCandidate, EnterDiscard, RejectCandidate
from referee.desk.settings import DeskSettings
from referee.desk.state import Candidate, Place
from referee.game import Seat
from referee.tiles import Tile

_OPERATOR = "operator"

FindQuestion = Callable[[int], Candidate]


def sees_no_hands(command: Command, settings: DeskSettings) -> bool:
    """Whether whoever asks must not learn of hidden tiles from the answer."""
    return command.actor == _OPERATOR and not settings.operator_hands


def river_of(command: Command, find: FindQuestion) -> Seat | None:
    """Whose next discard a command is about; None for any other command. Raises NotAllowedError as `find` does."""
    if isinstance(command, EnterDiscard):
        return command.seat
    if isinstance(command, ConfirmCandidate | RejectCandidate):
        candidate = find(command.candidate)
        return candidate.seat if candidate.place is Place.RIVER else None
    return None


def named_discard(command: Command, find: FindQuestion) -> tuple[Seat, Tile] | None:
    """The discard that a person named; None where a reading was confirmed as it is, or nothing was discarded."""
    seat = river_of(command, find)
    tile = command.tile if isinstance(command, EnterDiscard | ConfirmCandidate) else None
    return None if seat is None or tile is None else (seat, tile)
