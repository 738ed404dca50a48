"""`python -m benchmarks.score`: one hand at a time, against PyPI `mahjong`, on the same hands in the same process.

Both are given what they need ready-made: this project its tiles, rule set and situation; `mahjong` its numbers among
136 and one configuration for all hands. Three ways to ask this project: for verdict and value; for the explanation too
(the text of the reading, each yaku, each part of the fu); and for all fields of the answer as JSON has them.
"""

from mahjong.constants import EAST, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig

from benchmarks.clock import rates, report
from benchmarks.hands import Hand, one_suit_hands, plain_hands
from referee.rules import Situation, Wind, load_rules, score, score_fields

HANDS = 5_000
_INDICATOR = 3


def main() -> None:
    """Measure and print."""
    for name, hands in (("plain hands", plain_hands(HANDS)), ("hands of one suit", one_suit_hands(HANDS))):
        verdict, explained, fields, theirs = measure(hands)
        report(f"{name}: verdict and value", verdict, theirs, least=5)
        report(f"{name}: with reading, yaku, fu parts", explained, theirs, least=3)
        report(f"{name}: all fields for JSON", fields, theirs)


def measure(hands: list[Hand]) -> list[float]:
    """Hands per second: ours with verdict and value, with the explanation, with all fields for JSON; theirs."""
    rules = load_rules("encyclopedia").with_options({"payment": "dealer_child"})
    situation = Situation(indicators=(_INDICATOR,), seat_wind=Wind.W, round_wind=Wind.E)
    config = HandConfig(is_riichi=True, player_wind=WEST, round_wind=EAST)
    numbered = [numbers_of(hand) for hand in hands]

    def verdict() -> None:
        for hand, tile in hands:
            answer = score(hand, tile, rules, situation)
            assert answer.points >= 0
            assert answer.can_ron in (True, False)

    def explained() -> None:
        for hand, tile in hands:
            answer = score(hand, tile, rules, situation)
            assert answer.reading is not None
            assert answer.reading.text
            assert [yaku.id for yaku in answer.yaku]
            assert sum(part.fu for part in answer.fu_parts) >= 0

    def fields() -> None:
        for hand, tile in hands:
            assert score_fields(score(hand, tile, rules, situation))

    def theirs() -> None:
        for numbers in numbered:
            answer = HandCalculator.estimate_hand_value(
                numbers, numbers[-1], dora_indicators=[_INDICATOR * 4 + 3], config=config
            )
            assert answer.cost

    return rates(len(hands), verdict, explained, fields, theirs)


def numbers_of(hand: Hand) -> list[int]:
    """The 14 tiles as numbers among 136, no red five among them."""
    tiles = (*hand[0], hand[1])
    return [kind * 4 + tiles[:place].count(kind) for place, kind in enumerate(tiles)]


if __name__ == "__main__":
    main()
