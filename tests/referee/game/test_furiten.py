"""Furiten: own discards, passes, refused calls; what of it lasts, and what the first discard's rule changes.

Hands: 234m4688p234678s waits for 5p (2 han, below the minimum), 2233344555666m for 1m 2m 3m 4m 7m (12 han).
"""

import pytest

from referee.game import Phase, Seat
from referee.tiles import NotAllowedError
from tests.referee.game.script import Script, told

FIVE = "234m4688p234678s"
MANY = "2233344555666m"
LOCKED = "1z2z3z4z5z6z7z1z2z9m9p1s9s"


def deal(preset="kaiji", **options):
    """A deal that A begins; no ippatsu or houtei unless asked for."""
    options = {"ippatsu": "none", "houtei": "none", **options}
    return Script(preset, **options).open(first="A")


def test_an_own_discard_of_a_wait_locks_all_waits():
    script = deal().hands(A=MANY, B=None)
    script.discards("9p 9s 1m 8s")
    assert script.deal.furiten[Seat.A].wait == 0
    script.discards("8p 4m")
    script.ron("A")
    assert told(script.match)[-1] == (script.match.version, "A", "refused", ("furiten_own_discard",))
    assert script.deal.phase is Phase.REFUSED


def test_a_red_five_is_a_five():
    script = deal(red_fives={"m": 1, "p": 1, "s": 1}).hands(A=FIVE, B=None)
    script.discards("0p 9s 8s 5p").ron("A")
    assert told(script.match)[-1][3] == ("below_minimum", "furiten_own_discard")


def test_a_pass_is_told_by_the_own_next_discard():
    script = deal().hands(A=MANY, B=None)
    script.discards("9p 7m")
    assert not script.deal.furiten
    script.discards("8p")
    furiten = script.deal.furiten[Seat.A]
    passed, own = script.deal.discards[1].seq, script.deal.discards[2].seq
    assert (furiten.since, furiten.discard, furiten.discarder, furiten.n) == (own, passed, Seat.B, 1)
    decision = script.deal.decisions[-1]
    assert decision.facts["wait"] == "7m"
    assert decision.facts["event"] == passed
    script.discards("4m").ron("A")
    assert told(script.match)[-1][3] == ("furiten_passed",)


def test_a_pass_in_words_counts_at_once():
    script = deal().hands(A=MANY, B=None)
    script.discards("9p 7m")
    script.add("pass", by="A")
    assert script.deal.furiten[Seat.A].since == script.match.version
    script.ron("A")
    assert told(script.match)[-1][3] == ("furiten_passed",)


def test_a_refused_call_on_a_cheap_wait_is_a_pass():
    script = deal().hands(A="678m678p2345678s", B=None)
    script.discards("9p 8s").ron("A")
    assert told(script.match)[-2:] == [
        (script.match.version, "A", "refused", ("below_minimum",)),
        (script.match.version, "A", "furiten", ("furiten_passed",)),
    ]
    script.add("penalty", kind="play_on")
    script.discards("8p 5s").ron("A")
    assert told(script.match)[-1][3] == ("furiten_passed",)


def test_a_refused_call_on_no_wait_changes_nothing():
    script = deal().hands(A=MANY, B=None)
    script.discards("9p 9s").ron("A")
    assert told(script.match) == [(script.match.version, "A", "refused", ("not_complete",))]
    script.add("penalty", kind="warning", by="A")
    script.discards("8p 4m").ron("A").won()
    assert told(script.match)[-1][2:] == ("ron", ())


def test_furiten_starts_once():
    script = deal().hands(A=MANY, B=None)
    script.discards("1m 9s 2m 9s")
    assert [entry[2] for entry in told(script.match)] == ["furiten"]


@pytest.mark.parametrize(
    ("policy", "furiten"),
    [("plain", False), ("riichi", True), ("riichi_ippatsu", True), ("renhou_4han", True), ("renhou_mangan", True)],
)
def test_a_pass_before_the_own_first_discard(policy, furiten):
    """B lets A's first discard go; only where such a ron is worth nothing of its own this is no furiten."""
    script = deal(first_discard_ron=policy).hands(A=None, B=FIVE)
    script.discards("5p 9s")
    assert (Seat.B in script.deal.furiten) is furiten


def test_a_refused_call_before_the_own_first_discard_under_plain_is_no_furiten():
    script = deal(first_discard_ron="plain").hands(A=None, B="123678m45623p33z")
    script.discards("4p").ron("B")
    assert told(script.match)[-1][3] == ("no_yaku",) or told(script.match)[-1][3] == ("below_minimum",)
    assert not script.deal.furiten


class TestWithoutRiichi:
    """`riichi: declared`: a pass without riichi counts only until the own next discard."""

    def test_an_implied_pass_leaves_nothing(self):
        script = deal(riichi="declared").hands(A=MANY, B=None)
        script.discards("9p 7m 8p 4m").ron("A").won()
        assert told(script.match)[-1][2:] == ("ron", ())

    def test_a_pass_in_words_holds_until_the_own_next_discard(self):
        script = deal(riichi="declared").hands(A=MANY, B=None)
        script.discards("9p 7m")
        script.add("pass", by="A")
        assert script.deal.furiten[Seat.A].temporary
        assert script.deal.decisions[-1].facts["until"] == "own_next_discard"
        script.discards("8p")
        assert not script.deal.furiten

    def test_an_own_discard_lasts(self):
        script = deal(riichi="declared").hands(A=MANY, B=None)
        script.discards("1m 9s 8p 4m").ron("A")
        assert told(script.match)[-1][3] == ("furiten_own_discard",)

    def test_with_riichi_a_pass_lasts(self):
        script = deal(riichi="declared").hands(A=MANY, B=None)
        script.add("riichi", by="A")
        script.discards("9p 7m 8p 4m").ron("A")
        assert told(script.match)[-1][3] == ("furiten_passed",)

    def test_riichi_after_the_first_discard_lies_brings_the_pass_before_it(self):
        script = deal(riichi="declared", first_discard_ron="riichi").hands(A=None, B=MANY)
        script.discards("7m 9p")
        assert not script.deal.furiten
        script.add("riichi", by="B")
        assert script.deal.furiten[Seat.B].discard == script.deal.discards[0].seq

    def test_riichi_comes_with_the_first_discard_or_never(self):
        script = deal(riichi="declared").hands(A=MANY, B=None)
        script.discards("9p 9s 8p")
        with pytest.raises(NotAllowedError, match="first discard or never"):
            script.add("riichi", by="A")


def test_three_players_pass_at_their_own_next_discard():
    script = Script("three", ippatsu="none", houtei="none").open(first="A").hands(A=None, B=MANY, C=None)
    script.discards("9p 9s 8s 7m 8p")  # A B C A B: B lets A's 7m go
    assert script.deal.furiten[Seat.B].discarder is Seat.A


def test_a_void_takes_the_furiten_with_it():
    script = deal().hands(A=MANY, B=None)
    script.discards("9p 9s")
    own = script.add("discard", by="A", tile="1m")
    assert Seat.A in script.deal.furiten
    script.add("void", ref=own.seq)
    assert not script.deal.furiten
    assert not script.deal.decisions
    script.discards("8p 4m").ron("A").won()
    assert told(script.match)[-1][2] == "ron"


def test_a_correction_of_an_early_tile_changes_what_followed():
    script = deal().hands(A=MANY, B=None)
    script.discards("9p 9s")
    own = script.add("discard", by="A", tile="8p")
    script.discards("4m").ron("A").won()
    assert script.deal.result is not None
    script.add("correct", ref=own.seq, tile=0, text="it was 1m")
    assert told(script.match)[-1][2:] == ("refused", ("furiten_own_discard",))
    assert script.deal.result is None
