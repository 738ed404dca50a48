"""What each form sees in a wall, against trying all its hands by the rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.analysis.study.form import holds
from referee.analysis.study.shape_odds import any_form
from referee.analysis.study.yakuman_forms import DEARER, yakuman_forms
from referee.rules import Scorer, Situation, YakuId, load_rules
from referee.tiles import counts_of, parse_tiles
from tests.referee.analysis.study.small_walls import hands_of, tiles_of, waits_of

FORMS = yakuman_forms()
RULES = load_rules("kaiji").with_hand_options({"payment": "flat_child", "minimum": "none"})
SCORER = Scorer.of(RULES, Situation())


DEAR_HANDS = [
    "19m19p19s12345677z",
    "111333m55577p111z",
    "555666777z234m99p",
    "11222333444z123s",
    "111222333444z55m",
    "11223344556677z",
    "111222555666z77z",
    "22334466888s666z",
    "111999m111999p11s",
    "11123455678999m",
    "11123456788999s",
]


@st.composite
def walls(draw: st.DrawFn) -> list[int]:
    """A yakuman without some of its tiles and with some others, often of the same kinds."""
    hand = list(parse_tiles(draw(st.sampled_from(DEAR_HANDS))))
    kept = draw(st.permutations(hand))[: len(hand) - draw(st.integers(0, 2))]
    others = st.one_of(st.sampled_from(hand), st.integers(0, 33))
    for kind in draw(st.lists(others, min_size=1, max_size=4)):
        if kept.count(kind) < 4:
            kept.append(kind)
    return sorted(kept)


def waited_for(wall: list[int]) -> set[YakuId]:
    """Every yakuman that some hand of the wall waits for."""
    kinds = sorted(set(wall))
    found: set[YakuId] = set()
    for hand in hands_of([wall.count(kind) for kind in kinds], 13):
        tiles = tiles_of(kinds, hand)
        for kind in waits_of(tiles):
            score = SCORER.score(tiles, kind)
            if score.yakuman:
                found |= {YakuId(yaku.id) for yaku in score.yaku}
    return found


@settings(max_examples=150, deadline=None)
@given(walls())
def test_forms_of_yakuman_see_what_the_rules_pay(wall: list[int]) -> None:
    paid = waited_for(wall)
    seen = {yaku for yaku, forms in FORMS.items() if any(holds(form, counts_of(wall)) for form in forms)}
    assert seen == {yaku for yaku in FORMS if {yaku, DEARER.get(yaku)} & paid}


@settings(max_examples=100, deadline=None)
@given(walls())
def test_ready_and_complete_hands_are_seen(wall: list[int]) -> None:
    kinds = sorted(set(wall))
    hands = [tiles_of(kinds, hand) for hand in hands_of([wall.count(kind) for kind in kinds], 13)]
    ready = any(map(waits_of, hands))
    complete = any(wall.count(kind) > hand.count(kind) for hand in hands for kind in waits_of(hand))
    assert any(holds(form, counts_of(wall)) for form in any_form(1)) == ready
    assert any(holds(form, counts_of(wall)) for form in any_form(0)) == complete


@pytest.mark.parametrize(
    ("wall", "yaku", "held"),
    [
        ("111222333m4445p1z", YakuId.SUUANKOU_TANKI, True),
        ("111122223333m4444p", YakuId.SUUANKOU_TANKI, False),
        ("1112345678999m5p", YakuId.JUNSEI_CHUUREN, True),
        ("111234567899m55p", YakuId.CHUUREN, False),
        ("1122345678999m5p", YakuId.CHUUREN, True),
        ("19m19p19s1234567z1m", YakuId.KOKUSHI_13, True),
        ("19m19p19s123456z11z", YakuId.KOKUSHI, True),
        ("19m19p19s123456z234m", YakuId.KOKUSHI, False),
        ("11223344556677z", YakuId.TSUUIISOU, True),
        ("111222333z44z12m5p", YakuId.SHOUSUUSHII, True),
        ("111222333z44z99p5m", YakuId.DAISUUSHII, True),
        ("111222333z44z12m5p", YakuId.DAISUUSHII, False),
        ("555566667777z12m", YakuId.DAISANGEN, False),
        ("555666777z12m9p1s", YakuId.DAISANGEN, False),
        ("555666777z12m99p", YakuId.DAISANGEN, True),
    ],
)
def test_walls_with_and_without_a_yakuman(wall: str, yaku: YakuId, held: bool) -> None:
    counts = counts_of(parse_tiles(wall))
    assert any(holds(form, counts) for form in FORMS[yaku]) is held
