"""How many of each tile: what a set of 136 can hold and what it cannot."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from referee.tiles.errors import ImpossibleTilesError
from referee.tiles.names import COPIES, KINDS, NAMES, RED_FIVES, Tile, kind_of

Counts: TypeAlias = tuple[int, ...]
"""Copies per kind, 34 long; a red five counts as a five."""

NO_REDS: Final[Mapping[str, int]] = {"m": 0, "p": 0, "s": 0}


def counts_of(tiles: Iterable[Tile]) -> Counts:
    """Copies per kind."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[kind_of(tile)] += 1
    return tuple(counts)


def check_possible(tiles: Sequence[Tile], red_fives: Mapping[str, int] | None = None) -> None:
    """Raise ImpossibleTilesError if there are five copies of a kind, or more red fives than the house plays with.

    `red_fives` is how many red fives count per suit, e.g. `{"m": 1, "p": 1, "s": 1}`. A suit without any is not looked
    at, for a red five that the rules do not count is an ordinary five.
    """
    for kind, count in enumerate(counts_of(tiles)):
        if count > COPIES:
            raise ImpossibleTilesError(f"{count} copies of {NAMES[kind]}: a set has {COPIES}")
    for red in RED_FIVES:
        in_set = (red_fives or NO_REDS).get(NAMES[red][1], 0)
        reds = sum(1 for tile in tiles if tile == red)
        if 0 < in_set < reds:
            raise ImpossibleTilesError(f"{reds} red fives {NAMES[red]}: the set has {in_set}")


def full_set(red_fives: Mapping[str, int] = NO_REDS) -> tuple[Tile, ...]:
    """The 136 tiles of a set with so many red fives per suit (0-4 each). Raises ImpossibleTilesError."""
    tiles: list[Tile] = [kind for kind in range(KINDS) for _ in range(COPIES)]
    unknown = sorted(set(red_fives) - set(NO_REDS))
    if unknown:
        raise ImpossibleTilesError(f"'{unknown[0]}' has no red fives: the suits are m, p, s")
    for red, five in RED_FIVES.items():
        suit = NAMES[red][1]
        wanted = red_fives.get(suit, 0)
        if not 0 <= wanted <= COPIES:
            raise ImpossibleTilesError(f"{wanted} red fives of {suit}: a set has 0 to {COPIES}")
        for _ in range(wanted):
            tiles[tiles.index(five)] = red
    return tuple(tiles)
