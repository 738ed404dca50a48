"""Undo, correction, late entry, reopening: at the first event, at the last, and after the match is over."""

import pytest

from referee.game import Event, EventType, Phase, ResultType, Seat, fold
from referee.tiles import NotAllowedError
from tests.referee.game.script import Script

MANGAN = "233445m234p5677s"


def won_match() -> Script:
    """A happy match whose last deal B won, ended."""
    script = Script("happy", length={"deals": 1}, dealer="alternates").open(first="A")
    script.hands(indicator="3s", A=None, B=MANGAN).discards("9m 9p 4s").ron("B").won()
    script.add("show")
    script.add("match_end")
    return script


def undo(script: Script) -> Event:
    """Void the last event that counts, as the desk's undo does."""
    dead = {event.ref for event in script.events if event.type is EventType.VOID}
    last = next(e for e in reversed(script.events) if e.seq not in dead and e.type is not EventType.VOID)
    script.add("void", ref=last.seq, text="undo")
    return last


def test_undo_goes_back_from_the_end_to_the_first_event():
    script = won_match()
    kinds = [undo(script).type.value for _ in range(12)]
    assert kinds[:4] == ["match_end", "show", "ura", "ron"]
    assert kinds[-3:] == ["flip", "deal", "match"]
    assert script.match.setup is None
    assert script.match.version == 24


def test_a_ron_taken_back_lets_the_deal_go_on():
    script = won_match()
    for _ in range(4):
        undo(script)
    assert script.deal.phase is Phase.DISCARDING
    assert script.match.points == {Seat.A: 34000, Seat.B: 34000}
    script.harmless(34)
    script.add("draw")
    assert script.match.pot == 2000


def test_what_came_with_a_win_falls_away_with_it():
    script = Script("happy").open(first="A").hands(indicator="3s", A=MANGAN, B=None).discards("9m 4s")
    ron = script.add("ron", by="A")
    script.won()
    script.add("show")
    script.add("void", ref=ron.seq, text="nobody called")
    assert script.deal.phase is Phase.DISCARDING
    assert not script.deal.ura
    assert not script.deal.shown


def test_a_tile_is_corrected_after_the_match_is_over():
    script = won_match()
    assert script.match.points == {Seat.A: 26000, Seat.B: 44000}
    ura = next(event for event in script.events if event.type is EventType.URA)
    script.add("correct", ref=ura.seq, tile="3m", text="it was 3m")  # dora 4m twice: 6 han
    assert script.match.ended
    assert script.match.points == {Seat.A: 22000, Seat.B: 48000}


def test_an_edit_that_another_event_cannot_stand_is_refused_with_both_named():
    script = Script("happy").open(first="A").hands(A=None, B=None).discards("9m 9p 9s")
    first = script.deal.discards[0]
    with pytest.raises(
        NotAllowedError, match=rf"event {first.seq} cannot be voided.*event {first.seq + 1} \(discard\)"
    ):
        script.add("void", ref=first.seq)
    assert len(script.deal.discards) == 3


@pytest.mark.parametrize(
    ("fields", "message"),
    [({"ref": 99}, "no event 99"), ({"ref": 4}, "void already")],
)
def test_what_cannot_be_voided(fields, message):
    script = Script("happy").open(first="A")
    script.add("note", text="a word")
    script.add("note", text="another")
    script.add("void", ref=4)
    with pytest.raises(NotAllowedError, match=message):
        script.add("void", **fields)


def test_a_correction_is_corrected_and_taken_back():
    script = Script("happy").open(first="A").hands(A=None, B=None).discards("9m")
    discard = script.deal.discards[0]
    first = script.add("correct", ref=discard.seq, tile="8m", kind="misread")
    assert script.deal.discards[0].tile == 7
    second = script.add("correct", ref=first.seq, tile="7m")
    assert script.deal.discards[0].tile == 6
    script.add("void", ref=second.seq)
    assert script.deal.discards[0].tile == 7
    script.add("void", ref=first.seq)
    assert script.deal.discards[0].tile == 8
    assert script.deal.discards[0].seq == discard.seq


def test_of_two_corrections_the_later_one_counts():
    script = Script("happy").open(first="A").hands(A=None, B=None).discards("9m")
    discard = script.deal.discards[0]
    script.add("correct", ref=discard.seq, tile="8m")
    script.add("correct", ref=discard.seq, tile="7m")
    assert script.deal.discards[0].tile == 6


def test_the_indicator_is_corrected_and_the_win_counted_anew():
    script = Script("happy").open(first="A").hands(indicator="4z", A=MANGAN, B=None)
    flip = next(event for event in script.events if event.type is EventType.FLIP)
    script.discards("9m 9p 9s 4s").ron("A")
    assert script.deal.phase is Phase.REFUSED
    script.add("correct", ref=flip.seq, tile="3s", text="misread")
    assert script.deal.phase is Phase.WON


def test_a_player_is_renamed():
    script = Script("happy")
    setup = script.match.setup
    assert setup is not None
    renamed = {**setup.players, Seat.A: "Kaiji"}
    script.add("correct", ref=1, setup=type(setup)("test", renamed, setup.rules, setup.options))
    assert script.match.setup is not None
    assert script.match.setup.players[Seat.A] == "Kaiji"


def test_discards_that_nobody_entered_are_entered_late():
    """A's 2nd and B's 2nd were missed: entered before A's 3rd, one after the other, from the back."""
    script = Script("happy").open(first="A").hands(A=None, B=None).discards("9m 9p 9s 8p")
    third = script.deal.discards[2]
    with pytest.raises(NotAllowedError, match="cannot have come before"):
        script.add("discard", by="B", tile="1s", ref=third.seq)
    with pytest.raises(NotAllowedError, match="turn"):
        script.add("discard", by="A", tile="1s", ref=third.seq)
    # a pair can only be entered as the last of the deal is taken back; a single late entry at the end stands
    last = script.deal.discards[3]
    script.add("void", ref=last.seq)
    script.add("discard", by="B", tile="1s", ref=last.seq, text="the camera had missed it")
    assert [discard.tile for discard in script.deal.river(Seat.B)] == [17, 18]


def test_reopening_gives_the_pot_back_and_counts_a_revision():
    script = Script("happy").open(first="A").hands(A=None, B=None).drawn()
    script.add("match_end", text="lights out")
    assert (script.match.pot, script.match.over and script.match.over.reason) == (0, "agreed")
    with pytest.raises(NotAllowedError, match="reopen it first"):
        script.add("hotfix", kind="pot", amounts={"pot": 1})
    script.add("reopen", text="one more deal")
    assert (script.match.pot, script.match.ended, script.match.revision) == (2000, False, 2)
    script.open()
    assert script.deal.label.honba == 1


def test_there_is_nothing_to_reopen_before_the_end():
    script = Script("happy")
    with pytest.raises(NotAllowedError, match="nothing to reopen"):
        script.add("reopen", text="why not")


def test_the_next_deal_stands_as_it_was_dealt_when_an_earlier_one_is_corrected():
    script = Script("happy").open(first="A").hands(indicator="3s", A=None, B=MANGAN).discards("9m 9p 4s").ron("B").won()
    ura = script.events[-1]
    proposal = script.match.next_deal
    assert proposal is not None
    script.open(dealer=proposal.dealer, label=proposal.label)
    script.add("correct", ref=ura.seq, tile="3m", text="misread")  # dora 4m twice: 6 han
    result = script.match.deals[0].result
    assert result is not None
    assert (result.type, result.delta[Seat.B]) == (ResultType.RON, 13000)
    assert (script.deal.no, script.deal.dealer) == (2, proposal.dealer)
    assert script.deal.points_before == {Seat.A: 22000, Seat.B: 48000}


def test_numbers_are_never_used_twice():
    script = Script("happy")
    event = script.events[0]
    with pytest.raises(NotAllowedError, match="never used twice"):
        fold([event, event])


def test_a_fold_names_the_deal_and_the_event_that_cannot_stand():
    script = Script("happy").open(first="A").hands(A=None, B=None).discards("9m")
    wrong = Event(script.match.version + 1, 0, EventType.DISCARD, by=Seat.A, tile=3)
    with pytest.raises(NotAllowedError, match=rf"deal 1, event {wrong.seq} \(discard\): it is B's turn"):
        fold([*script.events, wrong])
