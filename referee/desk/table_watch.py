"""What the table is known to do: whether its line holds, and whether walls that stand there are those of this deal.

No clock and no I/O; the desk's thread only.
"""

from dataclasses import dataclass, field
from typing import Final

from referee.desk.state import TableStatus, WallCheck
from referee.game import Deal, Phase

_WALLS_UP: Final = "WALLS_UP"


@dataclass(slots=True)
class TableWatch:
    """One table. `line_lost`: the line was lost, is not back yet, and no person has said that play goes on."""

    status: TableStatus = field(default_factory=TableStatus)
    line_lost: bool = False
    _cycled: bool = False
    _old_walls_gone: bool = False

    def take(self, status: TableStatus) -> bool:
        """Take in how the table fares; whether its line was lost just now."""
        lost = self.status.link_up and not status.link_up
        self.line_lost = (self.line_lost or lost) and not status.link_up
        self.status = status
        self._old_walls_gone = self._old_walls_gone or status.state != _WALLS_UP
        return lost

    def start_cycle(self) -> None:
        """The table was told to raise walls: those that stand now are of before."""
        self._cycled = True
        self._old_walls_gone = self.status.state != _WALLS_UP

    def new_deal(self) -> None:
        """No walls were asked for yet, and whoever opened the deal knows of the line."""
        self._cycled = False
        self.line_lost = False

    def note(self) -> None:
        """A person knows of the lost line, and play goes on."""
        self.line_lost = False

    def walls(self, deal: Deal | None) -> WallCheck:
        """How walls that were raised for this deal were counted; NONE while there are none, or none are awaited."""
        awaited = deal is not None and deal.phase is Phase.WALLS and not deal.walls_up
        raised = self._cycled and self._old_walls_gone and self.status.state == _WALLS_UP
        return self.status.walls if awaited and raised else WallCheck.NONE
