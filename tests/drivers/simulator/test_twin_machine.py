"""The mechanics of the simulated table, in its own time."""

import pytest

from drivers.simulator.tiles_in_table import shuffle
from drivers.simulator.twin_changes import DiceThrown, ProgramEnded, StackPlaced, StateEntered
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_machine import TwinMachine
from drivers.table.states import CommandKind, Reason, TableState

S = TableState


class Clocked:
    """A machine, its clock, and the states it went through."""

    def __init__(self, config: TwinConfig | None = None) -> None:
        self.machine = TwinMachine(config or TwinConfig())
        self.at_s = 0.0
        self.states: list[TableState] = []
        self.stacks: list[tuple[int, int, int, int]] = []
        self.dice: list[DiceThrown] = []

    def do(self, kind: CommandKind, limit_s: float = 400.0) -> float:
        """Carry out a command; the seconds it took."""
        assert self.machine.begin(kind) is None
        begun_s = self.at_s
        while self.machine.running is not None:
            self.run(0.1)
            assert self.at_s - begun_s < limit_s
        return self.at_s - begun_s

    def run(self, seconds: float) -> None:
        self.at_s += seconds
        while self.machine.step(self.at_s):
            self._note()
        self._note()

    def _note(self) -> None:
        for change in self.machine.take_changes():
            match change:
                case StateEntered(state=state):
                    if not self.states or self.states[-1] is not state:
                        self.states.append(state)
                case StackPlaced(stacks=stacks):
                    self.stacks.append(stacks)
                case DiceThrown():
                    self.dice.append(change)
                case ProgramEnded():
                    pass


@pytest.fixture
def homed() -> Clocked:
    clocked = Clocked()
    clocked.do(CommandKind.RESET)
    clocked.states.clear()
    return clocked


def test_nothing_moves_before_a_reset() -> None:
    machine = TwinMachine(TwinConfig())
    assert machine.state is S.UNKNOWN
    for kind in (CommandKind.CYCLE, CommandKind.RAISE, CommandKind.LOWER, CommandKind.DICE):
        assert machine.begin(kind) is Reason.NOT_HOMED
    assert not machine.step(1000.0)


def test_a_first_cycle_goes_through_the_states_in_order(homed: Clocked) -> None:
    took_s = homed.do(CommandKind.CYCLE)
    first = [S.LID_OPENING, S.LID_OPEN, S.LID_CLOSING, S.STACKING, S.STACKED, S.RAISING]
    second_set = [S.LID_OPENING, S.LID_OPEN, S.LID_CLOSING]
    assert homed.states == [*first, *second_set, S.WALLS_UP]
    assert 50 < took_s < 80
    assert len(homed.stacks) == 4 * 17
    assert homed.stacks[-1] == (17, 17, 17, 17)
    assert all(sum(after) == sum(before) + 1 for before, after in zip(homed.stacks, homed.stacks[1:], strict=False))


def test_the_other_set_is_stacked_while_this_one_is_played(homed: Clocked) -> None:
    homed.do(CommandKind.CYCLE)
    assert homed.machine.stacking is S.STACKING
    homed.run(60.0)
    assert (homed.machine.state, homed.machine.stacking) == (S.WALLS_UP, S.STACKED)
    homed.states.clear()
    took_s = homed.do(CommandKind.CYCLE)
    assert took_s < 25
    assert homed.states[0] is S.LOWERING
    assert homed.states[-1] is S.WALLS_UP


def test_a_hasty_second_cycle_waits_until_the_other_set_is_stacked(homed: Clocked) -> None:
    homed.do(CommandKind.CYCLE)
    homed.states.clear()
    assert homed.do(CommandKind.CYCLE) > 40
    stacked, opened = homed.states.index(S.STACKED), homed.states.index(S.LID_OPENING)
    assert stacked < opened, "the drum holds one set: the lid must stay closed until it is empty"


def test_sets_alternate_and_walls_are_those_of_the_seed(homed: Clocked) -> None:
    sets = []
    for deal_no in range(1, 5):
        homed.do(CommandKind.CYCLE)
        walls = homed.machine.walls
        assert walls is not None
        assert walls.deal_no == deal_no
        assert walls.walls == shuffle(1, deal_no)
        sets.append(walls.tile_set)
    assert sets == [0, 1, 0, 1]


def test_the_walls_are_known_only_while_they_are_on_the_table(homed: Clocked) -> None:
    assert homed.machine.walls is None
    homed.do(CommandKind.CYCLE)
    assert homed.machine.walls is not None
    homed.run(60.0)
    homed.machine.begin(CommandKind.CYCLE)
    homed.run(16.0)
    assert homed.machine.state is S.LID_CLOSING
    assert homed.machine.walls is None


def test_a_table_that_was_left_stacked_is_quick() -> None:
    clocked = Clocked(TwinConfig(stacked_at_start=True))
    clocked.do(CommandKind.RESET)
    assert clocked.machine.state is S.STACKED
    assert clocked.do(CommandKind.CYCLE) < 20


def test_walls_can_be_raised_and_lifts_lowered_apart() -> None:
    clocked = Clocked(TwinConfig(stacked_at_start=True))
    clocked.do(CommandKind.RESET)
    assert clocked.machine.begin(CommandKind.RAISE) is Reason.BUSY, "tiles lie where the walls would come up"
    clocked.do(CommandKind.CYCLE)
    clocked.do(CommandKind.LOWER)
    assert clocked.machine.begin(CommandKind.RAISE) is Reason.BUSY
    empty = Clocked()
    empty.do(CommandKind.RESET)
    empty.do(CommandKind.LOWER)
    assert empty.machine.state is S.EMPTY


def test_dice_take_their_time_and_show_one_to_six(homed: Clocked) -> None:
    for _ in range(60):
        assert 2 <= homed.do(CommandKind.DICE) <= 3
    assert {throw.first for throw in homed.dice} == {throw.second for throw in homed.dice} == set(range(1, 7))
    assert homed.states[:2] == [S.DICE_ROLLING, S.EMPTY]


def test_a_pause_to_add_tiles_costs_its_own_time_and_nothing_else(homed: Clocked) -> None:
    homed.machine.begin(CommandKind.CYCLE)
    homed.run(30.0)
    assert homed.machine.state is S.STACKING
    before = homed.machine.stacks
    assert homed.machine.pause()
    assert homed.machine.state is S.PAUSED_TOPUP
    homed.run(100.0)
    assert homed.machine.stacks == before
    assert homed.machine.resume()
    homed.run(60.0)
    assert homed.machine.state is S.WALLS_UP


@pytest.mark.parametrize("after_s", [1.0, 4.0, 13.0, 30.0, 54.0, 57.0, 66.0])
def test_a_halt_stops_everything_wherever_it_comes_and_a_reset_makes_it_whole(homed: Clocked, after_s: float) -> None:
    homed.machine.begin(CommandKind.CYCLE)
    homed.run(after_s)
    assert homed.machine.halt(S.UNKNOWN) is CommandKind.CYCLE
    counts = homed.machine.stacks
    homed.run(500.0)
    assert (homed.machine.state, homed.machine.stacks) == (S.UNKNOWN, counts)
    assert homed.machine.begin(CommandKind.CYCLE) is Reason.NOT_HOMED
    homed.do(CommandKind.RESET)
    for _ in range(3):  # both sets are still there and go round
        homed.do(CommandKind.CYCLE)
        assert homed.machine.state is S.WALLS_UP


def test_a_stronger_halt_is_not_replaced_by_a_weaker_one(homed: Clocked) -> None:
    homed.machine.halt(S.ESTOP)
    homed.machine.halt(S.UNKNOWN)
    assert homed.machine.state is S.ESTOP
    assert homed.machine.begin(CommandKind.CYCLE) is Reason.ESTOP
    homed.do(CommandKind.RESET)
    assert homed.machine.state is S.EMPTY


def test_one_command_at_a_time(homed: Clocked) -> None:
    homed.machine.begin(CommandKind.CYCLE)
    for kind in (CommandKind.CYCLE, CommandKind.DICE, CommandKind.RESET):
        assert homed.machine.begin(kind) is Reason.BUSY


def test_time_passes_in_pieces_or_at_once(homed: Clocked) -> None:
    other = Clocked()
    other.do(CommandKind.RESET)
    for clocked, piece_s in ((homed, 0.01), (other, 100.0)):
        clocked.states.clear()
        clocked.machine.begin(CommandKind.CYCLE)
        while clocked.machine.running is not None:
            clocked.run(piece_s)
    assert homed.states == other.states
