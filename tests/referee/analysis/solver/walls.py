"""Walls, rules and situations at random, and what the rules say of every hand of a wall, one hand after the other."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from referee.analysis.solver import Needs, ReadyHands
from referee.rules import DoraRule, RuleSet, Situation, WaitKind, Wind, YakuId, load_rules, waits
from referee.tiles import Kind, Tile, counts_of, full_set, kind_of, suit_of
from referee.tiles.names import RED_OF
from tests.referee.rules import hand_shapes

PRESETS = ("kaiji", "encyclopedia", "broadcast", "broadcast_four", "happy", "club", "three")
OPTIONS: dict[str, list[object]] = {
    "payment": ["flat_dealer", "flat_child", "dealer_child"],
    "minimum": ["mangan", "haneman", "none", {"han": 4}, {"han": 7}, {"points": 5200}],
    "minimum_counts_riichi": [True, True, False],
    "minimum_counts_situational": [True, True, False],
    "kiriage_mangan": [True, False],
    "double_wind_pair_fu": [2, 4],
    "round_wind": ["none", "E"],
    "ippatsu": ["none", "one_turn"],
    "houtei": ["none", "last_of_deal"],
    "first_discard_ron": ["riichi_ippatsu", "plain", "renhou_4han", "renhou_mangan", "renhou_baiman"],
    "yakuman_stack": [True, False],
    "double_yakuman": [[], ["daisuushii", "suuankou_tanki", "kokushi_13", "junsei_chuuren"]],
    "kazoe_yakuman": [True, False],
    "dora": ["none", "indicator", "extra_tile"],
    "red_fives": [{"m": 0, "p": 0, "s": 0}, {"m": 1, "p": 1, "s": 1}, {"m": 0, "p": 2, "s": 4}],
}
LOCAL_YAKU: tuple[object, ...] = (
    "sanrenkou",
    "suurenkou",
    "isshoku_sanjun",
    "kachou_fuugetsu",
    "daisharin",
    "daichisei",
    "benikujaku",
    "hyakumangoku",
    "sanpuukou",
    {"id": "steps", "title": {"en": "Steps"}, "han": 3, "groups": ["pair nA", "run n+1A"]},
    {"id": "two_colours", "title": {"en": "Two colours"}, "han": 1, "groups": ["run nA", "run nB", "pair honour"]},
    {"id": "few", "title": {"en": "Few"}, "han": 2, "count": {"of": "outer", "most": 1}, "wait": "ryanmen"},
    {"id": "dear", "title": {"en": "Dear"}, "han": 2, "any": [{"winning": "5m5p5s"}, {"only": ["m", "dragon"]}]},
    {"id": "plain", "title": {"en": "Plain"}, "han": 1, "not": {"holds": "honour"}, "runs": {"least": 2}},
    {"id": "late", "title": {"en": "Late"}, "han": 3, "houtei": True, "holds": "simple"},
    {"id": "soon", "title": {"en": "Soon"}, "han": 4, "ippatsu": True},
)
"""Of those that are shipped, and some that a house might have."""


class Judged(NamedTuple):
    """One wait of one hand."""

    points: int
    yakuman: int
    needs: Needs


Found = dict[tuple[tuple[Kind, ...], Kind], Judged]
"""By the kinds of a hand and its wait."""


def some_rules(rng: random.Random, *, local: bool = False) -> RuleSet:
    """A preset as it is, or with options at random."""
    rules = load_rules(rng.choice(PRESETS))
    if rng.random() < 0.7:
        rules = rules.with_hand_options({name: rng.choice(values) for name, values in OPTIONS.items()})
    if local:
        rules = rules.with_hand_options({"local_yaku": rng.sample(LOCAL_YAKU, 3)})
    return rules


def some_situation(rng: random.Random) -> Situation:
    """Indicators, winds and circumstances at random."""
    return Situation(
        indicators=tuple(rng.randrange(34) for _ in range(rng.choice((0, 1, 1, 1, 2)))),
        ura=tuple(rng.randrange(34) for _ in range(rng.choice((0, 0, 1)))),
        seat_wind=rng.choice((None, *Wind)),
        round_wind=rng.choice((None, *Wind)),
        dealer=rng.choice((None, True, False)),
        riichi=rng.random() < 0.8,
        ippatsu=rng.random() < 0.3,
        houtei=rng.random() < 0.3,
        first_discard=rng.random() < 0.15,
    )


def small_wall(rng: random.Random, size: int, rules: RuleSet, situation: Situation) -> tuple[Tile, ...]:
    """Some tiles that hold a complete hand or nearly one, and others that lie near it."""
    beside = shown(rules, situation)
    tiles = [*hand_shapes.possible(rng, hand_shapes.any_shape, beside)]
    while len(tiles) < size:
        kind = near(rng, rng.choice(tiles))
        if [*tiles, *beside].count(kind) < 4:
            tiles.append(kind)
    rng.shuffle(tiles)
    return coloured(rng, tiles[:size], rules)


def shown(rules: RuleSet, situation: Situation) -> tuple[Tile, ...]:
    """The tiles of the same set that lie open."""
    return () if rules.dora is DoraRule.EXTRA_TILE else situation.indicators


def near(rng: random.Random, kind: Kind) -> Kind:
    """The kind itself or a neighbour."""
    if kind >= 27:
        return rng.choice((kind, rng.randrange(27, 34)))
    return kind // 9 * 9 + min(8, max(0, kind % 9 + rng.randrange(-2, 3)))


def coloured(rng: random.Random, tiles: Sequence[Kind], rules: RuleSet) -> tuple[Tile, ...]:
    """Some fives red, no more than the rules allow; not all of a kind's four unless all are red."""
    found: list[Tile] = list(tiles)
    for five, red in RED_OF.items():
        reds = rules.red_fives.get(suit_of(five), 0)
        fives = found.count(five)
        least = max(0, fives - (4 - reds))
        for _ in range(rng.randint(least, min(reds, fives)) if reds else 0):
            found[found.index(five)] = red
    return tuple(found)


def random_wall(rng: random.Random, rules: RuleSet, situation: Situation) -> tuple[Tile, ...]:
    """34 of the tiles that are not shown."""
    left = list(full_set(rules.red_fives))
    for tile in shown(rules, situation):
        left.remove(tile if tile in left else next(other for other in left if kind_of(other) == kind_of(tile)))
    return tuple(rng.sample(left, 34))


def one_by_one(tiles: Sequence[Tile], rules: RuleSet, situation: Situation) -> Found:
    """All waits of all hands of 13, asked of the rules one by one; with the best choice of red fives for each."""
    found: Found = {}
    calm = replace(situation, ura=())
    for hand in hands_of(tiles):
        kinds = tuple(sorted(map(kind_of, hand)))
        for wait in waits(hand, rules, calm).waits:
            needs = sum({YakuId.IPPATSU: Needs.IPPATSU, YakuId.HOUTEI: Needs.HOUTEI}[yaku] for yaku in wait.needs)
            if wait.kind is not WaitKind.CONDITIONAL:
                needs = Needs.NOTHING if wait.kind is WaitKind.FULL else Needs.NEVER
            judged = Judged(wait.points, wait.score.yakuman, Needs(needs))
            before = found.get((kinds, wait.tile), judged)
            found[kinds, wait.tile] = max(before, judged, key=lambda each: (each.points, -each.needs))
    return found


def hands_of(tiles: Sequence[Tile]) -> Iterator[tuple[Tile, ...]]:
    """Every different choice of 13 tiles."""
    copies = sorted(Counter(tiles).items())

    def choose(place: int, hand: tuple[Tile, ...], left: int) -> Iterator[tuple[Tile, ...]]:
        if len(hand) == 13:
            yield hand
        elif len(hand) + left >= 13:
            tile, count = copies[place]
            for taken in range(min(count, 13 - len(hand)) + 1):
                yield from choose(place + 1, hand + (tile,) * taken, left - count)

    return choose(0, (), len(tiles))


def solved(ready: ReadyHands) -> Found:
    """What the solver found, in the same form."""
    kinds = [tuple(sorted(map(kind_of, ready.hand_tiles(row)))) for row in range(len(ready))]
    return {
        (kinds[row], kind): Judged(points, yakuman, Needs(needs))
        for row, kind, points, yakuman, needs in zip(
            ready.hands.tolist(),
            ready.kinds.tolist(),
            ready.points.tolist(),
            ready.yakuman.tolist(),
            ready.needs.tolist(),
            strict=True,
        )
    }


def is_part_of(hand: Sequence[Tile], tiles: Sequence[Tile]) -> bool:
    """Whether the tiles hold the hand."""
    return not Counter(hand) - Counter(tiles)


def live_copies(kind: Kind, tiles: Sequence[Tile], rules: RuleSet, situation: Situation) -> int:
    """The copies of a kind that are neither among the tiles nor shown."""
    return max(0, 4 - counts_of([*tiles, *shown(rules, situation)])[kind])
