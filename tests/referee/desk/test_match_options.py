"""What the match options change at the desk: how hands become known, clocks, walls that are chosen, ends of deals."""

import pytest

from referee.desk.commands import (
    CallRon,
    CloseWindow,
    ConfirmWalls,
    DeclareRiichi,
    EnterDice,
    EnterIndicator,
    LockHand,
    NameWall,
    OpenHand,
    Pause,
    Resume,
    Rule,
    ShowResult,
    StopDeal,
)
from referee.desk.corrections import Undo
from referee.desk.observation import DiceSeen
from referee.desk.state import Place
from referee.game import Deal, EventType, How, Phase, ResultType
from referee.rules import Reason
from referee.tiles import NAMES, parse_tile, parse_tiles
from tests.referee.desk.bench import HANDS, WALLS, A, B, Bench, questions
from tests.referee.desk.test_before_discards import before_hands

NOBODY_WINS = {A: "111222333m444p5s", B: "111222333s444m5p"}
DEAD_WALLS = {
    A: NOBODY_WINS[A] + "6789m6789p6789s1234567z55z",
    B: NOBODY_WINS[B] + "6789m6789p6789s1234567z66z",
}


def deal(bench: Bench) -> Deal:
    assert bench.match.deal is not None
    return bench.match.deal


def locked(bench: Bench) -> Bench:
    """Both say Ready, and name nothing."""
    for seat in (A, B):
        assert bench.say(LockHand, actor=f"player:{seat}", seat=seat).done
    return bench


def drawn(**options: object) -> Bench:
    """A deal that was drawn; nobody has seen the hands where they stay closed."""
    bench = before_hands(**options)
    for seat in (A, B):
        assert bench.say(LockHand, actor=f"player:{seat}", seat=seat, tiles=parse_tiles(HANDS[seat])).done
    pools = {seat: list(parse_tiles(WALLS[seat])) for seat in (A, B)}
    for seat in (A, B):
        for tile in parse_tiles(HANDS[seat]):
            pools[seat].remove(tile)
    for place in range(34):
        seat = (A, B)[place % 2]
        bench.lay(seat, NAMES[pools[seat][place // 2]])
    assert bench.say(CloseWindow).done
    return bench


class TestHandSubmission:
    """Ready, without naming a tile: each way in which hands become known."""

    def test_camera_reads_the_tray(self) -> None:
        bench = before_hands(hand_submission="camera")
        bench.see(Place.HAND, A, HANDS[A])
        bench.say(LockHand, actor="player:A", seat=A)
        assert deal(bench).hands[A].how is How.CAMERA

    def test_entry_asks_at_once_and_believes_no_camera(self) -> None:
        bench = before_hands(hand_submission="entry")
        bench.see(Place.HAND, A, HANDS[A])
        bench.say(LockHand, actor="player:A", seat=A)
        assert (deal(bench).hands, questions(bench)) == ({}, ["hand_to_name"])
        assert bench.say(LockHand, actor="player:A", seat=A, tiles=parse_tiles(HANDS[A])).done
        assert (deal(bench).hands[A].how, questions(bench)) == (How.ENTRY, [])

    @pytest.mark.parametrize("tiles", ["", HANDS[A]])
    def test_at_ron_keeps_hands_closed_whatever_was_named(self, tiles: str) -> None:
        bench = before_hands(hand_submission="at_ron")
        bench.see(Place.HAND, A, HANDS[A])
        assert bench.say(LockHand, actor="player:A", seat=A, tiles=parse_tiles(tiles)).done
        assert (deal(bench).hands[A].tiles, deal(bench).known) == (None, {})

    def test_at_ron_opens_the_callers_hand_and_judges_the_deal_backwards(self) -> None:
        bench = locked(before_hands(hand_submission="at_ron"))
        bench.lay(A, "1z")
        bench.lay(B, "2p")
        assert bench.say(CallRon, actor="player:A", seat=A).done
        assert (deal(bench).phase, bench.desk.state().reason) == (Phase.CALLED, "hand_needed")
        bench.see(Place.HAND, A, HANDS[A])
        assert bench.say(LockHand, actor="player:A", seat=A).done
        assert deal(bench).hands[A].how is How.AT_RON
        (decision, _furiten) = deal(bench).decisions
        assert decision.reasons == (Reason.BELOW_MINIMUM,)  # 234m 345p 22p 234s 678s: riichi, ippatsu, tanyao

    def test_at_ron_a_hand_may_be_shown_once_the_deal_has_ended(self) -> None:
        bench = drawn(hand_submission="at_ron")
        assert "lock_hand" in bench.desk.state().allowed
        bench.see(Place.HAND, B, HANDS[B])
        assert bench.say(LockHand, actor="player:B", seat=B).done
        assert (set(deal(bench).known), deal(bench).hands[B].how) == ({B}, How.AT_RON)


class TestRevealAtDraw:
    """After a draw."""

    def test_required_waits_for_hands_that_nobody_has_seen(self) -> None:
        bench = drawn(hand_submission="at_ron", reveal_at_draw="required")
        assert bench.desk.state().reason == "hands_to_show"
        for seat in (A, B):
            assert bench.say(LockHand, actor="operator", seat=seat, tiles=parse_tiles(HANDS[seat])).done
        assert bench.desk.state().reason == ""
        assert bench.say(ShowResult).done

    def test_optional_is_each_players_choice(self) -> None:
        bench = drawn(reveal_at_draw="optional")
        assert bench.say(ShowResult).done
        assert bench.say(OpenHand, actor="player:B", seat=B).done
        assert deal(bench).opened == {B}
        assert bench.say(Undo).done
        assert deal(bench).opened == frozenset()

    def test_optional_needs_a_hand_that_is_known(self) -> None:
        bench = drawn(hand_submission="at_ron", reveal_at_draw="optional")
        assert "open_hand" not in bench.desk.state().allowed

    @pytest.mark.parametrize("option", ["none", "required"])
    def test_otherwise_there_is_nothing_to_choose(self, option: str) -> None:
        bench = drawn(reveal_at_draw=option)
        assert bench.say(OpenHand, actor="player:B", seat=B).code == "not_now"


class TestDiscardSeconds:
    """A clock for each discard, which only rings."""

    def played(self) -> Bench:
        bench = Bench(rules="happy", discard_seconds=20)
        bench.build(WALLS, HANDS)
        return bench

    def test_it_starts_anew_with_each_turn(self) -> None:
        bench = self.played()
        began = bench.now_ms
        bench.now_ms += 7_000
        clock = bench.desk.state().clock
        assert clock is not None
        assert (clock.kind, clock.ends_at_ms) == ("discard", began + 20_000)
        bench.lay(A, "1z")
        clock = bench.desk.state().clock
        assert clock is not None
        assert clock.ends_at_ms == bench.now_ms + 20_000
        bench.now_ms += 60_000
        assert bench.desk.state().clock == clock
        assert deal(bench).turn is B

    def test_pauses_and_refused_calls_stop_it(self) -> None:
        bench = self.played()
        bench.lay(A, "1z")
        bench.say(Pause, text="tea")
        bench.now_ms += 30_000
        clock = bench.desk.state().clock
        assert clock is not None
        assert clock.left_ms == 20_000
        bench.say(Resume)
        clock = bench.desk.state().clock
        assert clock is not None
        assert clock.ends_at_ms == bench.now_ms + 20_000
        bench.say(CallRon, seat=B)
        assert bench.desk.state().clock is None
        bench.now_ms += 5_000
        bench.desk.command(Rule(version=bench.match.version, actor="referee", kind="play_on"))
        clock = bench.desk.state().clock
        assert clock is not None
        assert clock.ends_at_ms == bench.now_ms + 20_000

    def test_no_limit_is_no_clock(self) -> None:
        bench = Bench(rules="happy")
        bench.build(WALLS, HANDS)
        assert bench.desk.state().clock is None


class TestWalls:
    """Which tiles a seat opens."""

    def started(self, walls: str) -> Bench:
        bench = Bench(rules="kaiji", walls=walls)
        bench.start()
        assert bench.say(ConfirmWalls).done
        assert bench.say(EnterDice, first=B).done
        return bench

    def test_chosen_walls_are_named_by_either_player_or_the_operator(self) -> None:
        bench = self.started("chosen")
        assert "name_wall" in bench.desk.state().allowed
        assert bench.say(NameWall, actor="player:B", seat=B, wall=3).done
        assert bench.say(NameWall, seat=A, wall=3).code == "refused"
        assert bench.say(NameWall, seat=A, wall=1).done
        assert deal(bench).taken == {A: (1,), B: (3,)}
        assert "name_wall" not in bench.desk.state().allowed

    def test_rows_come_from_the_tables_dice_or_from_a_person(self) -> None:
        bench = self.started("dice_rows")
        bench.desk.observe(DiceSeen((2, 2)))
        assert deal(bench).taken == {B: (2, 3)}
        assert bench.say(EnterDice, seat=A, dice=(1, 6)).done
        assert deal(bench).taken == {A: (1, 4), B: (2, 3)}
        bench.desk.observe(DiceSeen((5, 5)))
        assert deal(bench).taken == {A: (1, 4), B: (2, 3)}
        assert deal(bench).first is B

    def test_the_own_wall_leaves_nothing_to_say(self) -> None:
        bench = self.started("own")
        assert bench.say(NameWall, seat=A, wall=3).code == "not_now"
        bench.desk.observe(DiceSeen((5, 5)))
        assert deal(bench).taken == {}


class TestDeadDeal:
    """Nobody can win any more."""

    def dead(self, option: str) -> Bench:
        bench = Bench(rules="kaiji", dead_deal=option)
        bench.start()
        assert bench.say(ConfirmWalls).done
        for seat, wall in DEAD_WALLS.items():
            bench.see(Place.WALL, seat, wall)
        assert bench.say(EnterDice, first=A).done
        assert bench.say(EnterIndicator, tile=parse_tile("4z")).done
        for seat, hand in NOBODY_WINS.items():
            assert bench.say(LockHand, actor=f"player:{seat}", seat=seat, tiles=parse_tiles(hand)).done
        return bench

    def test_a_stop_is_offered_and_counts_as_a_draw(self) -> None:
        bench = self.dead("stop")
        assert "stop_deal" in bench.desk.state().allowed
        assert bench.say(StopDeal, actor="referee").done
        result = deal(bench).result
        assert result is not None
        assert (result.type, result.reason, result.ruled_by) == (ResultType.ABANDONED, "dead_deal", "referee")
        assert bench.kept[-1].type is EventType.STOP

    def test_where_it_is_only_told_nothing_is_offered(self) -> None:
        bench = self.dead("tell")
        assert "stop_deal" not in bench.desk.state().allowed
        assert bench.say(StopDeal, actor="referee").code == "not_now"

    def test_a_deal_that_somebody_can_win_is_not_to_be_stopped(self) -> None:
        bench = Bench(rules="kaiji", dead_deal="stop")
        bench.build(WALLS, HANDS)
        assert "stop_deal" not in bench.desk.state().allowed


def test_riichi_is_declared_with_the_own_first_discard_or_never() -> None:
    bench = Bench(rules="happy", riichi="declared", hand_submission="entry")
    bench.build({}, {A: "234m567p3467888s", B: "111m999m111p99p19s"}, indicator="4p")
    assert bench.match.points == {A: 35_000, B: 35_000}
    assert bench.say(DeclareRiichi, actor="player:B", seat=B).code == "refused"  # A is first
    assert bench.say(DeclareRiichi, actor="player:A", seat=A).done
    assert bench.match.points == {A: 34_000, B: 35_000}
    bench.lay(A, "1z")
    assert bench.say(DeclareRiichi, actor="operator", seat=A).code == "refused"  # once is enough
    bench.lay(B, "2z")
    assert bench.say(DeclareRiichi, actor="operator", seat=B).done  # said while the tile was laid, entered after it
    bench.lay(A, "1z")
    assert "declare_riichi" not in bench.desk.state().allowed
    assert bench.say(DeclareRiichi, actor="operator", seat=A).code == "not_now"


def test_riichi_that_stands_by_itself_is_not_declared() -> None:
    bench = Bench(rules="happy", hand_submission="entry")
    bench.build({}, {A: "234m567p3467888s", B: "111m999m111p99p19s"}, indicator="4p")
    assert "declare_riichi" not in bench.desk.state().allowed


def test_a_ron_meant_before_the_other_said_riichi_is_no_stale_one() -> None:
    bench = Bench(rules="kaiji", riichi="declared", hand_submission="entry")
    bench.build({}, {A: "234m567p3467888s", B: "111m999m111p99p19s"}, indicator="3p")
    bench.lay(A, "9s")
    version = bench.desk.state().version
    assert bench.say(DeclareRiichi, actor="player:A", seat=A).done
    assert bench.say(CallRon, actor="player:B", seat=B, version=version).done
