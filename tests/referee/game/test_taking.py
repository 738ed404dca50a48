"""Which tiles a seat opens: a wall it names, rows by its dice; and hands that are laid open after the deal."""

import pytest

from referee.game import Phase, Seat, fold, free_walls, takers
from referee.tiles import NotAllowedError
from tests.referee.game.script import Script

MANGAN = "233445m234p5677s"


def opened(walls: str, players: int = 2) -> Script:
    preset = {2: "kaiji", 3: "three"}[players]
    return Script(preset, walls=walls).open(first="B")


def test_each_names_a_wall_that_nobody_else_has():
    script = opened("chosen")
    assert takers(script.match.rules, script.deal) == (Seat.B, Seat.A)
    script.add("walls", by="B", n=1)
    assert free_walls(script.deal) == (2, 3, 4)
    with pytest.raises(NotAllowedError, match="wall 1 is B's already"):
        script.add("walls", by="A", n=1)
    with pytest.raises(NotAllowedError, match="the walls are 1 to 4"):
        script.add("walls", by="A", n=5)
    script.add("walls", by="A", n=4)
    script.add("walls", by="B", n=2)  # thought better of it
    assert script.deal.taken == {Seat.A: (4,), Seat.B: (2,)}
    assert takers(script.match.rules, script.deal) == ()


def test_a_wall_that_was_opened_stands():
    script = opened("chosen")
    script.add("walls", by="A", n=3, tiles="1111222233334444m5555666677778888m99p")
    assert (script.deal.taken, len(script.deal.walls[Seat.A])) == ({Seat.A: (3,)}, 34)
    with pytest.raises(NotAllowedError, match="A has opened its tiles already"):
        script.add("walls", by="A", n=2)
    script.add("correct", ref=script.match.version, n=2, text="it was wall 2")
    assert script.deal.taken == {Seat.A: (2,)}


@pytest.mark.parametrize(
    ("dice", "rows"),
    [
        # B throws first: its second die counts the seven rows that are left, A's dice six and five
        (((3, 5), (3, 5)), {Seat.B: (3, 6), Seat.A: (4, 8)}),
        (((1, 1), (1, 1)), {Seat.B: (1, 2), Seat.A: (3, 4)}),
        (((6, 6), (6, 6)), {Seat.B: (6, 7), Seat.A: (8, 1)}),
    ],
)
def test_rows_are_counted_by_dice_among_those_that_are_left(dice, rows):
    script = opened("dice_rows")
    script.add("dice", by="B", dice=dice[0])
    script.add("dice", by="A", dice=dice[1])
    assert script.deal.taken == rows
    assert (script.deal.first, script.deal.dice) == (Seat.B, ())


def test_a_cocked_die_is_thrown_again_and_one_die_is_not_enough():
    script = opened("dice_rows", players=3)
    assert takers(script.match.rules, script.deal) == (Seat.B, Seat.C, Seat.A)
    script.add("dice", by="B", dice=(1, 1))
    script.add("dice", by="B", dice=(2, 2))
    assert script.deal.taken == {Seat.B: (2, 3)}
    with pytest.raises(NotAllowedError, match="throws 2 dice for 2 rows, not 1"):
        script.add("dice", by="C", dice=(4,))


@pytest.mark.parametrize("walls", ["own", "dice_rows"])
def test_nobody_names_a_wall_where_the_rules_give_it(walls):
    with pytest.raises(NotAllowedError, match="let nobody name a wall"):
        opened(walls).add("walls", by="A", n=2)


def test_a_choice_that_a_record_leaves_out_stops_nothing():
    script = opened("chosen").hands(indicator="3s", A=MANGAN).discards("9p 9m")
    assert script.deal.phase is Phase.DISCARDING
    assert fold(script.events) == script.match


def test_a_hand_laid_open_after_the_deal_is_no_offence():
    script = Script("kaiji").open(first="A").hands(indicator="3s", A=MANGAN, B=None)
    script.add("expose", by="A", tile="2m")
    script.drawn()
    script.add("expose", by="A", tiles=MANGAN)
    script.add("expose", by="B", tiles="111999m111999p1s")  # nobody had seen it: it is its hand from now on
    assert script.deal.opened == {Seat.A, Seat.B}
    assert script.deal.exposed == ((Seat.A, 1),)
