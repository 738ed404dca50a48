"""What a form of hand has to say about the tiles of a wall, told kind by kind and suit by suit.

A form reads the copies of each kind of a suit in order, closes the suit to a small class that says all that matters,
and joins the classes of suits. So walls need not be listed: those with the same class are counted together.
"""

from functools import reduce
from typing import Final, Protocol, TypeAlias

from referee.tiles import Counts, Kind

SUITS: Final[tuple[range, ...]] = (range(9), range(9, 18), range(18, 27), range(27, 34))
"""The kinds of each suit, in the order in which forms read them."""

State: TypeAlias = tuple[int, ...]
Trait: TypeAlias = int

DEAD: Final[State] = ()
"""Nothing can come of it any more, whatever follows."""


class Form(Protocol):
    """A form of hand, such as seven pairs, as a reader of tiles."""

    @property
    def grows(self) -> bool:
        """Whether it stays fulfilled whatever other kinds and suits hold."""

    def trait(self, kind: Kind) -> Trait:
        """All that matters of a kind beside its copies; suits of the same traits have the same classes."""

    def start(self) -> State:
        """Before the first kind of a suit."""

    def add(self, state: State, trait: Trait, copies: int) -> State:
        """After so many copies of a kind; asked of a living state only."""

    def close(self, state: State) -> State:
        """The class of a suit; asked of a living state only."""

    def join(self, first: State, second: State) -> State:
        """The class of two suits, or groups of suits, together; asked of living classes only."""

    def fulfilled(self, state: State) -> bool:
        """Whether tiles of this class, or a form that grows in this state of a suit, hold such a hand."""


def holds(form: Form, counts: Counts) -> bool:
    """Whether a wall, as the 34 counts of its tiles, holds a hand of the form."""
    state = reduce(lambda first, second: first and second and form.join(first, second), _suits(form, counts))
    return bool(state) and form.fulfilled(state)


def _suits(form: Form, counts: Counts) -> list[State]:
    found = []
    for suit in SUITS:
        state = form.start()
        for kind in suit:
            state = state and form.add(state, form.trait(kind), counts[kind])
        found.append(state and form.close(state))
    return found
