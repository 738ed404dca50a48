"""The verdict on a call: every reason, what surrounds the ron, and hands that are seen only when it is called."""

import pytest

from referee.game import HandChangeError, How, Phase, ResultType, Seat, live_waits, situation_of
from referee.tiles import ImpossibleTilesError, NotAllowedError, parse_tiles
from tests.referee.game.script import Script, told

MANGAN = "233445m234p5677s"  # on 4s or 7s; with indicator 3s 4s is a mangan
SEVEN_PAIRS = "22334m7788p2233s"  # on 4m: 4 han 25 fu, a mangan only with ippatsu or houtei


def reasons(script: Script) -> tuple[str, ...]:
    return told(script.match)[-1][3]


def deal(preset="kaiji", **options) -> Script:
    return Script(preset, **options).open(first="A")


def test_an_allowed_ron_waits_for_ura_and_then_has_its_price():
    script = deal().hands(indicator="3s", A=MANGAN, B=None).discards("9m 4s").ron("A")
    assert script.deal.phase is Phase.WON
    assert script.deal.result is None
    script.add("ura", tile="3m")  # dora 4m
    result = script.deal.result
    assert result is not None
    assert (result.wins[0].score.han, result.wins[0].score.han_for_minimum) == (7, 5)
    assert script.deal.phase is Phase.ENDED
    script.add("show")
    assert script.deal.shown


def test_ura_never_lifts_a_hand_to_the_minimum():
    script = deal(ippatsu="none").hands(indicator="4z", A=MANGAN, B=None).discards("9m 4s").ron("A")
    assert told(script.match)[0][2:] == ("refused", ("below_minimum",))
    with pytest.raises(NotAllowedError, match="not before"):
        script.add("ura", tile="3s")


def test_a_refusal_tells_what_the_hand_is_worth_and_what_it_should_be():
    script = deal(minimum={"han": 8}).hands(indicator="3s", A=MANGAN, B=None).discards("9m 9p 8p 4s").ron("A")
    facts = script.deal.decisions[-2].facts
    told_ = {name: facts[name] for name in ("wait", "discarder", "n", "han_for_minimum", "fu", "limit", "minimum")}
    assert told_ == {
        "wait": "4s",
        "discarder": "B",
        "n": 2,
        "han_for_minimum": 4,
        "fu": 30,
        "limit": "mangan",
        "minimum": {"han": 8},
    }


def test_a_result_that_is_shown_without_ura_counts_without():
    script = deal().hands(indicator="3s", A=MANGAN, B=None).discards("9m 4s").ron("A")
    script.add("show")
    assert script.deal.result is not None
    assert script.deal.shown


@pytest.mark.parametrize(
    ("discards", "caller", "ref", "expected"),
    [
        ("9m 4s 8p", "A", None, "own_discard"),
        ("9m 4s 8p 9p", "A", 1, "too_late"),
        ("9m 4s 8p", "A", 1, "too_late"),
        ("9m 9p", "A", None, "not_complete"),
        ("9m", "B", None, "hand_unknown"),
    ],
)
def test_calls_that_cannot_be(discards, caller, ref, expected):
    script = deal().hands(indicator="3s", A=MANGAN, B=None).discards(discards)
    script.ron(caller, ref=None if ref is None else script.deal.discards[ref].seq)
    assert reasons(script) == (expected,)


def test_a_call_after_the_window_was_closed_is_too_late():
    script = deal(houtei="none").hands(indicator="3s", A=MANGAN, B=None).harmless(33)
    script.discards("4s")
    assert script.deal.phase is Phase.LAST_WINDOW
    script.add("draw")
    script.ron("A")
    assert reasons(script) == ("too_late",)
    assert script.deal.result is not None
    assert script.deal.result.type is ResultType.DRAW


def test_there_is_nothing_to_call_before_the_first_discard():
    script = deal().hands(A=MANGAN, B=None)
    with pytest.raises(NotAllowedError, match="no discard to call"):
        script.ron("A")


def test_nobody_calls_twice_on_one_discard():
    script = deal().hands(A=MANGAN, B=None).discards("9m 9p").ron("A")
    with pytest.raises(NotAllowedError, match="called ron on this discard already"):
        script.ron("A")


def test_a_refused_ron_freezes_the_table_until_a_ruling():
    script = deal().hands(A=MANGAN, B=None).discards("9m 9p").ron("A")
    with pytest.raises(NotAllowedError, match="frozen until a ruling"):
        script.add("discard", by="A", tile="8p")
    script.add("penalty", kind="warning", by="A", text="called by mistake")
    assert script.deal.turn is Seat.A
    script.discards("8p")
    assert script.deal.turn is Seat.B


@pytest.mark.parametrize(
    ("option", "discarder_first", "number", "ron"),
    [
        ("opponents_last", "A", 17, True),
        ("last_of_deal", "A", 17, False),
        ("last_of_deal", "B", 17, True),
        ("opponents_last", "A", 16, False),
        ("none", "B", 17, False),
    ],
)
def test_which_discard_is_the_last(option, discarder_first, number, ron):
    """B holds seven pairs and A discards; where A begins, A's 17th is not the last of the deal."""
    script = Script("kaiji", houtei=option, ippatsu="none").open(first=discarder_first)
    script.hands(A=None, B=SEVEN_PAIRS)
    while script.deal.turn != "A" or len(script.deal.river(Seat.A)) < number - 1:
        script.harmless(len(script.deal.discards) + 1)
    script.discards("4m").ron("B")
    assert ("refused" not in [entry[2] for entry in told(script.match)]) is ron


@pytest.mark.parametrize(
    ("option", "first", "number", "ron"),
    [
        ("one_turn", "A", 2, True),  # the second player has the opponent's first and second
        ("one_turn", "A", 3, False),
        ("one_turn", "B", 1, True),
        ("one_turn", "B", 2, False),
        ("first_discard", "A", 1, True),  # before the own riichi, as if declared
        ("first_discard", "A", 2, False),
        ("first_discard", "B", 1, True),
        ("first_discard", "B", 2, False),
        ("none", "B", 1, False),
    ],
)
def test_how_long_ippatsu_lasts(option, first, number, ron):
    """B holds seven pairs and wins with ippatsu only; A discards the 4m as its `number`th."""
    script = Script("kaiji", ippatsu=option).open(first=first).hands(A=None, B=SEVEN_PAIRS)
    while script.deal.turn != "A" or len(script.deal.river(Seat.A)) < number - 1:
        script.harmless(len(script.deal.discards) + 1)
    script.discards("4m").ron("B")
    assert ("refused" not in [entry[2] for entry in told(script.match)]) is ron


@pytest.mark.parametrize(
    ("policy", "riichi", "ippatsu", "ura"),
    [("riichi_ippatsu", True, True, True), ("riichi", True, False, True), ("plain", False, False, False)],
)
def test_a_win_before_the_own_first_discard(policy, riichi, ippatsu, ura):
    script = deal(first_discard_ron=policy, red_fives={"m": 0, "p": 0, "s": 0})
    script.hands(indicator="6p", A=None, B="111777m77799p1z1z").discards("9p").ron("B")
    names = {yaku.id.value for yaku in script.deal.calls[0].score.yaku}  # type: ignore[union-attr]
    assert told(script.match)[-1][2] == "ron"
    assert ("riichi" in names, "ippatsu" in names) == (riichi, ippatsu)
    assert (script.deal.phase is Phase.WON) is ura


def test_seat_winds_follow_the_dealer_or_the_first_player():
    script = Script("happy").open(first="B").hands(A=MANGAN, B=None).discards("9m")
    assert situation_of(script.match.rules, script.deal, Seat.A, script.deal.discards[0]).seat_wind == "W"
    script = Script("club").open(first="B").hands(A=MANGAN, B=None).discards("9m")
    situation = situation_of(script.match.rules, script.deal, Seat.A, script.deal.discards[0])
    assert (situation.seat_wind, situation.round_wind) == ("S", None)


@pytest.mark.parametrize("options", [{"dora": "none", "ura": True}, {"ura": False}])
def test_where_there_is_no_ura_nobody_waits_for_it(options):
    """Where `dora` is none nothing lies under an indicator that is not there, even if `ura` is on."""
    script = Script("kaiji", **options).open(first="A").hands(A="2233344555666m", B=None).discards("9p 7m").ron("A")
    assert script.deal.phase is Phase.ENDED
    with pytest.raises(NotAllowedError, match="no ura indicator"):
        script.add("ura", tile="3m")


class TestHandsShownLate:
    """`hand_submission: at_ron`: nobody has seen a hand until a win is called."""

    def test_the_deal_is_judged_from_its_start(self):
        script = deal(ippatsu="none").hands(indicator="3s", A=None, B=None)
        script.discards("4s 9m 8p 9p 7p 7s").ron("A")
        assert script.deal.phase is Phase.CALLED
        assert reasons(script) == ("hand_unknown",)
        script.add("built", by="A", tiles=MANGAN, how=How.AT_RON)
        assert [entry[2:] for entry in told(script.match)] == [
            ("furiten", ("furiten_own_discard",)),
            ("refused", ("below_minimum", "furiten_own_discard")),
        ]
        assert script.deal.phase is Phase.REFUSED
        assert script.deal.furiten[Seat.A].discard == script.deal.discards[0].seq

    def test_a_good_hand_wins(self):
        script = deal().hands(indicator="3s", A=None, B=None).discards("9m 4s").ron("A")
        script.add("expose", by="A", tiles=MANGAN)
        assert told(script.match) == [(script.deal.calls[0].seq, "A", "ron", ())]
        assert script.deal.phase is Phase.WON

    def test_a_ruling_before_the_hand_was_shown_stands(self):
        script = deal().hands(indicator="3s", A=None, B=None).discards("9m 4s").ron("A")
        script.add("penalty", kind="play_on", text="hand mixed up")
        script.discards("8p 9p")
        script.add("built", by="A", tiles=MANGAN, how=How.AT_RON)
        assert told(script.match)[0][2:] == ("refused", ("hand_unknown",))
        assert script.deal.turn is Seat.A

    def test_two_hands_shown_one_after_the_other_are_both_judged_from_the_start(self):
        script = deal(houtei="none").hands(indicator="3s", A=None, B=None)
        script.discards("4s 9m 8p 4p")
        script.add("built", by="A", tiles=MANGAN)
        script.add("built", by="B", tiles="111777m77799p1z1z")
        assert [entry[1:] for entry in told(script.match)] == [("A", "furiten", ("furiten_own_discard",))]
        assert set(script.deal.known) == {Seat.A, Seat.B}

    def test_a_hand_that_needs_a_fifth_copy_is_refused(self):
        script = deal().hands(indicator="3s", A=None, B=None).discards("2m 2m 2m 2m").ron("A")
        with pytest.raises(ImpossibleTilesError, match="5 copies of 2m"):
            script.add("built", by="A", tiles=MANGAN)

    @pytest.mark.parametrize(
        ("rule", "phase"),
        [("ruling", Phase.REFUSED), ("dead_hand", Phase.REFUSED), ("chombo", Phase.ENDED)],
    )
    def test_a_tile_of_the_13_was_discarded(self, rule, phase):
        script = Script("kaiji", hand_change=rule).open(first="A")
        rest = "1111z2222z3333z555z666z777z"
        script.add("walls", by="A", tiles=MANGAN + rest)
        script.hands(indicator="3s", A=None, B=None).discards("2m 4s").ron("A")
        with pytest.raises(HandChangeError, match="2m is one of A's 13"):
            script.add("built", by="A", tiles=MANGAN)
        script.add("built", by="A", tiles=MANGAN, kind="hand_change")
        assert script.deal.phase is phase
        verdicts = [entry[2] for entry in told(script.match)]
        assert "hand_change" in verdicts
        assert "ron" not in verdicts

    def test_13_tiles_that_are_not_in_the_wall(self):
        script = Script("kaiji").open(first="A")
        script.add("walls", by="A", tiles="1111222233334444m5555666677778888m99m")
        script.hands(indicator="3s", A=None, B=None).discards("1m 4s").ron("A")
        with pytest.raises(HandChangeError, match="not among the 34"):
            script.add("built", by="A", tiles="123m456m789m1155z")
        script.add("built", by="A", tiles="123m456m789m1155z", kind="hand_change")
        assert script.deal.phase is Phase.REFUSED


def test_a_discard_of_a_locked_hand_needs_a_word_first():
    script = Script("kaiji", hand_change="dead_hand").open(first="A")
    script.add("walls", by="A", tiles=MANGAN + "1111z2222z3333z555z666z777z")
    script.hands(indicator="3s", A=MANGAN, B=None)
    with pytest.raises(HandChangeError, match="2m is one of A's 13"):
        script.discards("2m")
    script.add("discard", by="A", tile="2m", kind="hand_change")
    assert script.deal.dead == {Seat.A}
    script.discards("4s").ron("A")
    assert "dead_hand" in reasons(script)


class TestSeveralPlayers:
    """Three players: who may call on which discard."""

    def test_a_window_lasts_until_the_own_next_discard(self):
        script = Script("three", kiriage_mangan=True).open(first="A").hands(indicator="3s", A=None, B=None, C=MANGAN)
        script.discards("4s 9m")  # A, B: C has not discarded yet
        script.ron("C", ref=script.deal.discards[0].seq)
        assert told(script.match)[-1][2] == "ron"

    def test_calling_on_a_later_tile_lets_the_earlier_one_go(self):
        """C waits for 4s; A's is let go by calling on B's, whatever B's is."""
        for later in ("4s", "9m"):
            script = Script("three", kiriage_mangan=True).open(first="A")
            script.hands(indicator="3s", A=None, B=None, C=MANGAN).harmless(3)
            script.discards(f"4s {later}").ron("C")
            assert script.deal.furiten[Seat.C].discard == script.deal.discards[3].seq
            assert script.deal.phase is Phase.REFUSED
            assert (reasons(script) == ("furiten_passed",)) is (later == "4s")

    def test_a_tile_that_was_called_on_is_not_let_go(self):
        """Refused for a hand that nobody had seen, A's tile was called on all the same."""
        script = Script("three", kiriage_mangan=True).open(first="A").hands(indicator="3s", A=None, B=None, C=None)
        script.harmless(3).discards("7m").ron("C")
        script.add("penalty", kind="play_on")
        script.discards("4m").ron("C")
        script.add("built", by="C", tiles="2233344555666m")
        assert [entry[2:] for entry in told(script.match)] == [("refused", ("hand_unknown",)), ("ron", ())]

    def test_who_won_on_one_discard_wins_on_no_other(self):
        script = Script("three", kiriage_mangan=True).open(first="A")
        script.hands(indicator="3s", A=None, B=None, C=MANGAN).harmless(3).discards("4s 4s")
        first, second = script.deal.discards[-2:]
        script.ron("C", ref=first.seq).ron("C", ref=second.seq)
        assert reasons(script) == ("too_late",)
        assert [call.discard for call in script.deal.wins] == [first]
        assert not script.deal.furiten

    def test_a_second_caller_after_an_allowed_ron(self):
        script = Script("three", kiriage_mangan=True).open(first="C").hands(indicator="3s", A=MANGAN, B=None, C=MANGAN)
        script.harmless(8)
        script.add("discard", by="B", tile="4s")
        script.ron("C").ron("A")
        assert [call.by for call in script.deal.wins] == [Seat.C, Seat.A]
        assert script.deal.phase is Phase.WON

    def test_a_second_caller_who_is_refused_does_not_stop_the_first(self):
        script = Script("three", kiriage_mangan=True).open(first="C")
        script.hands(indicator="3s", A="19m19p19s1234567z", B=None, C=MANGAN).harmless(8)
        script.add("discard", by="B", tile="4s")
        script.ron("C").ron("A")
        assert reasons(script) == ("not_complete",)
        assert script.deal.phase is Phase.WON


def test_marks_name_what_a_wait_needs_and_turn_when_it_is_over():
    script = Script("kaiji", houtei="none").open(first="A").hands(A=None, B=SEVEN_PAIRS)
    marks = live_waits(script.match.rules, script.deal, Seat.B)
    assert [(wait.mark.mark, [need.value for need in wait.needs], wait.now) for wait in marks] == [
        ("△", ["ippatsu"], True)
    ]
    script.discards("9m 9p")
    (over,) = live_waits(script.match.rules, script.deal, Seat.B)
    assert (over.mark.mark, over.needs, over.now) == ("×", (), False)
    assert over.live is None


def test_marks_of_the_tile_just_discarded_are_not_those_of_the_next():
    script = Script("kaiji", houtei="none").open(first="A").hands(A=None, B=SEVEN_PAIRS).discards("4m")
    (now,) = live_waits(script.match.rules, script.deal, Seat.B, at=script.deal.last)
    (coming,) = live_waits(script.match.rules, script.deal, Seat.B)
    assert (now.mark.mark, now.now) == ("△", True)
    assert (coming.mark.mark, coming.now) == ("×", False)


def test_houtei_keeps_a_wait_open_to_the_end():
    script = Script("kaiji", ippatsu="none").open(first="A").hands(A=SEVEN_PAIRS, B=None)
    (wait,) = live_waits(script.match.rules, script.deal, Seat.A)
    assert (wait.mark.mark, [need.value for need in wait.needs], wait.now) == ("△", ["houtei"], False)
    script.harmless(33)
    (wait,) = live_waits(script.match.rules, script.deal, Seat.A)
    assert (wait.mark.mark, wait.now) == ("△", True)


def test_riichi_without_ippatsu_before_the_own_first_discard_is_no_chance():
    script = Script("kaiji", first_discard_ron="riichi", houtei="none").open(first="A").hands(A=None, B=SEVEN_PAIRS)
    (wait,) = live_waits(script.match.rules, script.deal, Seat.B)
    assert (wait.mark.mark, wait.now) == ("×", False)


def test_a_hand_of_renhou_is_named():
    script = Script("kaiji", first_discard_ron="renhou_4han", houtei="none").open(first="A")
    script.hands(A=None, B="123678m45623p33z")
    waits = live_waits(script.match.rules, script.deal, Seat.B)
    assert {(wait.mark.mark, tuple(need.value for need in wait.needs)) for wait in waits} == {("△", ("renhou",))}


def test_a_hand_with_all_four_of_a_kind_has_no_wait():
    script = Script("kaiji").open(first="A").hands(A="123456789m1111z", B=None)
    assert live_waits(script.match.rules, script.deal, Seat.A) == ()
    assert parse_tiles("1z")[0] not in script.deal.known[Seat.A].waits
