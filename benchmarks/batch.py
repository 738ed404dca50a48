"""`python -m benchmarks.batch`: (hand, winning tile) values per second on one core, many at once and one at a time."""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

from benchmarks.clock import rates
from benchmarks.hands import Hand, one_suit_hands, plain_hands
from referee.rules import RuleSet, Scorer, Situation, Wind, load_rules
from referee.rules.batch import score_batch

HANDS = 20_000
REPEATS = 10
_INDICATOR = 3
_ASKED_FOR = 250_000


def main() -> None:
    """Measure and print."""
    rules = load_rules("encyclopedia").with_options({"payment": "dealer_child"})
    kinds = {
        "plain hands": plain_hands(HANDS),
        "hands of one suit": one_suit_hands(HANDS),
        "any 14 tiles": _any_tiles(HANDS),
    }
    for name, hands in kinds.items():
        batch, single = measure(hands, rules)
        print(
            f"{name:20s} {batch:12,.0f}/s  (asked for: {_ASKED_FOR:,})  one at a time {single:9,.0f}/s  "
            f"ratio {batch / single:5.1f}"
        )


def measure(hands: list[Hand], rules: RuleSet) -> tuple[float, float]:
    """Values per second: in batches of so many times all hands, and one at a time."""
    situation = Situation(indicators=(_INDICATOR,), seat_wind=Wind.W, round_wind=Wind.E)
    scorer = Scorer.of(rules, situation)
    array = np.array([hand for hand, _ in hands], np.int8)
    tiles = np.array([tile for _, tile in hands], np.int8)
    array, tiles = np.tile(array, (REPEATS, 1)), np.tile(tiles, REPEATS)
    (batch,) = rates(len(tiles), lambda: score_batch(array, tiles, rules, situation))
    (single,) = rates(len(hands), lambda: [scorer.score(hand, tile) for hand, tile in hands], rounds=2)
    return batch, single


def _any_tiles(count: int) -> list[Hand]:
    """14 tiles of a shuffled set: almost never complete."""
    rng = np.random.default_rng(17)
    every = np.repeat(np.arange(34), 4)
    every = np.delete(every, np.flatnonzero(every == _INDICATOR)[0])
    rows = [rng.permutation(every)[:14].tolist() for _ in range(count)]
    return [(tuple(row[:13]), row[13]) for row in rows]


if __name__ == "__main__":
    main()
