"""The best hands of a wall: what they are worth, how they are ordered, what is to be expected of them."""

import random
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from referee.analysis.solver import (
    BestHand,
    Needs,
    Order,
    ReadyHands,
    Solution,
    Standing,
    best_hands,
    expectations,
    solve,
)
from referee.rules import RuleSet, Situation, WaitKind, Wind, load_rules, waits
from referee.tiles import ImpossibleTilesError, InputError, NotAllowedError, Tile, counts_of, full_set, parse_tiles
from tests.referee.analysis.solver.walls import (
    PRESETS,
    is_part_of,
    live_copies,
    random_wall,
    shown,
    small_wall,
    some_rules,
    some_situation,
)

WALL = parse_tiles("12445568m12334567899p2345667779s14455z")
ONE_SUIT = parse_tiles("111222333444555666777888999m1237p147z")


def solutions(seed: int, order: Order, count: int) -> Iterator[tuple[RuleSet, Situation, tuple[Tile, ...], Solution]]:
    rng = random.Random(seed)
    for _ in range(count):
        rules, situation = some_rules(rng), some_situation(rng)
        tiles = random_wall(rng, rules, situation)
        yield rules, situation, tiles, solve(tiles, rules, situation, top=40, order=order)


@pytest.mark.parametrize("order", Order)
def test_every_best_hand_is_what_the_rules_say(order: Order) -> None:
    for rules, situation, tiles, solution in solutions(1, order, 12):
        assert len(solution.best) == min(40, solution.ready_hands)
        assert len({best.hand for best in solution.best}) == len(solution.best)
        for best in solution.best:
            assert is_part_of(best.hand, tiles)
            assert best.waits == waits(best.hand, rules, Situation(**{**_fields(situation), "ura": ()}))
            full = [wait for wait in best.waits.waits if wait.kind is WaitKind.FULL]
            assert best.points == max(wait.points for wait in full or best.waits.waits)
            assert best.live == sum(live_copies(wait.tile, tiles, rules, situation) for wait in full)
            assert best.live_of_waits == tuple(
                live_copies(wait.tile, tiles, rules, situation) for wait in best.waits.waits
            )


def _fields(situation: Situation) -> dict[str, object]:
    return {name: getattr(situation, name) for name in Situation.__dataclass_fields__}


def test_the_best_come_first() -> None:
    def reaches(best: BestHand) -> bool:
        return any(wait.kind is WaitKind.FULL for wait in best.waits.waits)

    keys = {
        Order.VALUE: lambda best: (reaches(best), best.points, best.live),
        Order.LIVE: lambda best: (best.live, reaches(best), best.points),
        Order.EXPECTATION: lambda best: best.expectation,
    }
    for order, key in keys.items():
        for _, _, _, solution in solutions(2, order, 10):
            ordered = [key(best) for best in solution.best]
            assert ordered == sorted(ordered, reverse=True)


@pytest.mark.parametrize("order", Order)
def test_no_hand_left_out_is_better(order: Order) -> None:
    rng = random.Random(10)
    for _ in range(15):
        rules, situation = some_rules(rng), some_situation(rng)
        tiles = small_wall(rng, 18, rules, situation)
        some = solve(tiles, rules, situation, top=5, order=order)
        every = solve(tiles, rules, situation, top=1_000_000, order=order)
        assert every.best[:5] == some.best
        assert len({best.hand for best in every.best}) == some.ready_hands
        ready = ReadyHands.of(tiles, rules, situation)
        if len(ready):
            assert ready.hand_tiles(Standing.of(ready).best(order)) == every.best[0].hand


def test_the_marks_of_the_list_are_those_of_the_best_hands() -> None:
    rng = random.Random(6)
    kinds = set()
    for _ in range(10):
        rules, situation = some_rules(rng), some_situation(rng)
        ready = ReadyHands.of(small_wall(rng, 16, rules, situation), rules, situation)
        for best in best_hands(ready, 1_000_000, Order.VALUE):
            row = next(row for row in range(len(ready)) if ready.hand_tiles(row) == best.hand)
            first = int(ready.first[row])
            needs = [Needs(int(needs)) for needs in ready.needs[first : first + int(ready.times[row])]]
            assert [needed.kind for needed in needs] == [wait.kind for wait in best.waits.waits]
            assert needs == [Needs.of(wait) for wait in best.waits.waits]
            kinds.update(needed.kind for needed in needs)
    assert kinds == set(WaitKind)


def test_the_figures_count_hands_and_waits() -> None:
    rng = random.Random(4)
    for _ in range(15):
        rules, situation = some_rules(rng), some_situation(rng)
        solution = solve(small_wall(rng, 18, rules, situation), rules, situation, top=1_000_000)
        full = [[wait.kind is WaitKind.FULL for wait in best.waits.waits] for best in solution.best]
        assert solution.pairs == sum(map(len, full))
        assert solution.reaching_hands == sum(map(any, full))
        assert solution.reaching_all == sum(map(all, full))
        assert solution.best_points == max(
            (wait.points for best in solution.best for wait in best.waits.waits), default=0
        )


def test_ippatsu_houtei_and_ura_do_not_count() -> None:
    rules = load_rules("happy")
    plain = solve(WALL, rules, Situation(parse_tiles("7p")), top=5)
    assert solve(WALL, rules, Situation(parse_tiles("7p"), ippatsu=True, houtei=True), top=5) == plain
    assert solve(WALL, rules, Situation(parse_tiles("7p"), ura=parse_tiles("3p")), top=5) == plain
    assert solve(WALL, rules, Situation(parse_tiles("7p"), riichi=False)) != plain


@pytest.mark.parametrize("tiles", [WALL, ONE_SUIT])
@pytest.mark.parametrize("preset", PRESETS)
def test_expectation_step_by_step(preset: str, tiles: tuple[Tile, ...]) -> None:
    """The formula against the discards one after the other: exact, hand by hand."""
    rules, situation = load_rules(preset), Situation(indicators=parse_tiles("7z"), seat_wind=Wind.S)
    ready = ReadyHands.of(tiles, rules, situation)
    found = expectations(ready)
    for row in random.Random(3).sample(range(len(ready)), 80):
        hand = ready.hand_tiles(row)
        expected = expected_points(hand, tiles, rules, situation)
        assert found[row] == pytest.approx(float(expected), rel=1e-12)


def expected_points(hand: tuple[Tile, ...], tiles: tuple[Tile, ...], rules: RuleSet, situation: Situation) -> Fraction:
    """What the first of the hand's waits to come brings, over the others' discards before the own furiten."""
    found = waits(hand, rules, situation).waits
    live = {wait.tile: live_copies(wait.tile, tiles, rules, situation) for wait in found}
    decisive = sum(live.values())
    brings = sum(live[wait.tile] * wait.points for wait in found if wait.kind is WaitKind.FULL)
    harmless = 21 - own_waits_in_pool(hand, tiles, rules, situation)
    unseen = 136 - 34 - len(shown(rules, situation))
    still_none, points = Fraction(1), Fraction(0)
    for discard in range((rules.players - 1) * min(17, harmless)):
        left = unseen - discard
        points += still_none * Fraction(brings, left)
        still_none *= Fraction(left - decisive, left)
    return points


def own_waits_in_pool(hand: tuple[Tile, ...], tiles: tuple[Tile, ...], rules: RuleSet, situation: Situation) -> int:
    """How many of the 21 tiles that are not chosen are waits of the hand."""
    pool = [copies - held for copies, held in zip(counts_of(tiles), counts_of(hand), strict=True)]
    return sum(pool[wait.tile] for wait in waits(hand, rules, situation).waits)


def test_waits_that_cannot_be_kept_back_end_the_chances() -> None:
    """Of 21 tiles four stay: a hand with more waits among them than that has to discard one before the end."""
    rules, situation = load_rules("kaiji"), Situation(indicators=parse_tiles("7z"))
    found = solve(ONE_SUIT, rules, situation, top=800, order=Order.LIVE).best
    own = {best.hand: own_waits_in_pool(best.hand, ONE_SUIT, rules, situation) for best in found}
    expected = {best.hand: expected_points(best.hand, ONE_SUIT, rules, situation) for best in found}
    assert any(own[best.hand] > 4 and best.expectation > 0 for best in found)
    assert all(best.expectation == pytest.approx(float(expected[best.hand]), rel=1e-12) for best in found)


def test_a_short_wait_is_a_risk() -> None:
    """The same live full waits at the same price bring less where a short wait may come first."""
    rules, situation = load_rules("kaiji"), Situation(parse_tiles("7p"))
    ready = ReadyHands.of(WALL, rules, situation)
    full, live = ready.full, ready.live()
    brings = ready.sums(live * ready.points * full)
    risk = ready.sums(live * ~full)
    found = expectations(ready)
    pairs = {}
    for row in range(len(ready)):
        pairs.setdefault((int(brings[row]), int(ready.sums(live * full)[row])), []).append(row)
    compared = 0
    for rows in pairs.values():
        safe = [row for row in rows if risk[row] == 0]
        risky = [row for row in rows if risk[row] > 0]
        if brings[rows[0]] and safe and risky:
            assert min(found[safe]) > 0
            assert max(found[risky]) < max(found[safe])
            compared += 1
    assert compared > 3


def test_no_ready_hand() -> None:
    tiles = parse_tiles("147m147p147s1234567z")
    solution = solve(tiles, load_rules("kaiji"), Situation(), top=3)
    assert solution == Solution(0, 0, 0, 0, 0, ())


def test_more_tiles_than_a_wall() -> None:
    """Every ready hand of a wall is one of a larger wall that holds it, worth the same."""
    rng = random.Random(8)
    tiles = rng.sample(full_set(), 40)
    rules = load_rules("kaiji")
    more, fewer = (_worth_of_hands(ReadyHands.of(some, rules, Situation())) for some in (tiles, tiles[:34]))
    assert len(more) > len(fewer) > 0
    assert fewer.items() <= more.items()


def _worth_of_hands(ready: ReadyHands) -> dict[bytes, int]:
    """The points of the dearest wait, by the copies of a hand."""
    hands = map(bytes, ready.hand_counts().astype(np.uint8))
    return dict(zip(hands, ready.most(ready.points).tolist(), strict=True))


@pytest.mark.parametrize(
    ("tiles", "error", "words"),
    [
        (parse_tiles("123456789m11z"), NotAllowedError, "11 tiles"),
        (parse_tiles("11111m23456789p11s"), ImpossibleTilesError, "5 copies of 1m"),
        (parse_tiles("7777p23456789s111z"), ImpossibleTilesError, "tiles and indicators together: 5 copies of 7p"),
        (full_set(), NotAllowedError, "more hands than can be listed"),
    ],
)
def test_tiles_that_cannot_be(tiles: tuple[Tile, ...], error: type[InputError], words: str) -> None:
    with pytest.raises(error, match=words):
        solve(tiles, load_rules("kaiji"), Situation(parse_tiles("7p") if len(tiles) < 100 else ()))
