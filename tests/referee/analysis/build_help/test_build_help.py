"""Build help on small walls against every choice of 13 tiles, judged one by one; and how one choice leads on."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.analysis.build_help import BuildHelp, Progress, Reach
from referee.analysis.solver import solve
from referee.rules import RuleSet, Situation, load_rules, waits
from referee.tiles import Kind, NotAllowedError, Tile, kind_of, parse_tiles
from tests.referee.analysis.solver.walls import (
    hands_of,
    live_copies,
    random_wall,
    small_wall,
    some_rules,
    some_situation,
)

HAPPY = load_rules("happy")


class Possible(NamedTuple):
    """One choice of 13 tiles that is ready: its points are those of its dearest full wait."""

    tiles: Counter[Tile]
    kinds: tuple[Kind, ...]
    reaches: bool
    points: int


def all_ready(tiles: Sequence[Tile], rules: RuleSet, situation: Situation) -> list[Possible]:
    found = []
    for hand in hands_of(tiles):
        full = waits(hand, rules, replace(situation, ura=())).waits
        points = [wait.points for wait in full if wait.score.can_ron]
        if full:
            kinds = tuple(sorted(map(kind_of, hand)))
            found.append(Possible(Counter(hand), kinds, bool(points), max(points, default=0)))
    return found


def reach(every: Sequence[Possible], chosen: Sequence[Tile]) -> Reach:
    held = Counter(chosen)
    fitting = [one for one in every if not held - one.tiles]
    return Reach(
        len({one.kinds for one in fitting}),
        len({one.kinds for one in fitting if one.reaches}),
        max((one.points for one in fitting), default=0),
    )


@pytest.mark.parametrize("size", [13, 14, 15, 16])
def test_what_is_possible_is_what_every_choice_tells(size: int) -> None:
    rng = Random(size)
    some = 0
    for _ in range(25):
        rules, situation = some_rules(rng), some_situation(rng)
        tiles = small_wall(rng, size, rules, situation)
        every = all_ready(tiles, rules, situation)
        helper = BuildHelp.of(tiles, rules, situation)
        for chosen in choices(rng, tiles, every):
            progress = helper.after(chosen)
            check(progress, chosen, tiles, every, rules, situation)
            some += progress.reach.ready_hands > 0
    assert some > 50


def choices(rng: Random, tiles: Sequence[Tile], every: Sequence[Possible]) -> list[list[Tile]]:
    """Parts of ready hands, whole ones, and some tiles at random."""
    found = [rng.sample(tiles, rng.randint(0, 13))]
    for size in (13, 12, rng.randint(0, 11)):
        if every:
            found.append(rng.sample(sorted(rng.choice(every).tiles.elements()), size))
    return found


def check(
    progress: Progress,
    chosen: Sequence[Tile],
    tiles: Sequence[Tile],
    every: Sequence[Possible],
    rules: RuleSet,
    situation: Situation,
) -> None:
    calm, rest = replace(situation, ura=()), Counter(tiles) - Counter(chosen)
    assert progress.reach == reach(every, chosen)
    if len(chosen) < 13:
        assert {change.tile: change.count for change in progress.adding} == rest
        for change in progress.adding:
            assert change.reach == reach(every, [*chosen, change.tile])
            if len(chosen) == 12:
                assert change.waits == waits([*chosen, change.tile], rules, calm)
        assert progress.waits is None
    else:
        assert progress.adding == ()
        assert progress.waits == waits(chosen, rules, calm)
        assert progress.live == tuple(
            live_copies(wait.tile, tiles, rules, situation) for wait in waits(chosen, rules, calm).waits
        )
    assert {change.tile: change.count for change in progress.removing} == Counter(chosen)
    for change in progress.removing:
        left = list(chosen)
        left.remove(change.tile)
        assert change.reach == reach(every, left)
    for best in (progress.dearest, progress.best_expectation):
        assert (best is None) == (progress.reach.ready_hands == 0)
        if best is not None:
            assert not Counter(chosen) - Counter(best.hand)
            assert not Counter(best.hand) - Counter(tiles)
            assert best.waits == waits(best.hand, rules, calm)
    if progress.dearest is not None and progress.reach.reaching_hands:
        assert progress.dearest.points == progress.reach.points
        assert max(wait.points for wait in progress.dearest.waits.waits if wait.score.can_ron) == progress.reach.points


def test_an_ordinary_five_leaves_less_room_for_red_ones() -> None:
    """Of 5m 0m only one fits into the hand: choosing the ordinary one costs the han of the red one."""
    rules = HAPPY.with_options({"red_fives": {"m": 1, "p": 0, "s": 0}})
    situation = Situation(indicators=parse_tiles("1z"))
    helper = BuildHelp.of(parse_tiles("0m5m34m234678p2355s"), rules, situation)
    points = {}
    for five in ("0m", "5m"):
        best = helper.after(parse_tiles(f"34m{five}")).dearest
        assert best is not None
        points[five] = best.points
        assert parse_tiles(five)[0] in best.hand
    assert points["0m"] > points["5m"]


@given(st.integers(0, 10_000), st.data())
@settings(max_examples=25, deadline=None)
def test_taking_a_tile_never_makes_more_possible_and_every_ready_hand_can_be_reached(
    seed: int, data: st.DataObject
) -> None:
    rng = Random(seed)
    rules, situation = HAPPY, Situation(indicators=(rng.randrange(34),))
    tiles = random_wall(rng, rules, situation)
    helper = BuildHelp.of(tiles, rules, situation)
    progress = helper.after(())
    whole = solve(tiles, rules, situation)
    assert (progress.reach.ready_hands, progress.reach.reaching_hands) == (whole.ready_hands, whole.reaching_hands)
    while len(progress.chosen) < 13:
        possible = [change for change in progress.adding if change.reach.ready_hands]
        assert bool(possible) == bool(progress.reach.ready_hands)
        if not possible:
            return
        change = data.draw(st.sampled_from(possible))
        assert change.reach.ready_hands <= progress.reach.ready_hands
        assert change.reach.points <= progress.reach.points
        before, progress = progress, helper.after((*progress.chosen, change.tile))
        assert progress.reach == change.reach
        (back,) = [one for one in progress.removing if one.tile == change.tile]
        assert back.reach == before.reach
    assert progress.waits is not None
    assert progress.waits.ready


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ("1m1m1m1m", "1m is chosen 4 times, the wall has 3"),
        ("9s", "9s is chosen 1 times, the wall has 0"),
        ("0p", "0p is chosen 1 times, the wall has 0"),
        ("111m222m333m44m555p", "14 tiles are chosen: a hand has 13"),
    ],
)
def test_what_the_wall_does_not_hold_cannot_be_chosen(chosen: str, words: str) -> None:
    helper = BuildHelp.of(parse_tiles("111222333444m5555p6z"), HAPPY, Situation())
    with pytest.raises(NotAllowedError, match=words):
        helper.after(parse_tiles(chosen))
