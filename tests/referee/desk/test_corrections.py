"""A referee sets right what was entered, and is told first what follows."""

import pytest

from referee.desk.command import Command
from referee.desk.commands import CallRon, ConfirmWalls, EndMatch, EnterDiscard, Rule, ShowResult
from referee.desk.corrections import Hotfix, Redo, Reopen, ReplaceEvent, Undo, VoidEvent
from referee.desk.preview import Change, consequences
from referee.game import Seat
from referee.tiles import NotAllowedError, parse_tile
from tests.referee.desk.bench import HANDS, WALLS, A, B, Bench, questions, river

WHY = "seen on the replay"


@pytest.fixture
def playing() -> Bench:
    """Both hands known; A waits for 5p; A 1m, B 1m, A 9m are out."""
    bench = Bench()
    bench.build(WALLS, HANDS)
    for seat, tile in ((A, "1m"), (B, "1m"), (A, "9m")):
        bench.lay(seat, tile)
    return bench


def number_of(bench: Bench, seat: Seat, n: int) -> int:
    assert bench.match.deal is not None
    return bench.match.deal.river(seat)[n - 1].seq


def say(bench: Bench, kind: type[Command], /, **fields: object) -> str:
    return bench.say(kind, actor="referee", **fields).code


def changes(
    bench: Bench, kind: type[Command], /, **fields: object
) -> dict[tuple[str, str | None], tuple[object, object]]:
    command = kind(version=bench.match.version, actor="referee", **fields)  # type: ignore[arg-type]
    kept = len(bench.kept)
    found = consequences(bench.match, command).changes
    assert len(bench.kept) == kept
    return {(change.what, change.seat): (change.before, change.after) for change in found}


def test_a_discard_reads_otherwise_and_the_camera_is_not_asked_again(playing: Bench) -> None:
    ref = number_of(playing, A, 1)
    assert say(playing, ReplaceEvent, ref=ref, tile=parse_tile("9p"), text=WHY) == "done"
    assert river(playing) == "9p9m"
    assert questions(playing) == []
    playing.lay(B, "2m")  # and the camera's river, which still shows 1m, stops nothing
    assert river(playing, "B") == "12m"


def test_the_table_goes_back_to_an_earlier_discard_and_on_from_there(playing: Bench) -> None:
    ref = number_of(playing, B, 1)
    assert say(playing, VoidEvent, ref=ref, text=WHY) == "refused"  # A would discard twice
    told = changes(playing, VoidEvent, ref=ref, following=True, text=WHY)
    assert told[("river", A)] == (["1m", "9m"], ["1m"])
    assert told[("river", B)] == (["1m"], [])
    assert say(playing, VoidEvent, ref=ref, following=True, text=WHY) == "done"
    assert (river(playing, "A"), river(playing, "B")) == ("1m", "")
    assert say(playing, EnterDiscard, seat=B, tile=parse_tile("2m")) == "done"
    assert river(playing, "B") == "2m"


def test_furiten_is_judged_anew_and_told_before(playing: Bench) -> None:
    ref = number_of(playing, A, 1)
    tile = parse_tile("5p")
    told = changes(playing, ReplaceEvent, ref=ref, tile=tile, text=WHY)
    assert told == {("river", A): (["1m", "9m"], ["5p", "9m"]), ("furiten", A): (False, True)}
    assert say(playing, ReplaceEvent, ref=ref, tile=tile, text=WHY) == "done"
    assert playing.match.deal is not None
    assert A in playing.match.deal.furiten


def test_a_win_falls_away_with_the_tile_it_was_called_on(playing: Bench) -> None:
    playing.lay(B, "2m")
    playing.lay(A, "9p")
    playing.lay(B, "3m")
    assert say(playing, ReplaceEvent, ref=number_of(playing, B, 3), tile=parse_tile("5p"), text=WHY) == "refused"
    assert playing.say(CallRon, actor="player:A", seat=A).done  # false: 3m completes nothing
    told = changes(playing, VoidEvent, ref=number_of(playing, B, 3), following=True, text=WHY)
    assert told[("river", B)] == (["1m", "2m", "3m"], ["1m", "2m"])
    assert told[("phase", None)] == ("refused", "discarding")


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        (ReplaceEvent, {"ref": 999, "tile": 3, "text": WHY}, "no event 999"),
        (ReplaceEvent, {"ref": 1, "tile": 3, "text": WHY}, "voided and entered anew"),
        (VoidEvent, {"ref": 999, "text": WHY}, "no event 999"),
        (Hotfix, {"kind": "pot", "pot": -99_000, "text": WHY}, "the pot holds"),
        (Hotfix, {"kind": "honba", "honba": -1, "text": WHY}, "honba"),
        (Hotfix, {"kind": "points", "text": WHY}, "needs amounts"),
        (Hotfix, {"kind": "points", "amounts": {A: 100}, "text": " "}, "with a reason only"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason_and_so_says_the_preview(
    playing: Bench, kind: type[Command], fields: dict[str, object], words: str
) -> None:
    before = playing.match
    answer = playing.say(kind, actor="referee", **fields)
    assert answer.code == "refused"
    assert words in str(answer.facts["text"])
    assert playing.match is before
    with pytest.raises(NotAllowedError, match=words):
        changes(playing, kind, **fields)


def test_fields_that_the_event_does_not_have_are_refused(playing: Bench) -> None:
    ref = number_of(playing, A, 1)
    answer = playing.say(ReplaceEvent, actor="referee", ref=ref, dice=(1, 2), text=WHY)
    assert "a discard event has no dice" in str(answer.facts["text"])
    answer = playing.say(ReplaceEvent, actor="referee", ref=ref, text=WHY)
    assert "say what the discard event reads instead: seat or tile" in str(answer.facts["text"])


def test_points_pot_honba_and_dealer_are_set_right_and_stay_marked(playing: Bench) -> None:
    before = dict(playing.match.points)
    told = changes(playing, Hotfix, kind="points", amounts={A: 1000, B: -1000}, text=WHY)
    assert told == {("points", A): (before[A], before[A] + 1000), ("points", B): (before[B], before[B] - 1000)}
    assert say(playing, Hotfix, kind="points", amounts={A: 1000, B: -1000}, text=WHY) == "done"
    assert say(playing, Hotfix, kind="pot", pot=500, text=WHY) == "done"
    assert say(playing, Hotfix, kind="honba", honba=2, text=WHY) == "done"
    assert playing.match.points == {A: before[A] + 1000, B: before[B] - 1000}
    assert playing.match.deal is not None
    assert playing.match.deal.label.honba == 2
    assert [hotfix.text for hotfix in playing.match.hotfixes] == [WHY] * 3


def test_a_match_ends_between_deals_only_and_is_reopened_as_a_new_revision(playing: Bench) -> None:
    assert say(playing, Reopen, text=WHY) == "not_now"
    assert say(playing, EndMatch) == "not_now"
    assert say(playing, Rule, kind="stop", text="it is late") == "done"
    assert say(playing, EndMatch) == "not_now", "how the deal ended has to be shown first"
    assert say(playing, ShowResult) == "done"
    assert say(playing, EndMatch) == "done"
    assert say(playing, Hotfix, kind="pot", pot=500, text=WHY) == "not_now"
    assert ("revision", None) in changes(playing, Reopen, text=WHY)
    assert say(playing, Reopen, text=WHY) == "done"
    assert (playing.match.ended, playing.match.revision) == (False, 2)
    assert say(playing, Hotfix, kind="pot", pot=500, text=WHY) == "done"


def test_of_a_result_the_preview_names_price_and_points() -> None:
    bench = Bench()
    bench.build(WALLS, HANDS)
    bench.lay(A, "1m")
    bench.lay(B, "1s")
    bench.lay(A, "9m")
    ref = number_of(bench, B, 1)
    assert say(bench, ReplaceEvent, ref=ref, tile=parse_tile("5p"), text=WHY) == "refused"  # B never held one
    told = changes(bench, Undo)
    assert told[("river", A)] == (["1m", "9m"], ["1m"])
    assert told[("turn", None)] == (B, A)


def test_changes_are_plain_values() -> None:
    change = Change("river", ["1m"], ["2m"], A, 1)
    assert (change.before, change.after) == (["1m"], ["2m"])


def test_every_undo_can_be_taken_back_also_that_of_the_very_first_event() -> None:
    bench = Bench()
    bench.start()
    assert bench.say(ConfirmWalls).done
    before = bench.match
    while "undo" in bench.desk.state().allowed:
        assert bench.say(Undo).done
    assert bench.desk.state().match is None
    assert "start_match" in bench.desk.state().allowed
    redone = 0
    while "redo" in bench.desk.state().allowed:
        assert bench.say(Redo).done
        redone += 1
    assert redone == 3
    assert (bench.match.setup, bench.match.deal.walls_up) == (before.setup, True)  # type: ignore[union-attr]
    assert bench.say(Redo).code == "not_now"


def test_an_undo_is_not_taken_back_once_something_else_has_happened(playing: Bench) -> None:
    playing.say(Undo)
    assert "redo" in playing.desk.state().allowed
    assert playing.say(EnterDiscard, seat=A, tile=parse_tile("9s")).done
    assert "redo" not in playing.desk.state().allowed
