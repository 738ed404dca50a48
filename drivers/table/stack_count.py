"""The stacks of a set as the controller counted them: before they are raised, and of the walls that are up. Pure.

A count that comes twice, or late, changes nothing: within one run it only rises. What was not counted is not known: a
full set is not taken for granted because the walls came up.
"""

from typing import Final, TypeAlias

from drivers.table.states import TableState

Stacks: TypeAlias = tuple[int, int, int, int]

_STACKING: Final = (TableState.STACKING, TableState.PAUSED_TOPUP, TableState.STACKED)
_LID: Final = (TableState.LID_OPENING, TableState.LID_OPEN, TableState.LID_CLOSING)
_UNSURE: Final = (TableState.UNKNOWN, TableState.HOMING, TableState.FAULT, TableState.TEST, TableState.ESTOP)


class StackCount:
    """Follows what a controller says of its set below and its table top.

    Its status may overtake its events, but nothing else comes out of order: an event may tell of what is over already.
    """

    def __init__(self) -> None:
        self._below = TableState.UNKNOWN
        self._run: Stacks = (0, 0, 0, 0)
        self._full: Stacks | None = None
        self.raised: Stacks | None = None
        """Stacks at each side of the walls that are up, or are just rising; None if nobody counted them."""

    def told(self, state: TableState, stacking: TableState, stacks: Stacks) -> Stacks:
        """The controller says where it stands and what it counts; returns the count of this run."""
        self.entered(state, stacking)
        if stacking in _STACKING:
            first, second, third, fourth = (max(pair) for pair in zip(self._run, stacks, strict=True))
            self._run = (first, second, third, fourth)
        else:
            self._run = stacks
        if stacking is TableState.STACKED:
            self._full = self._run
        return self._run

    def entered(self, state: TableState, stacking: TableState) -> None:
        """The controller says where it stands."""
        before, self._below = self._below, stacking
        if state in _UNSURE or state is TableState.LOWERING or (state in _LID and stacking is not TableState.EMPTY):
            self.raised = None  # a person looks, or the tiles go in
        elif before is TableState.STACKED and stacking is not TableState.STACKED and self._full is not None:
            self.raised = self._full
        if stacking is TableState.STACKING and before not in (TableState.STACKING, TableState.PAUSED_TOPUP):
            self._run, self._full = (0, 0, 0, 0), None

    def lost(self) -> None:
        """Nobody knows what happened meanwhile."""
        self._below, self._run, self._full, self.raised = TableState.UNKNOWN, (0, 0, 0, 0), None, None
