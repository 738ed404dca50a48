"""How many stacks the raised walls have, from statuses that come twice, late or not at all."""

import pytest

from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.virtual_table import VirtualTable
from drivers.table.events import StateChanged, TableEvent
from drivers.table.stack_count import StackCount
from drivers.table.states import TableState

S = TableState
FULL = (17, 17, 17, 17)
NONE = (0, 0, 0, 0)


def test_the_count_of_a_run_only_rises() -> None:
    count = StackCount()
    count.entered(S.STACKING, S.STACKING)
    assert count.told(S.STACKING, S.STACKING, (5, 5, 6, 5)) == (5, 5, 6, 5)
    assert count.told(S.STACKING, S.STACKING, (4, 6, 5, 5)) == (5, 6, 6, 5)


Said = tuple[S, S, tuple[int, int, int, int] | None]
"""State, set below, and the stacks if a status said it."""

RAISED: list[tuple[str, list[Said], tuple[int, int, int, int] | None]] = [
    ("in order", [(S.STACKING, S.STACKING, NONE), (S.STACKED, S.STACKED, FULL), (S.RAISING, S.STACKED, None),
                  (S.WALLS_UP, S.STACKING, None)], FULL),
    ("short", [(S.STACKING, S.STACKING, NONE), (S.STACKED, S.STACKED, (14, 14, 14, 14)), (S.RAISING, S.STACKED, None),
               (S.WALLS_UP, S.EMPTY, None)], (14, 14, 14, 14)),
    ("the status of the full set was lost", [(S.STACKING, S.STACKING, (9, 9, 9, 9)), (S.STACKED, S.STACKED, None),
                                             (S.RAISING, S.STACKED, None), (S.WALLS_UP, S.STACKING, None)], None),
    ("the status overtook the events", [(S.STACKING, S.STACKING, NONE), (S.STACKED, S.STACKED, FULL),
                                        (S.WALLS_UP, S.STACKING, NONE), (S.RAISING, S.STACKED, None),
                                        (S.WALLS_UP, S.STACKING, None)], FULL),
    ("the second set is put in after the raising", [(S.STACKING, S.STACKING, NONE), (S.STACKED, S.STACKED, FULL),
                                                    (S.RAISING, S.STACKED, None), (S.LID_OPENING, S.EMPTY, None),
                                                    (S.LID_CLOSING, S.EMPTY, None), (S.WALLS_UP, S.STACKING, None)],
     FULL),
    ("the tiles were taken in again", [(S.STACKING, S.STACKING, NONE), (S.STACKED, S.STACKED, FULL),
                                       (S.WALLS_UP, S.STACKING, None), (S.LOWERING, S.STACKING, None)], None),
    ("a fault came between", [(S.STACKING, S.STACKING, NONE), (S.STACKED, S.STACKED, FULL),
                              (S.WALLS_UP, S.STACKING, None), (S.FAULT, S.STACKING, None)], None),
]  # fmt: skip


@pytest.mark.parametrize(("said", "raised"), [case[1:] for case in RAISED], ids=[case[0] for case in RAISED])
def test_raised_walls_have_the_stacks_that_were_counted(
    said: list[Said], raised: tuple[int, int, int, int] | None
) -> None:
    count = StackCount()
    for state, stacking, stacks in said:
        if stacks is None:
            count.entered(state, stacking)
        else:
            count.told(state, stacking, stacks)
    assert count.raised == raised


def test_after_a_loss_nothing_is_known() -> None:
    count = StackCount()
    for state, stacking in ((S.STACKING, S.STACKING), (S.STACKED, S.STACKED), (S.WALLS_UP, S.STACKING)):
        count.told(state, stacking, FULL)
    assert count.raised == FULL
    count.lost()
    assert count.raised is None


@pytest.mark.parametrize("speed", [1.0, 20.0, 150.0])
def test_the_walls_of_a_whole_table_are_counted_at_any_speed(speed: float) -> None:
    table = VirtualTable(TwinConfig(speed=speed))
    raised = []

    def told(event: TableEvent) -> None:
        if isinstance(event, StateChanged) and event.state is S.WALLS_UP:
            raised.append(table.snapshot().raised)

    table.subscribe(told)
    table.start()
    reset = table.reset()
    assert table.run_until(reset.future.done, 10.0)
    for _ in range(3):
        cycle = table.cycle()
        assert table.run_until(cycle.future.done, 200.0)
        assert table.snapshot().raised == FULL
    assert raised[:1] == [FULL]
