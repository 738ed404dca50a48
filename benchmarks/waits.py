"""`python -m benchmarks.waits`: the waits of 13 tiles, against PyPI `mahjong`, on the same hands in the same process.

`mahjong` answers whether 14 tiles are complete; its waits are found by asking so for each kind, here only for those
that lie near a tile of the hand. Two questions are measured: the waits alone; and each wait with its worth and its mark
(whether it reaches mangan, if not, whether it does with ippatsu or with houtei), which `mahjong` is asked one by one.
"""

from mahjong.agari import Agari
from mahjong.constants import EAST, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig

from benchmarks.clock import rates, report
from benchmarks.hands import Hand, plain_hands
from benchmarks.score import numbers_of
from referee.rules import RuleSet, Situation, Wind, load_rules, wait_kinds, waits

HANDS = 2_000
_INDICATOR = 3
_MANGAN = 8_000


def main() -> None:
    """Measure and print."""
    hands = plain_hands(HANDS)
    ours, theirs = rates(len(hands), lambda: [wait_kinds(hand) for hand, _ in hands], lambda: _their_waits(hands))
    report("waits of a hand", ours, theirs, least=10)
    rules = load_rules("encyclopedia").with_options({"payment": "dealer_child"})
    ours, theirs = rates(len(hands), lambda: _our_worth(hands, rules), lambda: _their_worth(hands))
    report("waits of a hand, each with its worth and mark", ours, theirs, least=10)


def _our_worth(hands: list[Hand], rules: RuleSet) -> None:
    situation = Situation(indicators=(_INDICATOR,), seat_wind=Wind.W, round_wind=Wind.E)
    for hand, _ in hands:
        waits(hand, rules, situation)


def _their_waits(hands: list[Hand]) -> list[list[int]]:
    return [their_waits(hand) for hand, _ in hands]


def _their_worth(hands: list[Hand]) -> None:
    plain = HandConfig(is_riichi=True, player_wind=WEST, round_wind=EAST)
    lifted = (
        HandConfig(is_riichi=True, is_ippatsu=True, player_wind=WEST, round_wind=EAST),
        HandConfig(is_riichi=True, is_houtei=True, player_wind=WEST, round_wind=EAST),
    )
    for hand, _ in hands:
        for kind in their_waits(hand):
            if not _reaches_mangan(hand, kind, plain):
                for config in lifted:
                    _reaches_mangan(hand, kind, config)


def _reaches_mangan(hand: tuple[int, ...], kind: int, config: HandConfig) -> bool:
    numbers = numbers_of((hand, kind))
    answer = HandCalculator.estimate_hand_value(
        numbers, numbers[-1], dora_indicators=[_INDICATOR * 4 + 3], config=config
    )
    return answer.cost is not None and answer.cost["main"] >= _MANGAN


def their_waits(hand: tuple[int, ...]) -> list[int]:
    """The waits as `mahjong` gives them."""
    counts = [hand.count(kind) for kind in range(34)]
    found = []
    for kind in range(34):
        if counts[kind] < 4 and _is_near(counts, kind):
            counts[kind] += 1
            if Agari.is_agari(counts):
                found.append(kind)
            counts[kind] -= 1
    return found


def _is_near(counts: list[int], kind: int) -> bool:
    """Whether a tile of the hand could stand in a group with this kind (the hands measured are no thirteen orphans)."""
    if kind >= 27:
        return counts[kind] > 0
    first = kind // 9 * 9
    return any(counts[max(first, kind - 2) : min(first + 9, kind + 3)])


if __name__ == "__main__":
    main()
