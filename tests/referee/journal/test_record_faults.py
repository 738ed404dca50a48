"""Records that cannot be: which deal, which event by the record's own number, and why; what comes after is judged."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.journal import RecordError, from_record17, judge
from tests.referee.journal.written import Written, record

MANY = "2233344555666m"
MANGAN = "233445m234p5677s"


def begun(discards: int = 2, how: str = "camera") -> Written:
    """A deal whose events are numbered 11, 12, ... so that they are mistaken for nothing else."""
    written = Written().hand("A", MANY, how)
    for _ in range(10):
        written.event("note")
    written.document["events"].clear()
    return written.harmless(discards)


def edited(**fields: Any) -> Callable[[Written], None]:
    def edit(written: Written) -> None:
        written.event("correct", ref=11, **fields)

    return edit


def voided_twice(written: Written) -> None:
    written.event("void", ref=12)
    written.event("void", ref=12)


def corrected_when_void(written: Written) -> None:
    written.event("void", ref=12)
    written.event("correct", ref=12, tile="3p")


def happened(kind: str, /, **fields: Any) -> Callable[[Written], None]:
    def enter(written: Written) -> None:
        written.event(kind, **fields)

    return enter


def after_the_end(written: Written) -> None:
    written.harmless(32)
    written.event("draw")
    written.event("discard", by="A", tile="9p")


def an_18th(written: Written) -> None:
    written.harmless(32)
    written.event("discard", by="A", tile="9p")


def five_copies(written: Written) -> None:
    for _ in range(4):
        written.discard("1p")
    written.discard("1p")


# what is written after two discards (events 11 and 12), the event that is named, and the words
FAULTS = [
    (happened("discard", by="B", tile="9p"), 13, "event 13 (discard): it is A's turn, not B's"),
    (happened("discard", by="A", tile="9p", n=5), 13, "event 13 (discard): this is A's discard 2, not 5"),
    (an_18th, 45, "event 45 (discard): A cannot discard: all 17 discards of each player are made"),
    (after_the_end, 46, "event 46 (discard): A cannot discard: the deal is over"),
    (five_copies, 17, "event 17 (discard): 5 copies of 1p: a set has 4"),
    (happened("draw"), 13, "event 13 (draw): a deal is drawn after the last discard"),
    (happened("ron", by="A", tile="9p"), 13, "event 13 (ron): the discard is 7z, not 9p"),
    (happened("ron", by="A", ref=11), None, ""),  # the own discard: refused, no fault
    (happened("pass", by="A", tile="1z"), 13, "event 13 (pass): the open discard is 7z, not 1z"),
    (happened("flip", tile="3m"), 13, "event 13 (flip): the indicator is turned already"),
    (happened("dice", dice=[1, 2]), 13, "event 13 (dice): dice are thrown before the indicator is turned"),
    (happened("built", by="A", tiles=["1m"] * 13), 13, "event 13 (built): A's hand is built already"),
    (happened("walls", by="A", tiles=["1m"] * 3), 13, "event 13 (walls): A opened 3 tiles: a wall has 34"),
    (happened("ura", tile="3m"), 13, "event 13 (ura): the ura indicator is turned once a win is allowed"),
    (happened("show"), 13, "event 13 (show): there is no result to show yet"),
    (happened("reopen", text="why"), 13, "event 13 (reopen): deal 1 is not over"),
    (happened("penalty", kind="points", by="A", amounts={"B": 9}), 13, "event 13 (penalty): the seats get 9 more"),
    (happened("penalty", kind="points", amounts={"C": 1, "A": -1}), 13, "event 13 (penalty): amounts name 'C'"),
    (happened("penalty", kind="chombo"), 13, "event 13 (penalty): name the seat that committed the foul"),
    (happened("hotfix", kind="honba", amounts={"A": 1}), 13, "event 13 (hotfix): a hotfix of honba needs amounts"),
    (happened("dead_hand", by="D"), 13, "event 13 (dead_hand): seat D takes no part in this match"),
    (edited(by="B"), 11, "event 11 (discard) as corrected by event 13: it is A's turn, not B's"),
    (edited(n=7), 11, "event 11 (discard) as corrected by event 13: this is A's discard 1, not 7"),
    (voided_twice, 14, "event 14 (void): event 12 (discard) is void already"),
    (corrected_when_void, 14, "event 14 (correct): event 12 (discard) is void already"),
    (happened("discard", by="A", tile="9p", ref=12), 13, "event 13 (discard): it is B's turn, not A's"),
]  # fmt: skip


@pytest.mark.parametrize(("write", "seq", "words"), FAULTS, ids=lambda value: value if isinstance(value, str) else "")
def test_the_event_is_named_by_the_records_own_number(write, seq, words):
    written = begun()
    write(written)
    following = Written(no=2, first="B").drawn()
    judgement = judge(record(written.document, following.document))
    faults = [wrong for wrong in judgement.deals[0].differences if wrong["where"] == "events"]
    if seq is None:
        assert not faults
        return
    assert faults[0]["seq"] == seq
    assert faults[0]["text"].startswith(words)
    assert "\n" not in faults[0]["text"]
    assert judgement.deals[1].result is not None
    with pytest.raises(RecordError) as caught:
        from_record17(record(written.document))
    assert str(caught.value).startswith(f"deal 1: {words}")


def test_a_hand_that_only_the_deal_tells_of_is_named_as_such():
    written = Written().hand("A", MANGAN, "at_ron")
    for _ in range(4):
        written.discard("2m")
    written.event("ron", by="A")
    (fault,) = judge(record(written.document)).deals[0].differences
    assert fault["text"] == "A's hand as the deal has it: 5 copies of 2m: a set has 4"
    assert (fault["seq"], fault["code"]) == (5, "impossible_tiles")


def test_a_discard_that_another_programs_numbers_name():
    written = begun()
    note = written.event("note", text="a word")
    written.event("ron", by="A", ref=note)
    (fault,) = judge(record(written.document)).deals[0].differences
    assert fault["text"] == f"event {note + 1} (ron): event {note} is no discard of this deal"


@pytest.mark.parametrize("ref", [99, 13, 14])
@pytest.mark.parametrize("kind", ["void", "correct", "ron", "pass"])
def test_what_is_referred_to_must_have_come_before(kind, ref):
    written = begun()
    more = {"tile": "3p"} if kind == "correct" else {"by": "A"} if kind in ("ron", "pass") else {}
    written.event(kind, ref=ref, **more)
    written.event("note")
    with pytest.raises(RecordError, match=rf"deals\[0\].events\[2\].ref: there is no earlier event {ref}"):
        judge(record(written.document))


def test_a_note_may_refer_to_what_it_likes():
    written = begun()
    written.event("note", ref=99, text="see there")
    assert judge(record(written.document)).deals[0].agrees


def test_a_deal_of_another_number_or_order():
    for numbers, words in (((2, 2), "2 follows 2"), ((3, 1), "1 follows 3")):
        deals = [Written(no=no).drawn().document for no in numbers]
        with pytest.raises(RecordError, match=words):
            judge(record(*deals))


def test_an_unfinished_deal_is_read_back_as_it_stands():
    written = begun(7)
    events = from_record17(record(written.document))
    assert [event.type.value for event in events][:2] == ["match", "deal"]
    assert sum(1 for event in events if event.type == "discard") == 7
