"""One test of a board: what is done and what is expected, in words, and the doing."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from drivers.firmware.probe import Probe, Wrong

SOON_S: Final = 0.6
"""A board that answers at all has answered by then."""


@dataclass(frozen=True, slots=True)
class BoardCheck:
    """`carry_out` raises Wrong. `moves`: whether the table moves, which needs somebody who looks on."""

    name: str
    does: str
    expects: str
    carry_out: Callable[[Probe], None]
    moves: bool = False


def expect(holds: object, otherwise: str) -> None:
    """Raise Wrong with a text if something does not hold."""
    if not holds:
        raise Wrong(otherwise)
