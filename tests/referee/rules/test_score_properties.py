"""What must hold for the score of any hand: symmetries, monotony, and that a score explains itself."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules import (
    Limit,
    RuleSet,
    Score,
    Situation,
    WaitKind,
    Wind,
    YakuId,
    load_rules,
    preset_names,
    score,
    wait_kinds,
    waits,
)
from referee.tiles import Kind

PRESETS = [load_rules(name) for name in preset_names()]
SWAPPED = {kind: (kind + 9) % 27 if kind < 27 else kind for kind in range(34)}
GREEN = frozenset({YakuId.RYUUIISOU})


@st.composite
def complete_hands(draw: st.DrawFn) -> tuple[tuple[Kind, ...], Kind]:
    """13 tiles and the one that completes them."""
    suits = draw(st.lists(st.sampled_from([0, 9, 18]), min_size=1, max_size=3))
    any_kind = st.one_of(st.sampled_from(suits).flatmap(lambda suit: st.integers(suit, suit + 8)), st.integers(27, 33))
    groups = draw(
        st.lists(
            st.one_of(
                any_kind.map(lambda kind: (kind,) * 3),
                st.tuples(st.sampled_from(suits), st.integers(0, 6)).map(
                    lambda at: tuple(sum(at) + step for step in range(3))
                ),
            ),
            min_size=4,
            max_size=4,
        )
    )
    pair = draw(any_kind)
    tiles = [kind for group in groups for kind in group] + [pair, pair]
    if max(map(tiles.count, tiles)) > 4:
        tiles = [0, 1, 2, 9, 10, 11, 18, 19, 20, 24, 25, 26, 30, 30]
    won = draw(st.integers(0, 13))
    return tuple(tiles[:won] + tiles[won + 1 :]), tiles[won]


situations = st.builds(
    Situation,
    seat_wind=st.sampled_from(Wind),
    round_wind=st.sampled_from(Wind),
    riichi=st.booleans(),
    ippatsu=st.booleans(),
    houtei=st.booleans(),
    first_discard=st.booleans(),
)
any_rules = st.sampled_from(PRESETS)


def worth(scored: Score) -> tuple:
    yaku = frozenset((entry.id, entry.han, entry.yakuman) for entry in scored.yaku)
    return yaku, scored.han, scored.fu, scored.limit, scored.points, scored.reasons


@settings(max_examples=150, deadline=None)
@given(complete_hands(), situations, any_rules)
def test_a_complete_hand_scores_and_the_score_adds_up(
    hand: tuple[tuple[Kind, ...], Kind], situation: Situation, rules: RuleSet
) -> None:
    scored = score(*hand, rules, situation)
    assert scored.complete
    assert hand[1] in wait_kinds(hand[0])
    assert scored.can_ron == (not scored.reasons)
    if scored.limit is Limit.YAKUMAN:
        assert sum(entry.yakuman or 0 for entry in scored.yaku) == scored.yakuman > 0
        assert scored.points_child == 32_000 * scored.yakuman
    else:
        assert sum(entry.han or 0 for entry in scored.yaku) == scored.han
        total = sum(part.fu for part in scored.fu_parts)
        assert scored.fu is not None
        assert total <= scored.fu < total + 10
    assert scored.reading is not None
    assert sorted(kind for group in scored.reading.groups for kind in group) == sorted((*hand[0], hand[1]))


@settings(max_examples=100, deadline=None)
@given(complete_hands(), situations, any_rules)
def test_the_suits_are_worth_the_same(
    hand: tuple[tuple[Kind, ...], Kind], situation: Situation, rules: RuleSet
) -> None:
    one = score(*hand, rules, situation)
    other = score(tuple(SWAPPED[kind] for kind in hand[0]), SWAPPED[hand[1]], rules, situation)
    if not {entry.id for scored in (one, other) for entry in scored.yaku} & GREEN:
        assert worth(one) == worth(other)


@settings(max_examples=100, deadline=None)
@given(complete_hands(), situations, any_rules, st.permutations(range(13)))
def test_the_order_of_the_tiles_does_not_matter(
    hand: tuple[tuple[Kind, ...], Kind], situation: Situation, rules: RuleSet, order: list[int]
) -> None:
    shuffled = tuple(hand[0][place] for place in order)
    assert score(shuffled, hand[1], rules, situation) == score(*hand, rules, situation)


@settings(max_examples=100, deadline=None)
@given(complete_hands(), situations, any_rules, st.integers(0, 33))
def test_ura_never_changes_the_verdict_and_never_lowers_the_price(
    hand: tuple[tuple[Kind, ...], Kind], situation: Situation, rules: RuleSet, ura: Kind
) -> None:
    if (*hand[0], hand[1]).count(ura) == 4:
        return
    without, with_ura = score(*hand, rules, situation), score(*hand, rules, replace(situation, ura=(ura,)))
    assert with_ura.reasons == without.reasons
    assert with_ura.points >= without.points
    assert (with_ura.han_for_minimum, with_ura.limit_for_minimum) == (
        without.han_for_minimum,
        without.limit_for_minimum,
    )


@settings(max_examples=60, deadline=None)
@given(complete_hands(), situations.map(lambda situation: replace(situation, first_discard=False)), any_rules)
def test_marks_say_what_the_scorer_says(
    hand: tuple[tuple[Kind, ...], Kind], situation: Situation, rules: RuleSet
) -> None:
    (wait,) = [wait for wait in waits(hand[0], rules, situation).waits if wait.tile == hand[1]]

    def allowed(*, ippatsu: bool = False, houtei: bool = False) -> bool:
        return score(*hand, rules, replace(situation, ippatsu=ippatsu, houtei=houtei)).can_ron

    assert (wait.kind is WaitKind.FULL) == allowed()
    if wait.kind is not WaitKind.FULL:
        assert (YakuId.IPPATSU in wait.needs) == allowed(ippatsu=True)
        assert (YakuId.HOUTEI in wait.needs) == allowed(houtei=True)
