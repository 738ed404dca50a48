"""What cannot be is refused with one line that says why: walls, dice, indicator, hands, turns, tiles."""

import pytest

from referee.game import Opening, Phase, Seat, dead_deal
from referee.tiles import ImpossibleTilesError, InputError, NotAllowedError, parse_tiles
from tests.referee.game.script import Script

WALL = "111222333m444p555666777s1112223z5556z"  # 34, kept in one place for the tests below
HAND = "111222333m444p5s"
HAPPY = "happy"


def opened(preset: str = HAPPY, **options) -> Script:
    return Script(preset, **options).open(first="A")


def wall(tiles: str) -> tuple[int, ...]:
    parsed = parse_tiles(tiles)
    assert len(parsed) == 34
    return parsed


def test_the_phases_of_a_deal():
    script = Script("kaiji")
    script.add("deal", opening=Opening(1))
    assert script.deal.phase is Phase.WALLS
    script.add("walls")
    script.add("dice", dice=(3, 5))
    assert (script.deal.first, script.deal.phase) == (Seat.B, Phase.WALLS)
    script.add("flip", tile="3m", by="B")
    assert script.deal.phase is Phase.BUILDING
    script.add("built", by="A")
    assert script.deal.phase is Phase.BUILDING
    script.add("built", by="B")
    assert (script.deal.phase, script.deal.turn) == (Phase.DISCARDING, Seat.B)
    script.harmless(34)
    assert (script.deal.phase, script.deal.turn) == (Phase.LAST_WINDOW, None)
    script.add("draw")
    assert script.deal.phase is Phase.ENDED


def test_without_an_indicator_the_walls_open_the_building():
    script = Script("broadcast_four").open(first="A")
    assert script.deal.phase is Phase.WALLS
    script.add("walls")
    assert script.deal.phase is Phase.BUILDING


@pytest.mark.parametrize(("dice", "first"), [((1, 1), "B"), ((3, 4), "A"), ((6, 6), "B")])
def test_dice_are_counted_round_from_seat_a(dice, first):
    script = Script("kaiji")
    script.add("deal", opening=Opening(1))
    script.add("dice", dice=dice)
    assert script.deal.first == first


def test_dice_thrown_again_decide_again_until_the_indicator_lies():
    script = Script("happy")
    script.add("deal", opening=Opening(1))
    script.add("dice", dice=(1, 1))
    script.add("dice", dice=(1, 2), text="a die was cocked")
    assert (script.deal.first, script.deal.dealer) == (Seat.A, Seat.A)
    script.add("dice", first="B", text="as agreed")
    assert (script.deal.first, script.deal.dealer) == (Seat.B, Seat.B)
    script.add("flip", tile="3m")
    with pytest.raises(NotAllowedError, match="before the indicator"):
        script.add("dice", dice=(1, 1))


BAD_SETTINGS = [
    pytest.param([("walls", {"by": "A", "tiles": "123m"})], "A opened 3 tiles: a wall has 34", id="3 tiles"),
    pytest.param([("walls", {"tiles": "123m"})], "need the seat", id="whose wall"),
    pytest.param([("walls", {"by": "C", "tiles": WALL})], "seat C takes no part", id="no such seat"),
    pytest.param([("flip", {"tile": "3m", "by": "B"})], "the first player, A, turns the indicator, not B", id="flip"),
    pytest.param([("flip", {"tile": "3m"}), ("flip", {"tile": "4m"})], "turned already", id="two flips"),
    pytest.param([("built", {"by": "A"})], "once the first player is known", id="built too early"),
    pytest.param(
        [("flip", {"tile": "3m"}), ("built", {"by": "A", "tiles": "123m"})], "3 tiles: expected 13", id="short hand"
    ),
    pytest.param(
        [("flip", {"tile": "3m"}), ("built", {"by": "A", "tiles": HAND}), ("built", {"by": "A", "tiles": HAND})],
        "A's hand is built already",
        id="double built",
    ),
    pytest.param([("flip", {"tile": "3m"}), ("discard", {"by": "A", "tile": "3m"})], "not built yet", id="too soon"),
    pytest.param([("ura", {"tile": "3m"})], "once a win is allowed", id="ura too soon"),
    pytest.param([("show", {})], "no result to show", id="nothing to show"),
    pytest.param([("draw", {})], "after the last discard", id="draw too soon"),
]


@pytest.mark.parametrize(("acts", "message"), BAD_SETTINGS)
def test_a_setting_that_cannot_be(acts, message):
    script = opened()
    *before, (kind, fields) = acts
    for name, given in before:
        script.add(name, **given)
    with pytest.raises(InputError, match=message):
        script.add(kind, **fields)


def test_a_hand_must_come_from_its_wall():
    script = opened()
    script.add("walls", by="A", tiles=wall("1111222233334444m5555666677778888m99p"))
    script.add("flip", tile="3s")
    with pytest.raises(NotAllowedError, match="5p of A's hand is not among the 34"):
        script.add("built", by="A", tiles="111222333444m5p")
    script.add("built", by="A", tiles="1112223334445m")
    assert script.deal.pool(Seat.A) is not None
    assert len(script.deal.pool(Seat.A) or ()) == 21


def test_a_fifth_copy_cannot_lie_on_the_table():
    script = opened()
    script.add("walls", by="A", tiles=wall("1111222233334444m5555666677778888m99p"))
    with pytest.raises(ImpossibleTilesError, match="5 copies of 1m"):
        script.add("flip", tile="1m")
    with pytest.raises(ImpossibleTilesError, match="5 copies of 9p"):
        script.add("walls", by="B", tiles=wall("999p1111222233334444s5555666677778s12z"))


def test_a_discard_that_would_be_the_fifth_copy_is_a_recording_error():
    """A holds all four 1p, so B cannot discard one."""
    script = opened().hands(A="123456789m1111p", B=None).discards("9s")
    with pytest.raises(ImpossibleTilesError, match="5 copies of 1p"):
        script.discards("1p")


def test_one_red_five_too_many():
    script = opened(red_fives={"m": 1, "p": 1, "s": 1}).hands(A="0m112233445566p", B=None)
    with pytest.raises(ImpossibleTilesError, match="2 red fives 0m"):
        script.discards("9s 0m")


def test_turns_and_pools():
    script = opened()
    script.add("walls", by="A", tiles=wall("1111222233334444m5555666677778888m99p"))
    script.hands(indicator="3s", A="1112223334445m", B=None)
    with pytest.raises(NotAllowedError, match="it is A's turn, not B's"):
        script.add("discard", by="B", tile="9s")
    with pytest.raises(NotAllowedError, match="9s is none of the tiles that A can discard"):
        script.discards("9s")
    with pytest.raises(NotAllowedError, match="this is A's discard 1, not 2"):
        script.add("discard", by="A", tile="9p", n=2)
    script.add("discard", by="A", tile="9p", n=1)
    script.discards("9s 9p 9s")
    with pytest.raises(NotAllowedError, match="9p is none of the tiles"):
        script.discards("9p")


def test_there_is_no_18th_discard():
    script = opened().hands(A=None, B=None).harmless(34)
    with pytest.raises(NotAllowedError, match="all 17 discards"):
        script.add("discard", by="A", tile="1m")


def test_a_deal_after_another_needs_its_end():
    script = opened().hands(A=None, B=None)
    with pytest.raises(NotAllowedError, match="deal 1 is not over"):
        script.add("deal", opening=Opening(2))
    with pytest.raises(NotAllowedError, match="stop it first"):
        script.add("match_end")


def test_a_rule_set_for_other_players_is_refused():
    script = Script("happy")
    with pytest.raises(NotAllowedError, match="open already"):
        script.add("match", setup=script.match.setup)


class TestNobodyCanWin:
    """The decision for referee and commentators: the full waits of both hands lie in no pool."""

    A = "111222333m444p5s"
    B = "111222333s444m5p"

    def test_waits_that_nobody_can_discard(self):
        script = Script("kaiji").open(first="A")
        # each waits on one five, and no five of that kind is in the other's pool
        script.add("walls", by="A", tiles=self.A + "6789m6789p6789s1234567z55z")
        script.add("walls", by="B", tiles=self.B + "6789m6789p6789s1234567z66z")
        script.hands(indicator="4z", A=self.A, B=self.B)
        decision = dead_deal(script.match.rules, script.deal)
        assert decision is not None
        assert decision.verdict == "dead_deal"

    def test_one_live_copy_keeps_the_deal_alive(self):
        script = Script("kaiji").open(first="A")
        script.add("walls", by="A", tiles=self.A + "6789m6789p6789s1234567z55z")
        script.add("walls", by="B", tiles=self.B + "6789m6789p6789s123456z5s66z")
        script.hands(indicator="4z", A=self.A, B=self.B)
        assert dead_deal(script.match.rules, script.deal) is None
        # once A is furiten on it, nobody can
        script.discards("6m 5s 7m")
        assert dead_deal(script.match.rules, script.deal) is not None

    def declared(self) -> Script:
        """A wins with riichi only, on the one 6s in B's pool; B cannot win."""
        options = {"riichi": "declared", "minimum": {"han": 1}, "payment": "flat_child"}
        script = Script("kaiji", houtei="none", ippatsu="none", **options).open(first="A")
        hand = "234m456p789p99s57s"
        script.add("walls", by="A", tiles=hand + "1111z2222z3333z4444z5555z6z")
        script.add("walls", by="B", tiles=self.B + "1199m1199p666777z6s55s88s56m")
        script.hands(indicator="8m", A=hand, B=self.B)
        return script

    def test_riichi_that_can_still_be_declared_counts(self):
        script = self.declared()
        assert dead_deal(script.match.rules, script.deal) is None
        script.discards("1z")  # without riichi
        assert dead_deal(script.match.rules, script.deal) is not None

    def test_a_pass_in_words_closes_the_open_window(self):
        script = self.declared()
        script.add("riichi", by="A")
        script.discards("1z 6s")
        assert dead_deal(script.match.rules, script.deal) is None
        script.add("pass", by="A")
        assert dead_deal(script.match.rules, script.deal) is not None

    def test_an_open_wait_that_is_too_cheap_cannot_but_be_let_go(self):
        """A waits for 4s, a mangan, and 7s, which is not; once B's 7s lies there A can win on nothing any more."""
        hand = "233445m234p5677s"
        script = Script("kaiji", houtei="none", ippatsu="none").open(first="A")
        script.add("walls", by="A", tiles=hand + "1111z2222z3333z4444z5555z6z")
        other = "111222333s444p5p"
        script.add("walls", by="B", tiles=other + "1199m1199p666777z4s7s88s666m")
        script.hands(indicator="3s", A=hand, B=other)
        script.discards("1z")
        assert dead_deal(script.match.rules, script.deal) is None
        script.discards("7s")
        assert dead_deal(script.match.rules, script.deal) is not None
        assert Seat.A not in script.deal.furiten, "A may still say so, and nobody has told it"

    def test_too_little_is_known(self):
        script = Script("kaiji").open(first="A").hands(A=self.A, B=None)
        assert dead_deal(script.match.rules, script.deal) is None
