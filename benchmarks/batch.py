"""`python -m benchmarks.batch`: (hand, winning tile) values per second on one core, many at once and one at a time.

Both ways give exactly the same answers, which is checked on every hand before it is measured. Local yaku may ask for
anything about a hand; with all that are shipped the hands that may have one are scored by themselves.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

from dataclasses import fields

import numpy as np

from benchmarks.clock import rates
from benchmarks.hands import Hand, one_suit_hands, plain_hands
from referee.rules import Limit, LocalYaku, RuleSet, Score, Scorer, Situation, Wind, load_rules
from referee.rules.batch import NO_VALUE, BatchScores, score_batch

HANDS = 20_000
REPEATS = 10
_INDICATOR = 3
_ASKED_FOR = 250_000


def main() -> None:
    """Measure and print."""
    plain = load_rules("encyclopedia").with_options({"payment": "dealer_child"})
    local = plain.with_options({"local_yaku": [yaku.value for yaku in LocalYaku]})
    kinds = {
        "plain hands": (plain_hands(HANDS), plain),
        "hands of one suit": (one_suit_hands(HANDS), plain),
        "any 14 tiles": (_any_tiles(HANDS), plain),
        "plain hands, all local yaku": (plain_hands(HANDS), local),
        "hands of one suit, all local yaku": (one_suit_hands(HANDS), local),
    }
    for name, (hands, rules) in kinds.items():
        batch, single = measure(hands, rules)
        asked = f"(asked for: {_ASKED_FOR:,})" if rules is plain else ""
        print(f"{name:34s} {batch:12,.0f}/s  one at a time {single:9,.0f}/s  ratio {batch / single:5.1f}  {asked}")


def measure(hands: list[Hand], rules: RuleSet) -> tuple[float, float]:
    """Values per second: in batches of so many times all hands, and one at a time."""
    situation = Situation(indicators=(_INDICATOR,), seat_wind=Wind.W, round_wind=Wind.E)
    scorer = Scorer.of(rules, situation)
    array = np.array([hand for hand, _ in hands], np.int8)
    tiles = np.array([tile for _, tile in hands], np.int8)
    check_equal(score_batch(array, tiles, rules, situation), [scorer.score(hand, tile) for hand, tile in hands])
    array, tiles = np.tile(array, (REPEATS, 1)), np.tile(tiles, REPEATS)
    (batch,) = rates(len(tiles), lambda: score_batch(array, tiles, rules, situation))
    (single,) = rates(len(hands), lambda: [scorer.score(hand, tile) for hand, tile in hands], rounds=2)
    return batch, single


def check_equal(batch: BatchScores, single: list[Score]) -> None:
    """Stop if the two ways differ anywhere."""
    for field in fields(BatchScores):
        for value, score in zip(getattr(batch, field.name).tolist(), single, strict=True):
            if field.name != "has_yaku" and value != _plain(getattr(score, field.name)):
                raise AssertionError(f"{field.name}: {value} of many, alone {score}")


def _plain(value: object) -> int:
    """A field of a single score as an array holds it."""
    if isinstance(value, Limit):
        return value.rank
    return NO_VALUE if value is None else int(value)  # type: ignore[call-overload,no-any-return]


def _any_tiles(count: int) -> list[Hand]:
    """14 tiles of a shuffled set: almost never complete."""
    rng = np.random.default_rng(17)
    every = np.repeat(np.arange(34), 4)
    every = np.delete(every, np.flatnonzero(every == _INDICATOR)[0])
    rows = [rng.permutation(every)[:14].tolist() for _ in range(count)]
    return [(tuple(row[:13]), row[13]) for row in rows]


if __name__ == "__main__":
    main()
