"""Random complete hands for tests: plain ones, and ones built so that rare yaku occur. 14 kinds each, in no order."""

import random
from collections.abc import Callable, Iterable, Sequence

from referee.tiles import Kind, Tile
from referee.tiles.names import RED_OF

OUTER = (0, 8, 9, 17, 18, 26, *range(27, 34))
TERMINALS = (0, 8, 9, 17, 18, 26)
WINDS = (27, 28, 29, 30)
DRAGONS = (31, 32, 33)
HONOURS = (*WINDS, *DRAGONS)
GREEN = (19, 20, 21, 23, 25, 32)
SUITS = (0, 9, 18)

Shape = list[Kind]
Maker = Callable[[random.Random], Shape]


def run(first: Kind) -> Shape:
    return [first, first + 1, first + 2]


def triplet(kind: Kind) -> Shape:
    return [kind] * 3


def pair(kind: Kind) -> Shape:
    return [kind] * 2


def together(groups: Iterable[Shape]) -> Shape:
    return [kind for group in groups for kind in group]


def is_possible(tiles: Sequence[Kind]) -> bool:
    return all(tiles.count(kind) <= 4 for kind in tiles)


def possible(rng: random.Random, maker: Maker, beside: Sequence[Kind] = ()) -> Shape:
    """A shape of the maker that a set of 136 can hold beside other tiles."""
    while True:
        shape = maker(rng)
        if is_possible([*shape, *beside]):
            return shape


def plain(rng: random.Random) -> Shape:
    """Four sets and a pair, leaning to few suits so that yaku occur."""
    suits = rng.sample(SUITS, rng.choice((1, 2, 3, 3)))
    groups = [
        run(rng.choice(suits) + rng.randrange(7)) if rng.random() < 0.6 else triplet(_some_kind(rng, suits))
        for _ in range(4)
    ]
    return together([*groups, pair(_some_kind(rng, suits))])


def _some_kind(rng: random.Random, suits: Sequence[int]) -> Kind:
    return rng.randrange(27, 34) if rng.random() < 0.3 else rng.choice(suits) + rng.randrange(9)


def rare(rng: random.Random) -> Shape:
    """Of any of the `RARE` shapes."""
    return rng.choice(list(RARE.values()))(rng)


def any_shape(rng: random.Random) -> Shape:
    """Plain ones mostly, rare ones, and some tiles at random or with one tile exchanged, which are seldom complete."""
    chance = rng.random()
    if chance < 0.6:
        return plain(rng)
    if chance < 0.85:
        return rare(rng)
    if chance < 0.88:
        return [rng.randrange(34) for _ in range(14)]
    shape = plain(rng)
    shape[rng.randrange(14)] = rng.randrange(34)
    return shape


def coloured(rng: random.Random, shape: Shape, chance: float) -> list[Tile]:
    """Some fives red, at most one of each suit; of all four of a suit one is."""
    tiles = list(shape)
    for five, red in RED_OF.items():
        if tiles.count(five) == 4 or (five in tiles and rng.random() < chance):
            tiles[tiles.index(five)] = red
    return tiles


def _seven_pairs(pool: Callable[[random.Random], Sequence[Kind]]) -> Maker:
    return lambda rng: together(pair(kind) for kind in rng.sample(list(pool(rng)), 7))


def _triplets(pool: Callable[[random.Random], Sequence[Kind]]) -> Maker:
    def make(rng: random.Random) -> Shape:
        *triplets, last = rng.sample(list(pool(rng)), 5)
        return together([*map(triplet, triplets), pair(last)])

    return make


def _suit(rng: random.Random) -> range:
    first = rng.choice(SUITS)
    return range(first, first + 9)


def _nine_gates(rng: random.Random) -> Shape:
    suit = _suit(rng)
    return [*triplet(suit[0]), *suit[1:8], *triplet(suit[8]), rng.choice(suit)]


def _green(rng: random.Random) -> Shape:
    sets = [rng.choice((run(19), triplet(rng.choice(GREEN)))) for _ in range(4)]
    return together([*sets, pair(rng.choice(GREEN))])


def _twin_runs(rng: random.Random) -> Shape:
    first, second = (rng.choice(SUITS) + rng.randrange(7) for _ in range(2))
    return together([run(first), run(first), run(second), run(second), pair(rng.randrange(34))])


def _outside(kinds: Sequence[Kind]) -> Maker:
    def make(rng: random.Random) -> Shape:
        sets = [
            run(rng.choice(SUITS) + rng.choice((0, 6))) if rng.random() < 0.6 else triplet(rng.choice(kinds))
            for _ in range(4)
        ]
        return together([*sets, pair(rng.choice(kinds))])

    return make


def _one_suit_runs(rng: random.Random) -> Shape:
    suit = _suit(rng)
    return together([*(run(suit[rng.randrange(7)]) for _ in range(4)), pair(rng.choice(suit))])


def _stepped_triplets(rng: random.Random) -> Shape:
    """Three identical triplets side by side, which are runs as well."""
    suit = _suit(rng)
    first = rng.randrange(7)
    sets = [triplet(suit[first + step]) for step in range(3)]
    return together([*sets, run(suit[rng.randrange(7)]), pair(rng.randrange(34))])


def _same_runs(rng: random.Random) -> Shape:
    number = rng.randrange(7)
    return together([*(run(first + number) for first in SUITS), triplet(rng.randrange(34)), pair(rng.randrange(34))])


def _same_triplets(rng: random.Random) -> Shape:
    number = rng.randrange(9)
    last = rng.choice((run(rng.choice(SUITS) + rng.randrange(7)), triplet(rng.randrange(34))))
    return together([*(triplet(first + number) for first in SUITS), last, pair(rng.randrange(34))])


def _straight(rng: random.Random) -> Shape:
    suit = _suit(rng)
    last = rng.choice((run(rng.choice(SUITS) + rng.randrange(7)), triplet(rng.randrange(34))))
    return together([run(suit[0]), run(suit[3]), run(suit[6]), last, pair(rng.randrange(34))])


def _of(kinds: Sequence[Kind], triplets: int, *, paired: bool) -> Maker:
    """So many triplets of the kinds, perhaps their pair, the rest anything."""

    def make(rng: random.Random) -> Shape:
        chosen = rng.sample(list(kinds), min(len(kinds), triplets + paired))
        groups = [triplet(kind) for kind in chosen[:triplets]]
        others = [
            run(rng.choice(SUITS) + rng.randrange(7)) if rng.random() < 0.5 else triplet(rng.randrange(34))
            for _ in range(4 - triplets)
        ]
        return together([*groups, *others, pair(chosen[triplets] if paired else rng.randrange(34))])

    return make


RARE: dict[str, Maker] = {
    "seven pairs": _seven_pairs(lambda rng: range(34)),
    "seven pairs of one suit": _seven_pairs(_suit),
    "seven pairs of simples": _seven_pairs(lambda rng: [kind for kind in range(27) if kind not in TERMINALS]),
    "seven outer pairs": _seven_pairs(lambda rng: OUTER),
    "seven honours": _seven_pairs(lambda rng: HONOURS),
    "seven pairs of one suit and honours": _seven_pairs(lambda rng: [*_suit(rng), *HONOURS]),
    "orphans": lambda rng: [*OUTER, rng.choice(OUTER)],
    "nine gates": _nine_gates,
    "triplets": _triplets(lambda rng: range(34)),
    "triplets of one suit": _triplets(_suit),
    "triplets of one suit and honours": _triplets(lambda rng: [*_suit(rng), *HONOURS]),
    "outer triplets": _triplets(lambda rng: OUTER),
    "terminal triplets": _triplets(lambda rng: TERMINALS),
    "honour triplets": _triplets(lambda rng: HONOURS),
    "green": _green,
    "twin runs": _twin_runs,
    "outside": _outside(OUTER),
    "outside without honours": _outside(TERMINALS),
    "runs of one suit": _one_suit_runs,
    "stepped triplets": _stepped_triplets,
    "same runs in three suits": _same_runs,
    "same triplets in three suits": _same_triplets,
    "straight": _straight,
    "three dragons": _of(DRAGONS, 3, paired=False),
    "two dragons and their pair": _of(DRAGONS, 2, paired=True),
    "three winds and their pair": _of(WINDS, 3, paired=True),
    "four winds": _of(WINDS, 4, paired=False),
    "three winds": _of(WINDS, 3, paired=False),
}
