"""What an operator is told when hidden tiles forbid what is entered: nothing, and no second try tells more."""

import pytest

from referee.desk.commands import ConfirmCandidate, EnterDiscard, LockHand, RejectCandidate
from referee.desk.corrections import Undo
from referee.desk.state import Candidate, Place
from referee.display.views.candidates import candidate_facts
from referee.tiles import parse_tile, parse_tiles
from tests.referee.desk.bench import HANDS, WALLS, A, B, Bench, river

HELD_BY_B = {B: "1111z345789m556s"}  # four of a kind that A cannot discard, and no wall is known


def closed_walls() -> Bench:
    """Hands are known, walls are not; A is to discard."""
    bench = Bench()
    bench.build({}, {**HANDS, **HELD_BY_B})
    return bench


def asked(bench: Bench) -> Candidate:
    (candidate,) = bench.desk.state().candidates
    return candidate


def test_a_discard_that_hidden_tiles_forbid_is_answered_like_one_that_stands() -> None:
    answers = []
    for tile in ("1z", "2z"):
        bench = closed_walls()
        answer = bench.say(EnterDiscard, seat=A, tile=parse_tile(tile))
        answers.append((answer.done, answer.code, answer.facts, answer.tells_hidden))
    assert answers[0] == answers[1] == (True, "done", {}, False)
    assert river(bench) == "2z"


def test_the_referee_is_asked_and_told_why_and_the_operator_is_not() -> None:
    bench = closed_walls()
    bench.say(EnterDiscard, seat=A, tile=parse_tile("1z"))
    candidate = asked(bench)
    assert (candidate.place, candidate.seat, candidate.reason) == (Place.RIVER, A, "not_allowed")
    assert "5 copies of 1z" in str(candidate.facts["text"])
    told = candidate_facts(candidate, hands=False)
    assert (told.reason, told.facts) == ("not_in_pool", {})


def test_no_second_name_is_taken_from_an_operator_before_the_referee_has_answered() -> None:
    bench = closed_walls()
    bench.say(EnterDiscard, seat=A, tile=parse_tile("1z"))
    number = asked(bench).id
    for kind, fields in (
        (EnterDiscard, {"seat": A, "tile": parse_tile("2z")}),
        (ConfirmCandidate, {"candidate": number, "tile": parse_tile("2z")}),
        (RejectCandidate, {"candidate": number}),
    ):
        answer = bench.say(kind, **fields)
        assert (answer.code, answer.facts["text"]) == (
            "refused", "the discard that was named before waits for the referee",
        )  # fmt: skip
    assert bench.say(ConfirmCandidate, actor="referee", candidate=number, tile=parse_tile("2z")).done
    assert river(bench) == "2z"
    assert bench.desk.state().candidates == ()


def test_the_referee_drops_the_name_and_the_operator_goes_on() -> None:
    bench = closed_walls()
    bench.say(EnterDiscard, seat=A, tile=parse_tile("1z"))
    assert bench.say(RejectCandidate, actor="referee", candidate=asked(bench).id).done
    assert bench.say(EnterDiscard, seat=A, tile=parse_tile("2z")).done
    assert river(bench) == "2z"


def test_a_referee_is_told_at_once() -> None:
    bench = closed_walls()
    answer = bench.say(EnterDiscard, actor="referee", seat=A, tile=parse_tile("1z"))
    assert (answer.code, answer.tells_hidden) == ("refused", True)
    assert bench.desk.state().candidates == ()


def test_what_lies_open_forbids_with_its_reason() -> None:
    bench = closed_walls()
    for seat in (A, B, A, B):
        assert bench.say(EnterDiscard, seat=seat, tile=parse_tile("9s")).done
    assert river(bench) == "99s"
    fifth = bench.say(EnterDiscard, seat=A, tile=parse_tile("9s"))
    turn = bench.say(EnterDiscard, seat=B, tile=parse_tile("9m"))
    for answer, words in ((fifth, "5 copies of 9s"), (turn, "it is A's turn")):
        assert (answer.code, answer.tells_hidden) == ("refused", False)
        assert words in str(answer.facts["text"])


@pytest.mark.parametrize(("tile", "why"), [("4p", "is one of A's 13"), ("1s", "is none of the tiles")])
def test_of_a_known_wall_neither_the_hand_nor_the_pool_can_be_probed(tile: str, why: str) -> None:
    bench = Bench()
    bench.build(WALLS, HANDS)
    if tile == "1s":  # the only one of the pool is out already
        for seat, out in ((A, "1s"), (B, "1m")):
            assert bench.say(EnterDiscard, seat=seat, tile=parse_tile(out)).done
    answer = bench.say(EnterDiscard, seat=A, tile=parse_tile(tile))
    assert (answer.done, answer.facts) == (True, {})
    assert why in str(asked(bench).facts["text"])


def test_a_hand_that_hidden_tiles_forbid_says_that_the_reason_tells() -> None:
    bench = Bench()
    bench.build({}, HELD_BY_B)
    answer = bench.say(LockHand, seat=A, tiles=parse_tiles("1z234m234p234678s"))
    assert (answer.code, answer.tells_hidden) == ("refused", True)
    short = bench.say(LockHand, seat=A, tiles=parse_tiles("234m"))
    assert (short.code, short.tells_hidden) == ("refused", False)


def test_undoing_what_led_there_takes_the_name_back() -> None:
    bench = closed_walls()
    bench.say(EnterDiscard, seat=A, tile=parse_tile("2z"))
    bench.say(EnterDiscard, seat=B, tile=parse_tile("4s"))
    bench.say(EnterDiscard, seat=A, tile=parse_tile("1z"))
    assert len(bench.desk.state().candidates) == 1
    assert bench.say(Undo).done
    assert bench.desk.state().candidates == ()


def test_where_operators_may_see_hands_they_are_told() -> None:
    bench = Bench(operator_hands=True)
    bench.build({}, {**HANDS, **HELD_BY_B})
    answer = bench.say(EnterDiscard, seat=A, tile=parse_tile("1z"))
    assert (answer.code, answer.tells_hidden) == ("refused", True)
