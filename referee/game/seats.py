"""Seats: the physical places at the table, in order of play. Two, three or four of them take part in a match."""

from collections.abc import Sequence
from enum import StrEnum, unique


@unique
class Seat(StrEnum):
    """A physical seat; play goes A, B, C, D and round again, over the seats that take part."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"


def order_from(first: Seat, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats in order of play, beginning with `first`."""
    start = seats.index(first)
    return (*seats[start:], *seats[:start])


def first_by_dice(dice: Sequence[int], seats: Sequence[Seat]) -> Seat:
    """Who is first: the eyes counted round the table from the first seat, as is usual for finding a dealer."""
    return seats[(sum(dice) - 1) % len(seats)]


def after(seat: Seat, seats: Sequence[Seat]) -> Seat:
    """The seat that plays next after `seat`."""
    return seats[(seats.index(seat) + 1) % len(seats)]
