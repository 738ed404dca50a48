"""A tile of the other set among these: no table notices one, but cameras read what cannot lie there. Pure."""

from dataclasses import replace
from typing import Final

from referee.desk.state import Candidate, Fault, TableStatus

ODD_TILE: Final = "ODD_TILE"
IMPOSSIBLE: Final = "impossible"
"""Reason of a question: more of a kind are read than there are."""


def with_odd_tile(table: TableStatus, candidates: tuple[Candidate, ...]) -> TableStatus:
    """The table's status with a warning where a reading cannot be, by the seat before which the tiles lie."""
    seats = [candidate.seat for candidate in candidates if candidate.reason == IMPOSSIBLE]
    if not seats:
        return table
    odd = Fault(ODD_TILE, latched=False, seat="" if seats[0] is None else str(seats[0]))
    return replace(table, faults=(*table.faults, odd), fault=table.fault or odd)
