"""`python -m benchmarks.score`: one hand at a time, against PyPI `mahjong`, on the same hands in the same process.

Both are given what they need ready-made: this project its tiles, rule set and situation; `mahjong` its numbers among
136 and one configuration for all hands. Three ways to ask this project: for verdict and value; for the explanation too
(the text of the reading, each yaku, each part of the fu); and for all fields of the answer as JSON has them. No hand
comes twice, but the process has scored others before, as one that runs for long has; the very first hands, while the
tables of suits are empty, have a line of their own.
"""

from collections.abc import Sequence

from mahjong.constants import EAST, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig

from benchmarks.clock import rate_of_new, report, seconds
from benchmarks.hands import Hand, one_suit_hands, plain_hands
from referee.rules import Situation, Wind, load_rules, score, score_fields

HANDS = 4_000
BATCHES = 10
BEFORE = 40_000  # hands scored before
_INDICATOR = 3

Numbered = tuple[Hand, list[int]]


def main() -> None:
    """Measure and print."""
    kinds = {"plain hands": plain_hands, "hands of one suit": one_suit_hands}
    for name, hands in kinds.items():
        batches = [_numbered(hands(HANDS, seed)) for seed in range(BATCHES)]
        first, verdict, explained, fields, theirs = measure(batches, _numbered(hands(BEFORE, BATCHES)))
        report(f"{name}: the first {HANDS:,} of the process", first, theirs)
        report(f"{name}: verdict and value", verdict, theirs, least=5)
        report(f"{name}: with reading, yaku, fu parts", explained, theirs, least=3)
        report(f"{name}: all fields for JSON", fields, theirs)


def measure(batches: list[list[Numbered]], before: list[Numbered]) -> list[float]:
    """Hands per second: ours at first, with verdict and value, with the explanation, with all fields; theirs."""
    rules = load_rules("encyclopedia").with_options({"payment": "dealer_child"})
    situation = Situation(indicators=(_INDICATOR,), seat_wind=Wind.W, round_wind=Wind.E)
    config = HandConfig(is_riichi=True, player_wind=WEST, round_wind=EAST)

    def verdict(asked: Sequence[Numbered]) -> None:
        for (hand, tile), _ in asked:
            answer = score(hand, tile, rules, situation)
            assert answer.points >= 0
            assert answer.can_ron in (True, False)

    def explained(asked: Sequence[Numbered]) -> None:
        for (hand, tile), _ in asked:
            answer = score(hand, tile, rules, situation)
            assert answer.reading is not None
            assert answer.reading.text
            assert [yaku.id for yaku in answer.yaku]
            assert sum(part.fu for part in answer.fu_parts) >= 0

    def fields(asked: Sequence[Numbered]) -> None:
        for (hand, tile), _ in asked:
            assert score_fields(score(hand, tile, rules, situation))

    def theirs(asked: Sequence[Numbered]) -> None:
        for _, numbers in asked:
            answer = HandCalculator.estimate_hand_value(
                numbers, numbers[-1], dora_indicators=[_INDICATOR * 4 + 3], config=config
            )
            assert answer.cost

    first = len(batches[0]) / seconds(lambda: verdict(batches[0]))
    verdict(before)
    # each way to ask gets hands of its own, so that none of them finds what another one left
    ways = (verdict, explained, fields)
    shares = [batches[1 + place :: len(ways)] for place in range(len(ways))]
    ours = [rate_of_new(share, way) for way, share in zip(ways, shares, strict=True)]
    return [first, *ours, rate_of_new(batches, theirs)]


def _numbered(hands: list[Hand]) -> list[Numbered]:
    return [(hand, numbers_of(hand)) for hand in hands]


def numbers_of(hand: Hand) -> list[int]:
    """The 14 tiles as numbers among 136, no red five among them."""
    tiles = (*hand[0], hand[1])
    return [kind * 4 + tiles[:place].count(kind) for place, kind in enumerate(tiles)]


if __name__ == "__main__":
    main()
