"""Our scores against those of two other engines, PyPI `mahjong` and `jansou`.

What they cannot say, and where it is tested instead:

- no round wind, minimums, what counts toward a minimum, `furiten_on_pass`: `test_hand_options`, `test_option_flips`
- renhou and the other policies for a first discard (there renhou is a mangan beside riichi): the same
- single yakuman counted twice, only the dearest yakuman (`mahjong`), a double wind pair of 2 fu (`mahjong`),
  no ura (`mahjong`): the same, and below with `jansou` where it can
- local yaku and a house's own: `test_local_yaku`, `test_pattern_conditions`, `test_patterns`
- several red fives of a suit, an indicator of a second set, payment that is the same for all, units: the same
- which seven-pairs-and-runs, orphans or nine gates are pure (`jansou` has one name for both): with `mahjong`
- parts of the fu before rounding (`jansou` does not choose by them): with `mahjong`
"""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest

from referee.rules import Limit, Score, Situation, Wind, YakuId, YakuScore, score
from referee.rules.candidates import candidates
from referee.rules.hand_values import HandValues
from referee.rules.packing import pack
from referee.rules.situation import Circumstances
from tests.referee.rules import hand_shapes
from tests.referee.rules.engines import DORA, Question, ask_jansou, differences, question, rules_for_both
from tests.referee.rules.every_reading import Reading, every_reading

LEAST_OF_EACH = 200
PAIRS_OF_YAKU = 192  # that can stand together: 126 by shape alone, the others with riichi, ippatsu and houtei
NOT_IN_BOTH = {YakuId.RENHOU}
IN_BOTH = [yaku for yaku in list(YakuId)[: list(YakuId).index(YakuId.SANRENKOU)] if yaku not in NOT_IN_BOTH]
"""The yaku that both engines have: all but renhou and the local ones."""

YAKUMAN_TOGETHER = [
    {YakuId.SUUANKOU_TANKI, YakuId.DAISANGEN},
    {YakuId.SUUANKOU_TANKI, YakuId.SHOUSUUSHII},
    {YakuId.SUUANKOU_TANKI, YakuId.DAISUUSHII},
    {YakuId.SUUANKOU_TANKI, YakuId.TSUUIISOU},
    {YakuId.SUUANKOU_TANKI, YakuId.RYUUIISOU},
    {YakuId.SUUANKOU_TANKI, YakuId.CHINROUTOU},
    {YakuId.DAISANGEN, YakuId.TSUUIISOU},
    {YakuId.SHOUSUUSHII, YakuId.TSUUIISOU},
    {YakuId.DAISUUSHII, YakuId.TSUUIISOU},
]
"""Every two yakuman that one hand can have."""


def check(asked: list[Question]) -> list[Score]:
    """Ask all three, and fail where they differ."""
    scores = [score(one.hand, one.tile, one.rules, one.situation) for one in asked]
    found = [line for one, ours in zip(asked, scores, strict=True) for line in differences(one, ours)]
    assert not found, f"{len(found)} differences, first:\n" + "\n".join(found[:5])
    return scores


@pytest.mark.parametrize(("hands", "seed"), [(1_000, 17), pytest.param(100_000, 34, marks=pytest.mark.verify)])
def test_random_hands(hands: int, seed: int) -> None:
    rng = random.Random(seed)
    check([question(rng, hand_shapes.possible(rng, hand_shapes.plain)) for _ in range(hands)])


@pytest.mark.parametrize(
    ("hands", "least", "seed"),
    [(1_500, 1, 17), pytest.param(20_000, LEAST_OF_EACH, 34, marks=pytest.mark.verify)],
)
def test_hands_built_to_be_rare(hands: int, least: int, seed: int) -> None:
    rng = random.Random(seed)
    makers = list(hand_shapes.RARE.values())
    asked = [rare_question(rng, makers[number % len(makers)]) for number in range(hands)]
    counts = Counter(frozenset(yaku.id for yaku in ours.yaku) for ours in check(asked))
    for yaku in IN_BOTH:
        assert sum(times for ids, times in counts.items() if yaku in ids) >= least, yaku
    for together in YAKUMAN_TOGETHER:
        assert sum(times for ids, times in counts.items() if together <= ids) >= 1, together
    yakuman = {frozenset(pair) for ids in counts for pair in combinations(ids & YAKUMAN, 2)}
    assert yakuman == {frozenset(pair) for pair in YAKUMAN_TOGETHER}
    pairs = {frozenset(pair) for ids in counts for pair in combinations(ids - DORA, 2)}
    print(f"{hands} hands; {len(pairs)} pairs of yaku")
    assert len(pairs) == PAIRS_OF_YAKU or hands < 20_000


YAKUMAN = frozenset(list(YakuId)[list(YakuId).index(YakuId.KOKUSHI) : list(YakuId).index(YakuId.SANRENKOU)])


def rare_question(rng: random.Random, maker: hand_shapes.Maker) -> Question:
    """A rare shape, in every other hand won on a tile of which there is one more than its neighbours need."""
    shape = hand_shapes.possible(rng, maker)
    odd = [kind for kind in set(shape) if shape.count(kind) % 2 == 0]
    return question(rng, shape, winning=rng.choice(odd) if odd and rng.random() < 0.5 else None)


@pytest.mark.verify
def test_every_reading_that_there_is() -> None:
    """All readings that any complete hand can have, each in one hand; and every two yaku that can stand together do."""
    rng = random.Random(17)
    readings = every_reading(17)
    assert len({traits for traits, _, _ in readings}) > 85_000
    scores = check([question(rng, list(kinds), winning=winning) for _, kinds, winning in readings])
    answered = {pair for ours in scores for pair in pairs_of(ours.yaku)}
    possible = pairs_that_can_be(readings)
    assert possible <= answered, possible - answered
    assert len(answered) == PAIRS_OF_YAKU
    print(f"{len(readings)} hands; {len(possible)} pairs of yaku by shape, {len(answered)} with riichi and the like")


def pairs_of(yaku: Iterable[YakuScore]) -> set[tuple[str, str]]:
    return set(combinations(sorted({entry.id.value for entry in yaku if entry.id not in DORA}), 2))


def pairs_that_can_be(readings: list[Reading]) -> set[tuple[str, str]]:
    """Every two yaku of one reading, whether or not it is the dearest of its hand; with a double wind and without."""
    rules = rules_for_both(kiriage=True, kazoe=True, doubles=False, reds=False)
    found: set[tuple[str, str]] = set()
    for seat in (Wind.E, Wind.W):
        circumstances = Circumstances.of(rules, Situation(seat_wind=seat, riichi=False))
        values = HandValues.of(rules, circumstances)
        for traits, kinds, winning in readings:
            packed = pack(kinds)
            for candidate in candidates(packed, winning):
                if candidate.traits == traits:
                    found |= pairs_of(values.value(candidate, packed, winning, circumstances).yaku)
    return found


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"double_wind_pair_fu": 2}, "double wind pair"),
        ({"yakuman_stack": False}, "dearest yakuman"),
        ({"ura": False}, "no ura"),
    ],
)
def test_options_that_one_of_them_has(options: dict, name: str) -> None:
    """Agreed with `jansou` alone, and it makes a difference."""
    rng = random.Random(17)
    differ = 0
    for number in range(600):
        maker = hand_shapes.plain if number % 2 else hand_shapes.rare
        asked = question(rng, hand_shapes.possible(rng, maker))
        before = score(asked.hand, asked.tile, asked.rules, asked.situation)
        asked = replace(asked, rules=asked.rules.with_options(options))
        ours = score(asked.hand, asked.tile, asked.rules, asked.situation)
        if ours.yaku:
            theirs = ask_jansou(asked)
            assert (ours.points, ours.fu or theirs.fu.total) == (theirs.payment.ron, theirs.fu.total), str(asked)
            assert (ours.limit is Limit.YAKUMAN) == theirs.is_yakuman
        differ += before != ours
    assert differ, name


def test_the_comparison_would_notice_a_wrong_score() -> None:
    """A comparison that cannot fail proves nothing: with one rule changed on our side alone it finds something."""
    rng = random.Random(17)
    asked = [question(rng, hand_shapes.possible(rng, hand_shapes.plain)) for _ in range(60)]
    for options in ({"ura": False}, {"houtei": "none"}, {"round_wind": "none"}, {"kiriage_mangan": None}):
        found = []
        for one in asked:
            changed = {
                name: not one.rules.kiriage_mangan if value is None else value for name, value in options.items()
            }
            rules = one.rules.with_options(changed)
            situation = replace(one.situation, round_wind=None) if "round_wind" in options else one.situation
            found += differences(one, score(one.hand, one.tile, rules, situation))
        assert found, options
