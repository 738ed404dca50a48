"""Who pays what, as tables: happy's deals one after the other, and the other presets' draws, wins and fouls."""

from fractions import Fraction

import pytest

from referee.game import EventType, Phase, ResultType, Seat
from referee.tiles import NotAllowedError
from tests.referee.game.script import Script, told

# on 4s with indicator 3s: riichi, pinfu, tanyao, one dora = 4 han 30 fu, a rounded-up mangan
MANGAN = "233445m234p5677s"


def win(script: Script, winner: str, ura: str = "9s") -> Script:
    """One deal that `winner` wins with a mangan in the middle."""
    script.hands(indicator="3s", A=MANGAN if winner == "A" else None, B=MANGAN if winner == "B" else None)
    loser = "B" if winner == "A" else "A"
    while script.deal.turn != loser or len(script.deal.discards) < 6:
        script.harmless(len(script.deal.discards) + 1)
    script.add("discard", by=loser, tile="4s")
    script.ron(winner).won(ura)
    assert script.deal.result is not None
    assert script.deal.result.type is ResultType.RON
    return script


def draw(script: Script) -> Script:
    return script.hands(indicator="3s").drawn()


def state(script: Script) -> tuple[object, ...]:
    """Points of A and B, pot, and of the deal proposed next: dealer, label, reason; or why the match is over."""
    match = script.match
    points = tuple(match.points[seat] for seat in match.seats)
    if match.over is not None:
        return (*points, match.pot, match.over.reason)
    proposal = match.next_deal
    assert proposal is not None
    label = proposal.label
    wind = label.wind.value if label.wind else ""
    return (*points, match.pot, proposal.dealer, f"{wind}{label.number}.{label.honba}", proposal.reason)


# what happens in each deal of a happy match that A deals first, and what stands after it
HAPPY = [
    pytest.param(["B"], [(26000, 44000, 0, "B", "E2.0", "dealer_moves_win")], id="a non-dealer's win moves the dealer"),
    pytest.param(["A"], [(48000, 22000, 0, "A", "E1.1", "dealer_stays_win")], id="a dealer's win stays"),
    pytest.param(["-"], [(34000, 34000, 2000, "A", "E1.1", "dealer_stays_draw")], id="a draw leaves the pot"),
    pytest.param(
        ["-", "-", "B"],
        [
            (34000, 34000, 2000, "A", "E1.1", "dealer_stays_draw"),
            (33000, 33000, 4000, "A", "E1.2", "dealer_stays_draw"),
            # 8,000 + 600 from A; the pot of 4,000 and the two sticks of this deal
            (33000 - 1000 - 8600, 33000 - 1000 + 8600 + 6000, 0, "B", "E2.0", "dealer_moves_win"),
        ],
        id="honba and pot go to the winner, honba to 0",
    ),
    pytest.param(
        ["-", "A"],
        [
            (34000, 34000, 2000, "A", "E1.1", "dealer_stays_draw"),
            (33000 + 12300 + 4000, 33000 - 12300, 0, "A", "E1.2", "dealer_stays_win"),
        ],
        id="a dealer is paid 12,000 and 300 for one honba",
    ),
    pytest.param(
        ["B", "-"],
        [(26000, 44000, 0, "B", "E2.0", "dealer_moves_win"), (25000, 43000, 2000, "last_deal_draw")],
        id="a draw ends the last deal",
    ),
    pytest.param(
        ["B", "A"],
        [(26000, 44000, 0, "B", "E2.0", "dealer_moves_win"), (35000, 35000, 0, "last_deal_won")],
        id="the last deal won by the other ends it",
    ),
    pytest.param(
        ["B", "B"],
        [(26000, 44000, 0, "B", "E2.0", "dealer_moves_win"), (13000, 57000, 0, "last_deal_dealer_top")],
        id="the dealer won the last deal and is top",
    ),
    pytest.param(
        ["A", "A"],
        [(48000, 22000, 0, "A", "E1.1", "dealer_stays_win"), (61300, 8700, 0, "A", "E1.2", "dealer_stays_win")],
        id="honba is paid by the loser",
    ),
    pytest.param(
        ["A", "A", "A"],
        [
            (48000, 22000, 0, "A", "E1.1", "dealer_stays_win"),
            (61300, 8700, 0, "A", "E1.2", "dealer_stays_win"),
            (74900, -4900, 0, "bust"),
        ],
        id="below zero is bust",
    ),
]


@pytest.mark.parametrize(("deals", "expected"), HAPPY)
def test_happy_deal_by_deal(deals, expected):
    script = Script("happy")
    for place, winner in enumerate(deals):
        script.open(first="A" if place == 0 else None)
        draw(script) if winner == "-" else win(script, winner)
        assert state(script) == expected[place]


def test_a_dealer_who_wins_the_last_deal_without_being_top_plays_on():
    script = Script("happy")
    script.open(first="A")
    win(script, "A")  # 48000 22000
    script.open()
    win(script, "A")  # 61300 8700
    script.open()
    win(script, "B")  # 61300 - 8600 - 1000, 8700 + 8600 + 1000
    script.open()
    win(script, "B")
    assert state(script)[-3:] == ("B", "E2.1", "dealer_stays_win")


def test_a_dealer_who_wins_the_last_deal_with_as_many_points_as_another_plays_on():
    script = Script("happy", length={"deals": 1}).open(first="A")
    script.add("hotfix", kind="points", amounts={Seat.A: -26000})
    win(script, "A")
    assert state(script) == (22000, 22000, 0, "A", "1.1", "dealer_stays_win")


@pytest.mark.parametrize(("bust", "over"), [("below_zero", None), ("zero_or_below", "bust"), ("none", None)])
def test_nothing_left_is_bust_only_where_the_house_says_so(bust, over):
    script = Script("happy", bust=bust, start_points=13000).open(first="A")
    win(script, "A")
    assert script.match.points == {Seat.A: 26000, Seat.B: 0}
    assert (script.match.over.reason if script.match.over else None) == over


def test_equal_points_share_a_rank():
    script = Script("happy")
    script.open(first="A")
    win(script, "B")
    script.open()
    win(script, "A")
    assert [(standing.rank, standing.seat) for standing in script.match.standings] == [(1, Seat.A), (1, Seat.B)]


def test_a_stick_is_laid_below_1000_and_busts_only_at_the_settlement():
    script = Script("happy", start_points=500).open(first="A").hands(indicator="3s", A=MANGAN)
    assert script.match.points == {Seat.A: -500, Seat.B: -500}
    assert script.match.over is None
    script.discards("9m 4s").ron("A").won()
    assert script.match.over is not None
    assert script.match.over.reason == "bust"
    assert script.match.over.facts == {"seats": ["B"]}


@pytest.mark.parametrize(
    ("option", "points", "pot"),
    [("leader", {"A": 27000, "B": 43000}, 0), ("split", {"A": 26000, "B": 44000}, 0), ("nobody", None, 0)],
)
def test_the_pot_at_the_end(option, points, pot):
    script = Script("happy", pot_at_end=option)
    script.open(first="A")
    win(script, "B")
    script.open()
    draw(script)
    before = dict(script.match.points)
    script.add(EventType.MATCH_END)
    assert script.match.ended
    assert script.match.pot == pot
    gained = {seat: script.match.points[seat] - before[seat] for seat in script.match.seats}
    expected = {
        "leader": {Seat.A: 0, Seat.B: 2000},
        "split": {Seat.A: 1000, Seat.B: 1000},
        "nobody": {Seat.A: 0, Seat.B: 0},
    }
    assert gained == expected[option]
    assert script.match.vanished == (2000 if option == "nobody" else 0)


def test_a_pot_is_split_exactly_among_three_leaders():
    script = Script("three", riichi_stick=1000, start_points=30000).open(first="A")
    script.hands(indicator="3s").drawn()
    script.add(EventType.HOTFIX, kind="pot", amounts={"pot": -1000})
    script.add(EventType.MATCH_END)
    assert set(script.match.points.values()) == {29000 + Fraction(2000, 3)}


class TestStakes:
    """kaiji doubles after each draw, the club carries the stake, units are multiples of it."""

    def test_kaiji_doubles_after_each_draw_and_goes_back_after_a_win(self):
        script = Script("kaiji")
        for _ in range(3):
            script.open(first="A")
            draw(script)
            assert state(script)[:3] == (0, 0, 0)
        script.open(first="A")
        win(script, "A")
        assert state(script)[:3] == (16, -16, 0)  # mangan 1 unit, stake 2, doubled three times
        script.open()
        win(script, "B")
        assert state(script)[:3] == (14, -14, 0)

    def test_kaiji_haneman_is_one_and_a_half(self):
        script = Script("kaiji", stake=1).open(first="A")
        script.hands(indicator="3m", A=MANGAN)
        script.discards("9m 4s").ron("A").won(ura="1m")
        assert script.deal.result is not None
        worth = script.deal.result.wins[0]
        assert worth.score.limit.value == "haneman"
        assert script.match.points == {Seat.A: Fraction(3, 2), Seat.B: Fraction(-3, 2)}

    def test_the_club_adds_the_stake_to_the_pot_and_the_winner_gets_it(self):
        script = Script("club").open(first="A")
        draw(script)
        assert state(script)[:3] == (-2, -2, 4)
        script.open()
        draw(script)
        assert state(script)[:3] == (-4, -4, 8)
        script.open()
        win(script, "A")
        assert state(script)[:3] == (6, -6, 0)

    def test_encyclopedia_pays_on_the_dealers_scale(self):
        script = Script("encyclopedia", kiriage_mangan=True).open(first="B")
        win(script, "B")
        assert state(script)[:3] == (-12000, 12000, 0)

    def test_broadcast_dealers_alternate(self):
        script = Script("broadcast").open(first="A")
        win(script, "A")
        assert state(script)[:4] == (37000, 13000, 0, "B")
        script.open()
        win(script, "A")
        assert state(script)[:4] == (45000, 5000, 0, "A")


class TestSeveralRon:
    """Three players; B discards what A and C wait for."""

    @pytest.mark.parametrize(("option", "expected"), [("all", (8000, -20000, 12000)), ("nearest", (0, -12000, 12000))])
    def test_all_or_the_nearest_is_paid(self, option, expected):
        script = Script("three", several_ron=option, payment="dealer_child", kiriage_mangan=True, dealer="alternates")
        script.open(first="C").hands(indicator="3s", A=MANGAN, C=MANGAN)
        script.harmless(8)  # C A B C A B C A
        script.add("discard", by="B", tile="4s")
        script.ron("A").ron("C").won(ura="9p")
        result = script.deal.result
        assert result is not None
        assert tuple(script.match.points.values()) == expected
        assert [win.winner for win in result.wins] == ([Seat.C, Seat.A] if option == "all" else [Seat.C])

    def test_honba_and_pot_go_to_the_nearest(self):
        options = {"honba": 300, "riichi_stick": 1000, "draw": "dealer_stays", "payment": "flat_child"}
        script = Script("three", kiriage_mangan=True, **options)
        script.open(first="A").hands(indicator="3s").drawn()
        script.open()
        script.hands(indicator="3s", A=MANGAN, C=MANGAN)
        while script.deal.turn != "B" or len(script.deal.discards) < 6:
            script.harmless(len(script.deal.discards) + 1)
        script.add("discard", by="B", tile="4s")
        script.ron("A").ron("C").won(ura="9p")
        result = script.deal.result
        assert result is not None
        assert [(win.winner, win.honba, win.pot) for win in result.wins] == [(Seat.C, 300, 6000), (Seat.A, 0, 0)]


class TestFouls:
    """Chombo, penalties, dead hand, redeal, stop."""

    @pytest.mark.parametrize(
        ("preset", "chombo", "expected"),
        [
            ("happy", {"amount": "mangan", "to": "opponent"}, (35000 - 12000, 35000 + 12000, 0, 0)),
            ("happy", {"amount": "mangan", "to": "pot"}, (35000 - 12000, 35000, 12000, 0)),
            ("happy", {"amount": {"points": 5000}, "to": "nobody"}, (35000 - 5000, 35000, 0, 5000)),
            ("happy", {"amount": "none", "to": "opponent"}, (35000, 35000, 0, 0)),
            ("kaiji", {"amount": "mangan", "to": "opponent"}, (-2, 2, 0, 0)),
            ("encyclopedia", {"amount": "mangan", "to": "opponent"}, (-12000, 12000, 0, 0)),
        ],
    )
    def test_a_chombo_of_the_first_player(self, preset, chombo, expected):
        script = Script(preset, chombo=chombo).open(first="A").hands(indicator="3s", A=MANGAN)
        script.discards("9m 9p").ron("A")
        script.add("penalty", kind="chombo", by="A")
        match = script.match
        assert (*match.points.values(), match.pot, match.vanished) == expected
        assert script.deal.result is not None
        assert script.deal.result.type is ResultType.PENALTY
        assert told(match)[-1][2] == "penalty"
        assert match.next_deal is not None
        assert (match.next_deal.reason, match.next_deal.label) == ("penalty", script.deal.label)

    def test_a_redeal_gives_the_sticks_back_and_keeps_dealer_and_honba(self):
        script = Script("happy").open(first="A").hands().discards("9m 9p")
        assert script.match.pot == 2000
        script.add("redeal", text="a tile fell")
        assert state(script) == (35000, 35000, 0, "A", "E1.0", "redeal")

    def test_a_stopped_deal_counts_as_a_draw(self):
        script = Script("happy").open(first="A").hands().discards("9m 9p")
        script.add("stop", text="nobody can win")
        assert state(script) == (34000, 34000, 2000, "A", "E1.1", "dealer_stays_draw")
        assert script.deal.result is not None
        assert script.deal.result.type is ResultType.ABANDONED

    def test_points_without_a_receiver_go_into_the_pot(self):
        script = Script("happy").open(first="A").hands().discards("9m")
        script.add("penalty", kind="points", by="A", amounts={Seat.A: -1000})
        assert script.match.points == {Seat.A: 33000, Seat.B: 34000}
        assert script.match.pot == 3000
        with pytest.raises(NotAllowedError, match="the pot holds 3000"):
            script.add("penalty", kind="points", amounts={Seat.B: 5000})

    def test_a_foul_gives_nobody_more_than_there_is(self):
        script = Script("happy").open(first="A").hands().discards("9m")
        with pytest.raises(NotAllowedError, match="the seats get 5 more than they give: the pot holds 0"):
            script.add("penalty", kind="chombo", by="A", amounts={Seat.B: 5})  # the sticks go back

    def test_a_dead_hand_cannot_win_and_the_other_can(self):
        script = Script("happy").open(first="A").hands(indicator="3s", A=MANGAN, B=None)
        script.add("dead_hand", by="A", text="hand shown")
        script.discards("9m 4s").ron("A")
        assert told(script.match)[-1][3] == ("dead_hand",)
        assert script.deal.phase is Phase.REFUSED

    def test_a_penalty_can_be_taken_back(self):
        script = Script("happy").open(first="A").hands().discards("9m")
        penalty = script.add("penalty", kind="points", by="A", amounts={Seat.A: -1000, Seat.B: 1000})
        script.add("void", ref=penalty.seq)
        assert script.match.points == {Seat.A: 34000, Seat.B: 34000}
        assert not script.deal.penalties


class TestHotfix:
    """A referee sets right what no event can."""

    def test_points_pot_honba_dealer(self):
        script = Script("happy").open(first="A")
        draw(script)
        script.add("hotfix", kind="points", amounts={Seat.A: 100, Seat.B: -100})
        script.add("hotfix", kind="pot", amounts={"pot": 500})
        script.add("hotfix", kind="honba", amounts={"honba": 3})
        script.add("hotfix", kind="dealer", by="B")
        match = script.match
        assert match.points == {Seat.A: 34100, Seat.B: 33900}
        assert (match.pot, match.vanished) == (2500, -500)
        proposal = match.next_deal
        assert proposal is not None
        assert (proposal.dealer, proposal.first, proposal.label.honba, proposal.reason) == ("B", "B", 3, "hotfix")
        assert [hotfix.kind for hotfix in match.hotfixes] == ["points", "pot", "honba", "dealer"]
        script.open()
        assert (script.deal.dealer, script.deal.label.honba) == (Seat.B, 3)
        assert script.deal.points_before == {Seat.A: 34100, Seat.B: 33900}

    def test_a_hotfix_after_the_result_is_no_part_of_it(self):
        script = Script("happy").open(first="A")
        win(script, "B")
        script.add("hotfix", kind="points", amounts={Seat.A: 700})
        assert script.deal.result is not None
        assert script.deal.result.delta == {Seat.A: -9000, Seat.B: 9000}
        assert script.match.points == {Seat.A: 26700, Seat.B: 44000}

    @pytest.mark.parametrize(
        ("fields", "message"),
        [
            ({"kind": "wind"}, "a hotfix of wind"),
            ({"kind": "points"}, "needs amounts"),
            ({"kind": "points", "amounts": {"Z": 1}}, "needs amounts for A or B or pot"),
            ({"kind": "dealer"}, "needs the seat that deals"),
            ({"kind": "honba", "amounts": {"honba": -1}}, "whole numbers from 0"),
            ({"kind": "pot", "amounts": {"pot": -1}}, "the pot holds 0: 1 cannot be taken out"),
            ({"kind": "points", "amounts": {"A": 2, "pot": -2}}, "the pot holds 0: 2 cannot be taken out"),
        ],
    )
    def test_what_is_no_hotfix(self, fields, message):
        script = Script("happy").open(first="A")
        with pytest.raises(NotAllowedError, match=message):
            script.add("hotfix", **fields)
