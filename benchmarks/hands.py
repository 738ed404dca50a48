"""Complete hands to measure with: the same ones in every run."""

import random
from collections.abc import Callable

Hand = tuple[tuple[int, ...], int]
"""13 kinds in no order, and the one that completes them."""

_DORA_INDICATOR = 3
"""4m: the indicator of the benchmarks, of which the hands leave a copy."""


def plain_hands(count: int, seed: int = 17) -> list[Hand]:
    """Hands of four sets and a pair anywhere: six runs to four triplets, three tiles in ten honours."""
    return _hands(count, seed, _sets_anywhere)


def one_suit_hands(count: int, seed: int = 17) -> list[Hand]:
    """Hands of one suit, which have most readings."""
    return _hands(count, seed, _sets_of_one_suit)


def _hands(count: int, seed: int, shape: Callable[[random.Random], list[int]]) -> list[Hand]:
    rng = random.Random(seed)
    found: list[Hand] = []
    while len(found) < count:
        tiles = shape(rng)
        if all((*tiles, _DORA_INDICATOR).count(kind) <= 4 for kind in tiles):
            rng.shuffle(tiles)
            found.append((tuple(tiles[:13]), tiles[13]))
    return found


def _sets_anywhere(rng: random.Random) -> list[int]:
    tiles = [kind for _ in range(4) for kind in _set(rng, rng.choice((0, 9, 18)))]
    return tiles + [rng.randrange(34)] * 2


def _sets_of_one_suit(rng: random.Random) -> list[int]:
    first = rng.choice((0, 9, 18))
    tiles: list[int] = []
    for _ in range(4):
        number = rng.randrange(7)
        tiles += [first + number + step for step in (0, 1, 2)]
    return tiles + [first + rng.randrange(9)] * 2


def _set(rng: random.Random, first: int) -> list[int]:
    if rng.random() < 0.6:
        number = rng.randrange(7)
        return [first + number, first + number + 1, first + number + 2]
    return [rng.randrange(27, 34) if rng.random() < 0.3 else first + rng.randrange(9)] * 3
