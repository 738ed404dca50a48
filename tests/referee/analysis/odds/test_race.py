"""Races against every order of all tiles, told one by one; and exact figures against sampled ones."""

from collections import Counter
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.analysis.odds.exact import exact_ends
from referee.analysis.odds.race import DiscardModel, Race, State, Turn, Worths
from referee.analysis.odds.sampled import sampled_ends
from referee.game import Seat

models = st.sampled_from(DiscardModel)


@st.composite
def races(draw: st.DrawFn) -> Race:
    """Two or three seats with up to two discards each, from small piles of their own or from one that they share."""
    players = draw(st.integers(2, 3))
    rounds = draw(st.integers(1, 2))
    columns = draw(st.integers(1, 2))
    worth = st.sampled_from([None, 1, 2, 3])
    row: st.SearchStrategy[tuple[Worths | None, ...]] = st.tuples(
        *[st.one_of(st.none(), st.tuples(*[worth] * columns)) for _ in range(players)]
    )
    rows = draw(st.lists(row, min_size=1, max_size=4, unique=True))
    shared = draw(st.booleans())
    needed = rounds * players if shared else rounds
    pile = st.lists(st.integers(0, len(rows) - 1), min_size=needed, max_size=needed + 1)
    piles = [draw(pile) for _ in range(1 if shared else players)]
    mask = st.one_of(st.just(0), st.integers(0, 2**players - 1))
    out = draw(mask)
    return Race(
        seats=tuple(Seat)[:players],
        turns=tuple(
            Turn(
                index % players,
                0 if shared else index % players,
                tuple(draw(st.integers(0, columns - 1)) for _ in range(players)),
                draw(mask),
                draw(st.booleans()),
            )
            for index in range(rounds * players)
        ),
        worths=tuple(rows),
        start=State(
            out,
            draw(mask) & ~out,
            tuple(tuple(tiles.count(lot) for lot in range(len(rows))) for tiles in piles),
        ),
        nearest=draw(st.booleans()),
    )


@given(races(), models)
@settings(max_examples=150, deadline=None)
def test_a_race_ends_as_every_order_of_its_tiles_tells(race: Race, model: DiscardModel) -> None:
    ends = exact_ends(race, model)
    assert ends is not None
    whole = sum(ends.values())
    chances: Counter[Any] = Counter()
    for end, weight in ends.items():
        paid = frozenset(zip(end.winners, end.worths, strict=True))
        chances[end.at, paid] += Fraction(weight, whole)  # type: ignore[assignment]
    assert chances == Told(race, model).outcomes()


@given(races())
@settings(max_examples=60, deadline=None)
def test_where_seats_have_nothing_to_keep_back_both_models_are_the_same(race: Race) -> None:
    everybody = race.start._replace(out=race.everybody, barred=0)
    over = Race(race.seats, race.turns, race.worths, everybody)
    for model in DiscardModel:
        assert exact_ends(over, model) == {race.drawn_end(): 1}


@given(races(), models, st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_one_more_seat_that_is_out_never_wins_and_leaves_the_others_no_less(
    race: Race, model: DiscardModel, place: int
) -> None:
    place %= len(race.seats)
    without = Race(race.seats, race.turns, race.worths, out_too(race.start, place), race.nearest)
    ends = exact_ends(without, model)
    assert ends is not None
    assert all(place not in end.winners for end in ends)
    if model is DiscardModel.UNIFORM:
        # what it discards is then drawn alike, and its wins cut nobody short
        before = exact_ends(race, model)
        assert before is not None
        for other in range(len(race.seats)):
            if other != place:
                assert share(ends, other) >= share(before, other)


def out_too(state: State, place: int) -> State:
    mask = 1 << place
    return state._replace(out=state.out | mask, barred=state.barred & ~mask)


def share(ends: dict[Any, int], place: int) -> Fraction:
    return Fraction(sum(weight for end, weight in ends.items() if place in end.winners), sum(ends.values()))


@pytest.mark.parametrize("model", DiscardModel)
def test_sampled_ends_come_as_often_as_the_exact_chances_say(model: DiscardModel) -> None:
    worths: tuple[tuple[Worths | None, ...], ...] = (
        (None, None),
        ((8000, 8000), None),
        (None, (None, 12000)),
        ((None, None), (1, 1)),
    )
    turns = tuple(Turn(index % 2, index % 2, (int(index == 5),) * 2, 3, True) for index in range(6))
    race = Race((Seat.A, Seat.B), turns, worths, State(0, 0, ((5, 1, 1, 1), (4, 2, 0, 1))))
    exact, samples = exact_ends(race, model), 4_000
    assert exact is not None
    counts = sampled_ends(race, model, Random(4), samples)
    assert set(counts) <= set(exact)
    for end, weight in exact.items():
        chance = weight / sum(exact.values())
        assert counts[end] / samples == pytest.approx(chance, abs=4 * sqrt(chance * (1 - chance) / samples))


@pytest.mark.parametrize(("lasts", "drawn"), [(True, 1), (False, 0)])
def test_a_seat_keeps_its_waits_back_only_while_a_pass_leaves_it_a_chance(lasts: bool, drawn: int) -> None:
    """A let a wait pass and discards next: one of its own waits, or the tile that B waits for."""
    turn = Turn(0, 0, (0, 0), 3, lasts)
    race = Race((Seat.A, Seat.B), (turn,), ((None, (5,)), ((None,), None)), State(0, 1, ((1, 1), (0, 0))))
    ends = exact_ends(race, DiscardModel.KEEPS_OWN_WAITS)
    assert ends is not None
    assert ends.get(race.drawn_end(), 0) == drawn
    assert sum(ends.values()) == 1 + drawn


@pytest.mark.parametrize(("nearest", "paid"), [(False, {0: 5, 2: 3}), (True, {2: 3})])
def test_of_several_winners_on_one_tile_all_are_paid_or_only_the_next_in_turn(
    nearest: bool, paid: dict[int, int]
) -> None:
    """The seat at place 1 discards, its only tile is the wait of both others."""
    turn = Turn(1, 0, (0, 0, 0), 7, True)
    race = Race((Seat.A, Seat.B, Seat.C), (turn,), (((5,), None, (3,)),), State(0, 0, ((1,),)), nearest)
    ends = exact_ends(race, DiscardModel.UNIFORM)
    assert ends is not None
    (end,) = ends
    assert dict(zip(end.winners, end.worths, strict=True)) == paid
    assert end.discarder == 1


def test_a_race_with_too_many_states_has_no_exact_answer() -> None:
    worths: tuple[tuple[Worths | None, ...], ...] = ((None, None), ((None,), None), (None, (None,)))
    turns = tuple(Turn(index % 2, index % 2, (0, 0), 0, False) for index in range(8))
    race = Race((Seat.A, Seat.B), turns, worths, State(0, 0, ((3, 3, 0), (3, 0, 3))))
    assert exact_ends(race, DiscardModel.UNIFORM, most_states=3) is None
    assert set(exact_ends(race, DiscardModel.UNIFORM, most_states=100) or ()) == {race.drawn_end()}


class Told:
    """A race told tile by tile, with nothing joined and nothing counted: slow, and easy to believe."""

    def __init__(self, race: Race, model: DiscardModel) -> None:
        self.race, self.model = race, model
        self.found: Counter[Any] = Counter()

    def outcomes(self) -> Counter[Any]:
        start = self.race.start
        piles = [[lot for lot, count in enumerate(pile) for _ in range(count)] for pile in start.left]
        sets = [{place for place in range(len(self.race.seats)) if mask >> place & 1} for mask in start[:2]]
        self.tell(0, piles, *sets, Fraction(1))
        return self.found

    def tell(self, at: int, piles: list[list[int]], out: set[int], barred: set[int], chance: Fraction) -> None:
        race = self.race
        if at == len(race.turns):
            self.found[at, frozenset()] += chance  # type: ignore[assignment]
            return
        turn = race.turns[at]
        tiles = piles[turn.pile]
        harmless = [lot for lot in tiles if race.worths[lot][turn.seat] is None]
        hopeless = turn.seat in out or (turn.lasts and turn.seat in barred)
        keeps = self.model is DiscardModel.KEEPS_OWN_WAITS and not hopeless and harmless
        for place, lot in enumerate(tiles):
            if keeps and lot not in harmless:
                continue
            part = chance / len(harmless if keeps else tiles)
            left = [list(pile) for pile in piles]
            del left[turn.pile][place]
            self.lay(at, lot, left, out, barred, part)

    def lay(
        self,
        at: int,
        lot: int,
        left: list[list[int]],
        out: set[int],
        barred: set[int],
        part: Fraction,
    ) -> None:
        race = self.race
        turn, worths = race.turns[at], race.worths[lot]
        seat = turn.seat
        now_out = set(out)
        if worths[seat] is not None or (seat in barred and turn.lasts):
            now_out.add(seat)
        now_barred = barred - {seat}
        paid = []
        for step in range(1, len(race.seats)):
            other = (seat + step) % len(race.seats)
            row = worths[other]
            if row is None or other in now_out:
                continue
            worth = row[turn.moments[other]]
            if worth is not None and other not in now_barred:
                paid.append((other, worth))
            elif turn.bars >> other & 1:
                now_barred.add(other)
        if paid:
            self.found[at, frozenset(paid[:1] if race.nearest else paid)] += part  # type: ignore[assignment]
        else:
            self.tell(at + 1, left, now_out, now_barred, part)
