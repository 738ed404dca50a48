"""The race for the win as numbers: who discards when, from which tiles, and whose wait each tile is. Pure.

A `Race` is what is left of a deal once hands, walls and rivers are reduced to what can still decide it. Tiles that mean
the same to every seat form one lot. Sets of seats are bit masks: bit p is the seat at place p in the order of play.
What follows from a discard stands here once; `exact` and `sampled` walk through it in their own ways.

What is taken for granted: every allowed ron is called, a wait that cannot be won is let go, and no ruling comes.
"""

from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import NamedTuple, TypeAlias

from referee.game import Amount, Seat

Worths: TypeAlias = tuple[Amount | None, ...]
"""What one lot is worth to one seat, by that seat's moments; None where it does not reach the minimum."""


@unique
class DiscardModel(StrEnum):
    """In which order players let the tiles of their pools go."""

    UNIFORM = "uniform"
    """Each discard is drawn evenly from all tiles that the seat has left."""
    KEEPS_OWN_WAITS = "keeps_own_waits"
    """The same, but a seat that can still win keeps its own waits back while it has anything else."""


class Turn(NamedTuple):
    """One discard to come.

    `pile`: where its tile comes from. `moments`: for each seat the column of its `Worths`. `bars`: the seats for which
    letting this tile go is furiten until their next discard. `lasts`: whether such a furiten of the discarder lasts to
    the end once this tile lies.
    """

    seat: int
    pile: int
    moments: tuple[int, ...]
    bars: int
    lasts: bool


class State(NamedTuple):
    """Where a race stands.

    Seats that are `out` cannot win any more, `barred` ones not before their next discard. `left`: the tiles that are
    left, by pile and lot.
    """

    out: int
    barred: int
    left: tuple[tuple[int, ...], ...]


class End(NamedTuple):
    """How a race ended: who won (places; none: drawn), on whose discard, what each winner is paid.

    `at`: how many discards from now; -1 for a discard that lies already, the number of turns for a draw.
    """

    at: int
    winners: tuple[int, ...]
    discarder: int | None
    worths: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class Race:
    """A race. `worths[l][p]`: what lot l is worth to the seat at place p; None if it is no wait of that seat.

    `nearest`: of several winners on one discard only the next in order of play is paid. `open_wins`: who can win on a
    discard that lies already, as place and worth; `open_discarder` whose it is.
    """

    seats: tuple[Seat, ...]
    turns: tuple[Turn, ...]
    worths: tuple[tuple[Worths | None, ...], ...]
    start: State
    nearest: bool = False
    open_wins: tuple[tuple[int, Amount], ...] = ()
    open_discarder: int | None = None
    _names: dict[int, tuple[int, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def everybody(self) -> int:
        """The mask of all seats."""
        return (1 << len(self.seats)) - 1

    def begun(self) -> State:
        """The start with lots joined that differ only for seats which are out."""
        return self._joined(self.start)

    def choices(self, state: State, turn: Turn, model: DiscardModel) -> list[tuple[int, int]]:
        """The lots that the turn's tile may come from, each with its number of tiles."""
        held = [(lot, count) for lot, count in enumerate(state.left[turn.pile]) if count]
        hopeless = state.out | state.barred if turn.lasts else state.out
        if model is DiscardModel.KEEPS_OWN_WAITS and not hopeless >> turn.seat & 1:
            return [(lot, count) for lot, count in held if self.worths[lot][turn.seat] is None] or held
        return held

    def after(self, state: State, turn: Turn, lot: int) -> tuple[State, int]:
        """The state once a tile of the lot lies there, and who wins on it (0: the race goes on)."""
        own = 1 << turn.seat
        out, barred = state.out, state.barred & ~own
        if self.worths[lot][turn.seat] is not None or (state.barred & own and turn.lasts):
            out |= own
        winners = 0
        for place, worths in enumerate(self.worths[lot]):
            seat = 1 << place
            if worths is None or seat == own or out & seat:
                continue
            if worths[turn.moments[place]] is not None and not barred & seat:
                winners |= seat
            else:
                barred |= seat & turn.bars
        if winners:
            return state, self._paid(winners, turn.seat)
        left = list(state.left)
        pile = left[turn.pile]
        left[turn.pile] = (*pile[:lot], pile[lot] - 1, *pile[lot + 1 :])
        following = State(out, barred & ~out, tuple(left))
        return (following if out == state.out else self._joined(following)), 0

    def end(self, at: int, lot: int, winners: int) -> End:
        """The end at turn `at` by a tile of the lot, won by the seats of a mask."""
        turn = self.turns[at]
        places = tuple(place for place in range(len(self.seats)) if winners >> place & 1)
        return End(at, places, turn.seat, tuple(self._worth(turn, lot, place) for place in places))

    def open_end(self) -> End:
        """The end by a discard that lies already."""
        places, worths = zip(*self.open_wins, strict=True)
        return End(-1, places, self.open_discarder, worths)

    def drawn_end(self) -> End:
        """The end without a winner."""
        return End(len(self.turns), (), None, ())

    def _worth(self, turn: Turn, lot: int, place: int) -> Amount:
        worths = self.worths[lot][place]
        return (None if worths is None else worths[turn.moments[place]]) or 0

    def _paid(self, winners: int, discarder: int) -> int:
        if not self.nearest:
            return winners
        players = len(self.seats)
        around = ((discarder + step) % players for step in range(1, players))
        return next(1 << place for place in around if winners >> place & 1)

    def _joined(self, state: State) -> State:
        """The same state, tiles counted under the first lot that means the same to all seats still in the race."""
        names = self._names.get(state.out)
        if names is None:
            names = self._names[state.out] = self._names_without(state.out)
        left = []
        for pile in state.left:
            counts = [0] * len(pile)
            for lot, count in enumerate(pile):
                counts[names[lot]] += count
            left.append(tuple(counts))
        return state._replace(left=tuple(left))

    def _names_without(self, out: int) -> tuple[int, ...]:
        first: dict[tuple[Worths | None, ...], int] = {}
        return tuple(
            first.setdefault(tuple(None if out >> place & 1 else row for place, row in enumerate(rows)), lot)
            for lot, rows in enumerate(self.worths)
        )
