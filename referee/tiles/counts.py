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
    """Raise ImpossibleTilesError if there are five copies of a kind, or more red (or plain) fives than the set has.

    `red_fives` is how many red fives per suit the set holds, e.g. `{"m": 1, "p": 1, "s": 1}`; None leaves the number
    of red fives unchecked, since a red five that the rules do not count is an ordinary five.
    """
    counts = counts_of(tiles)
    for kind, count in enumerate(counts):
        if count > COPIES:
            raise ImpossibleTilesError(f"{count} copies of {NAMES[kind]}: a set has {COPIES}")
    if red_fives is None:
        return
    for red, five in RED_FIVES.items():
        suit = NAMES[red][1]
        reds = sum(1 for tile in tiles if tile == red)
        in_set = red_fives.get(suit, 0)
        if reds > in_set:
            raise ImpossibleTilesError(f"{reds} red fives {NAMES[red]}: the set has {in_set}")
        if counts[five] - reds > COPIES - in_set:
            raise ImpossibleTilesError(f"{counts[five] - reds} plain {NAMES[five]}: the set has {COPIES - in_set}")


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
