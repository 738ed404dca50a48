"""Which tiles of the table a seat opens, where that is not simply the wall in front: a wall it names, rows by dice.

What was taken is noted and shown; it decides nothing about a hand, so a record that leaves it out can be judged.
"""

from collections.abc import Sequence
from typing import Final

from referee.game.deal import Deal
from referee.game.replacement import replaced
from referee.game.seats import Seat
from referee.rules import RuleSet, Walls
from referee.tiles import NotAllowedError

WALLS: Final = 4
"""Walls of a table, counted from the one in front of seat A on in the order of play."""

ROWS: Final = 8
"""Rows of 17 tiles that are laid by hand instead of walls (seed 003), counted from seat A's side."""

ROWS_EACH: Final = 2


def takers(rules: RuleSet, deal: Deal) -> tuple[Seat, ...]:
    """The seats that have still to name a wall or to throw for rows, in order of play."""
    if rules.walls is Walls.OWN or deal.first is None:
        return ()
    return tuple(seat for seat in deal.order if seat not in deal.taken and not _is_settled(deal, seat))


def free_walls(deal: Deal) -> tuple[int, ...]:
    """The walls that nobody has named."""
    return _left(deal, WALLS, but=None)


def named(rules: RuleSet, deal: Deal, seat: Seat, number: int) -> Deal:
    """The deal once `seat` has named the wall that it opens. Raises NotAllowedError where it cannot have that one."""
    if rules.walls is not Walls.CHOSEN:
        raise NotAllowedError("these rules let nobody name a wall")
    if not 1 <= number <= WALLS:
        raise NotAllowedError(f"wall {number}: the walls are 1 to {WALLS}")
    _check_open(deal, seat)
    owner = next((other for other, walls in deal.taken.items() if number in walls and other != seat), None)
    if owner is not None:
        raise NotAllowedError(f"wall {number} is {owner}'s already")
    return replaced(deal, taken={**deal.taken, seat: (number,)})


def thrown(deal: Deal, seat: Seat, dice: Sequence[int]) -> Deal:
    """The deal once `seat` has thrown for its two rows: each die counts round the rows that are left then."""
    if len(dice) != ROWS_EACH:
        raise NotAllowedError(f"{seat} throws {ROWS_EACH} dice for {ROWS_EACH} rows, not {len(dice)}")
    _check_open(deal, seat)
    left = list(_left(deal, ROWS, but=seat))
    rows = tuple(left.pop((die - 1) % len(left)) for die in dice)
    return replaced(deal, taken={**deal.taken, seat: rows})


def _left(deal: Deal, count: int, *, but: Seat | None) -> tuple[int, ...]:
    gone = {number for seat, numbers in deal.taken.items() if seat != but for number in numbers}
    return tuple(number for number in range(1, count + 1) if number not in gone)


def _check_open(deal: Deal, seat: Seat) -> None:
    if _is_settled(deal, seat):
        raise NotAllowedError(f"{seat} has opened its tiles already: correct that event instead")


def _is_settled(deal: Deal, seat: Seat) -> bool:
    return seat in deal.walls or seat in deal.hands
