"""Small walls whose hands can all be tried one by one with the rules' own `wait_kinds`."""

from collections.abc import Iterator, Sequence
from functools import cache
from math import comb, prod

from referee.rules import wait_kinds


def hands_of(counts: Sequence[int], tiles: int) -> Iterator[tuple[int, ...]]:
    """Each different choice of so many tiles, as counts."""
    if not counts:
        if tiles == 0:
            yield ()
        return
    for copies in range(min(counts[0], tiles) + 1):
        for rest in hands_of(counts[1:], tiles - copies):
            yield (copies, *rest)


def tiles_of(kinds: Sequence[int], counts: Sequence[int]) -> tuple[int, ...]:
    """The tiles, sorted."""
    return tuple(kind for kind, copies in zip(kinds, counts, strict=True) for _ in range(copies))


@cache
def waits_of(hand: tuple[int, ...]) -> tuple[int, ...]:
    """As `wait_kinds`; small walls share many hands."""
    return wait_kinds(hand)


def ready_hands(kinds: Sequence[int], counts: Sequence[int]) -> list[tuple[int, ...]]:
    """The waits of each ready hand of a wall of some kinds."""
    found = (waits_of(tiles_of(kinds, hand)) for hand in hands_of(counts, 13))
    return [waits for waits in found if waits]


def ways(counts: Sequence[int]) -> int:
    """In how many ways the wall can be drawn from four copies of each kind."""
    return prod(comb(4, copies) for copies in counts)
