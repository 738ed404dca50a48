"""Records with everything a referee can do: corrections, rulings, stops, exposed tiles, hotfixes, reopening.

Each is written by hand, and what it comes to is worked out by hand. Every one is also read back, written again and
judged again.
"""

from typing import Any

import pytest

from referee.game import fold
from referee.journal import Judgement, from_record17, judge, to_record17, with_results
from tests.referee.journal.written import Written, record

MANY = "2233344555666m"  # waits for 1m 2m 3m 4m 7m, 12 han
MANGAN = "233445m234p5677s"  # on 4s with indicator 3s: a rounded-up mangan
HAPPY: dict[str, Any] = {"preset": "happy"}  # 35,000 each, sticks of 1,000, A deals the first deal


def played(*deals: Written, **rules: Any) -> Judgement:
    """The judgement of these deals, which agrees, and which is the same after reading and writing it once more."""
    document = record(*(deal.document for deal in deals), **rules)
    judgement = judge(document)
    assert judgement.ok, judgement
    assert judge(with_results(document, judgement)).ok
    again = to_record17(fold(from_record17(document)))
    rewritten = judge(again)
    assert rewritten.ok, rewritten
    assert [deal.result for deal in rewritten.deals] == [deal.result for deal in judgement.deals]
    assert rewritten.final == judgement.final
    return judgement


def verdicts(judgement: Judgement, deal: int = 0) -> list[tuple[str, str | None, list[str]]]:
    return [(one["verdict"], one["seat"], one["reasons"]) for one in judgement.deals[deal].decisions]


def happy(**more: Any) -> Written:
    return Written(indicator="3s", **more).hand("A", MANGAN)


def test_a_corrected_discard_makes_furiten_from_there_on():
    written = Written().hand("A", MANY).harmless(2)
    misread = written.discard("1p")
    written.discard("8s")
    written.event("correct", ref=misread, tile="1m", kind="misread", text="it was 1m")
    written.harmless(1)
    last = written.discard("4m")
    ron = written.event("ron", by="A")
    written.harmless(0)
    judgement = played(written)
    furiten, refused = judgement.deals[0].decisions
    assert (furiten["seq"], furiten["facts"]["wait"], furiten["facts"]["n"]) == (misread, "1m", 2)
    assert (refused["seq"], refused["reasons"]) == (ron, ["furiten_own_discard"])
    assert refused["facts"]["event"] == last


def test_a_corrected_indicator_counts_for_the_win():
    """Read as 4z nobody has dora and 3 han is too little; it was 3s."""
    written = Written(indicator=None).hand("A", MANGAN)
    flip = written.event("flip", tile="4z")
    written.event("correct", ref=flip, tile="3s", text="read again")
    written.until("B", 4).discard("4s")
    written.event("ron", by="A")
    judgement = played(written, ippatsu="none")
    result = judgement.deals[0].result
    assert result is not None
    assert (result["wins"][0]["han"], result["wins"][0]["fu"], result["wins"][0]["limit"]) == (4, 30, "mangan")


def test_a_ron_that_was_voided_never_was():
    written = Written().hand("A", MANY).until("B", 2)
    written.harmless()
    ron = written.event("ron", by="A", text="a word overheard")
    written.event("void", ref=ron, kind="mistake")
    written.drawn()
    judgement = played(written)
    assert verdicts(judgement) == [("draw", None, [])]


def test_a_warning_and_points_by_ruling_while_the_deal_goes_on():
    written = happy().harmless(4)
    written.event("penalty", by="B", kind="warning", text="talking")
    written.event("penalty", by="B", kind="points", amounts={"B": -1000, "A": 1000}, text="again")
    written.event("penalty", by="B", kind="points", amounts={"B": -500}, text="to the pot")
    written.until("B", 6).discard("4s")
    written.event("ron", by="A")
    judgement = played(written, **HAPPY)
    # 12,000 from B; the pot holds two sticks and 500; 1,000 by the ruling
    assert judgement.final["points"] == {"A": 35_000 + 1_000 + 12_000 - 1_000 + 2_500, "B": 35_000 - 1_500 - 13_000}


def test_a_false_ron_that_was_punished():
    written = happy().harmless(2)
    written.event("ron", by="A")
    written.event("penalty", by="A", kind="chombo")
    judgement = played(written, **HAPPY)
    # a mangan of the dealer's, sticks back
    assert judgement.final["points"] == {"A": 23_000, "B": 47_000}
    assert verdicts(judgement)[-1] == ("penalty", "A", [])
    assert judgement.deals[0].result == {
        "type": "penalty",
        "delta": {"A": -12_000, "B": 12_000},
        "pot": 0,
        "reason": "chombo",
    }


def test_a_foul_at_the_price_that_the_referee_named():
    written = happy().harmless(2)
    written.event("penalty", by="B", kind="chombo", amounts={"B": -4000, "A": 4000})
    assert played(written, **HAPPY).final["points"] == {"A": 39_000, "B": 31_000}


def test_a_dead_hand_cannot_win_and_the_deal_goes_on():
    written = Written().hand("A", MANY).harmless(2)
    written.event("dead_hand", by="A", text="tiles shown")
    written.until("B", 4).discard("4m")
    written.event("ron", by="A")
    written.event("penalty", by="A", kind="play_on")
    written.harmless(34 - 8)
    written.event("draw")
    judgement = played(written)
    assert verdicts(judgement) == [
        ("refused", "A", ["dead_hand"]),
        ("furiten", "A", ["furiten_passed"]),  # the 4m went by all the same
        ("draw", None, []),
    ]


def test_a_deal_that_was_stopped_counts_as_a_draw():
    stopped = Written().hand("A", MANY).harmless(6)
    stopped.event("stop", kind="dead_deal")
    following = Written(no=2, first="B").drawn()
    judgement = played(stopped, following, preset="club")
    # each lays the stake of 2 again after a draw, and after a stopped deal too
    assert [deal.before["pot_before"] for deal in judgement.deals] == [0, 4]
    assert judgement.final == {"points": {"A": -4, "B": -4}, "pot": 8, "over": False}
    assert verdicts(judgement) == [("abandoned", None, [])]
    assert judgement.deals[0].result is not None
    assert judgement.deals[0].result["reason"] == "dead_deal"


def test_a_deal_that_is_dealt_again_gives_the_sticks_back():
    again = happy().harmless(3)
    again.event("redeal", text="a tile fell")
    judgement = played(again, happy(no=2).drawn(), **HAPPY)
    assert judgement.deals[1].before["points_before"] == {"A": 35_000, "B": 35_000}
    assert judgement.deals[1].before["label"] == {"wind": "E", "number": 1, "honba": 0}
    assert judgement.final["pot"] == 2_000


def test_a_tile_that_was_exposed_and_one_that_was_set_aside():
    written = Written().hand("A", MANY).harmless(4)
    written.event("expose", by="B", tile="9p", text="fell over")
    written.event("set_aside", tile="9s", text="laid after the call")
    written.event("pause", text="looking")
    written.event("resume")
    written.event("note", text="nothing happened")
    written.drawn()
    document = record(written.document)
    deal = fold(from_record17(document)).deal
    assert deal is not None
    assert [(seat, tile) for seat, tile in deal.exposed] == [("B", 17)]
    assert deal.set_aside == (26,)
    assert not deal.paused
    assert verdicts(played(written)) == [("draw", None, [])]


def test_thirteen_tiles_that_are_exposed_are_the_hand():
    written = Written(indicator="3s").hand("A", MANGAN)
    del written.document["built"]
    written.until("B", 4).discard("4s")
    written.event("ron", by="A")
    tiles = [f"{digit}{suit}" for digits, suit in (("233445", "m"), ("234", "p"), ("5677", "s")) for digit in digits]
    written.event("expose", by="A", tiles=tiles)
    judgement = played(written)
    assert verdicts(judgement) == [("ron", "A", [])]


def test_points_pot_honba_and_dealer_set_right_by_hand():
    first = happy().drawn()
    first.event("draw")
    first.event("hotfix", kind="points", amounts={"A": 500, "B": -500}, text="miscounted")
    first.event("hotfix", kind="pot", amounts={"pot": -1000}, text="a stick was taken")
    first.event("hotfix", kind="honba", amounts={"honba": 4}, text="as agreed")
    first.event("hotfix", kind="dealer", by="B", text="seats changed")
    second = Written(no=2, first="B", indicator="3s").hand("B", MANGAN)
    second.document["dealer"] = "B"
    second.until("A", 4).discard("4s")
    second.event("ron", by="B")
    judgement = played(first, second, **HAPPY)
    assert judgement.deals[1].before == {
        "label": {"wind": "E", "number": 1, "honba": 4},
        "dealer": "B",
        "points_before": {"A": 34_500, "B": 33_500},
        "pot_before": 1_000,
    }
    # a dealer's mangan, four honba, a pot of 1,000 and two sticks
    assert judgement.final["points"] == {"A": 34_500 - 1_000 - 13_200, "B": 33_500 - 1_000 + 13_200 + 3_000}


def test_a_match_that_was_reopened_and_played_on():
    first = happy().drawn()
    first.event("draw")
    first.event("reopen", text="it was not the last deal")
    document = record(first.document, happy(no=2).drawn().document, **HAPPY)
    judgement = judge(document)
    assert judgement.ok, judgement
    assert judgement.final["pot"] == 4_000
    match = fold(from_record17(document))
    assert (match.revision, match.ended, match.pot) == (2, False, 4_000)
    again = to_record17(match)
    assert again["revision"] == 2
    assert judge(again).ok


def test_an_error_found_after_the_end_changes_the_totals():
    """The ura indicator had been read as 9s; it was 3m, and 4m is in the hand twice."""
    written = happy()
    written.until("B", 4).discard("4s")
    written.event("ron", by="A")
    ura = written.event("ura", tile="9s")
    written.event("show")
    written.event("correct", ref=ura, tile="3m", text="read again")
    document = record(written.document, **HAPPY, length={"deals": 1})
    document["final"] = {"points": {"A": 54_000, "B": 16_000}, "pot": 0, "over": True}
    judgement = judge(document)
    assert judgement.ok, judgement
    assert judgement.final == {
        "points": {"A": 35_000 - 1_000 + 18_000 + 2_000, "B": 35_000 - 19_000},
        "pot": 0,
        "over": True,
        "reason": "last_deal_dealer_top",
    }


@pytest.mark.parametrize("kind", ["void", "correct", "penalty", "dead_hand", "redeal", "stop", "expose", "set_aside"])
def test_what_a_referee_did_is_kept_word_for_word(kind):
    written = happy().harmless(3)
    note = written.event("note", text="seen")
    fields: dict[str, dict[str, Any]] = {
        "void": {"ref": note, "kind": "misread"},
        "correct": {"ref": note, "text": "seen well"},
        "penalty": {"by": "A", "kind": "warning"},
        "dead_hand": {"by": "B"},
        "redeal": {},
        "stop": {"kind": "dead_deal"},
        "expose": {"by": "A", "tile": "9m"},
        "set_aside": {"tile": "9m"},
    }
    written.event(kind, **{"text": "why", "source": "referee", **fields[kind]})
    stated = written.document["events"][-1]
    match = fold(from_record17(record(written.document, **HAPPY)))
    kept = next(event for event in reversed(to_record17(match)["deals"][0]["events"]) if event["type"] == kind)
    numbers = {"seq", "ref"}  # events that the record leaves out come between
    assert {name: kept.get(name) for name in stated if name not in numbers} == {
        name: value for name, value in stated.items() if name not in numbers
    }
