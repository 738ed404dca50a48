"""What a record may leave out, what is checked, and what is wrong with one: as far as it can be judged."""

import copy
import json
from typing import Any

import pytest

from referee.game import fold
from referee.journal import RecordError, from_record17, judge, to_record17, with_results
from tests.referee.journal.written import Written, record

MANGAN = "233445m234p5677s"  # on 4s with indicator 3s
MANY = "2233344555666m"


@pytest.fixture
def example(shared) -> dict[str, Any]:
    return json.loads((shared / "record" / "record17.example.json").read_text())


def won(no: int = 1, first: str = "A", winner: str = "A", how: str = "camera") -> Written:
    written = Written(first=first, no=no, indicator="3s").hand(winner, MANGAN, how)
    written.until("B" if winner == "A" else "A", 4).discard("4s")
    written.event("ron", by=winner)
    written.event("ura", tile="9s")
    return written


def verdicts(judgement: Any, deal: int = 0) -> list[tuple[str, list[str]]]:
    return [(d["verdict"], d["reasons"]) for d in judgement.deals[deal].decisions]


class TestTheExample:
    """The published example, which ends after its first deal."""

    def test_it_is_judged_without_a_difference(self, example):
        judgement = judge(example)
        assert judgement.ok
        assert judgement.final == {"points": {"A": 54000, "B": 16000}, "pot": 0, "over": False}
        (decision,) = judgement.deals[0].decisions
        assert (decision["seq"], decision["seat"], decision["verdict"]) == (40, "A", "ron")

    def test_without_results_it_gets_the_same_ones(self, example):
        bare = copy.deepcopy(example)
        del bare["deals"][0]["result"], bare["final"]
        filled = with_results(bare, judge(bare))
        assert filled["deals"] == example["deals"]
        assert filled["final"]["points"] == example["final"]["points"]

    def test_it_keeps_its_own_numbers_on_the_way_through(self, example):
        events = from_record17(example)
        again = to_record17(fold(events))
        assert again["deals"][0]["result"] == example["deals"][0]["result"]
        assert from_record17(again) == events

    @pytest.mark.parametrize(
        ("path", "value", "where"),
        [
            (("result", "wins", 0, "fu"), 30, "result.wins[0].fu"),
            (("result", "wins", 0, "han"), 6, "result.wins[0].han"),
            (("result", "wins", 0, "limit"), "mangan", "result.wins[0].limit"),
            (("result", "wins", 0, "pot"), 1000, "result.wins[0].pot"),
            (("result", "wins", 0, "reading"), "234m 234p 234s 678s 55s", "result.wins[0].reading"),
            (("result", "wins", 0, "yaku"), [{"id": "riichi", "han": 1}], "result.wins[0].yaku"),
            (("result", "delta", "A"), 18000, "result.delta.A"),
            (("result", "pot"), 2000, "result.pot"),
            (("result", "type"), "draw", "result.type"),
            (("ura",), ["3s"], None),
        ],
    )
    def test_a_wrong_result_is_found(self, example, path, value, where):
        node: Any = example["deals"][0]
        for part in path[:-1]:
            node = node[part]
        node[path[-1]] = value
        judgement = judge(example)
        assert judgement.ok is (where is None)
        if where is not None:
            assert [wrong["where"] for wrong in judgement.deals[0].differences] == [where]

    def test_a_wrong_final_is_found(self, example):
        example["final"]["points"]["B"] = 17000
        judgement = judge(example)
        assert not judgement.ok
        assert judgement.differences == ({"where": "final.points.B", "stated": 17000, "judged": 16000},)


class TestWhatMayBeLeftOut:
    """Records by other programs say less."""

    def test_nothing_but_discards_and_the_call(self):
        judgement = judge(record(won().document))
        assert judgement.ok
        assert verdicts(judgement) == [("ron", [])]
        assert judgement.deals[0].result is not None
        assert judgement.deals[0].result["delta"] == {"A": 2, "B": -2}

    def test_a_win_without_ura_counts_without(self):
        written = won()
        written.document["events"].pop()
        judgement = judge(record(written.document))
        assert judgement.deals[0].result is not None
        assert judgement.deals[0].result["wins"][0]["limit"] == "mangan"

    def test_ura_that_stands_only_in_the_deal_counts(self):
        written = won()
        written.document["events"].pop()
        written.document["ura"] = ["3m"]
        judgement = judge(record(written.document))
        assert judgement.deals[0].result is not None
        assert judgement.deals[0].result["wins"][0]["han"] == 6

    def test_a_drawn_deal_needs_no_draw_event(self):
        judgement = judge(record(Written().hand("A", MANY).drawn().document))
        assert verdicts(judgement)[-1][0] == "draw"
        assert judgement.deals[0].result == {"type": "draw", "delta": {"A": 0, "B": 0}, "pot": 0}

    def test_passes_may_stand_in_the_record(self):
        written = Written().hand("A", MANY).until("B", 1)
        tile = written.discard("7m")
        said = written.event("pass", by="A", ref=tile)
        written.drawn()
        decision = judge(record(written.document, houtei="none")).deals[0].decisions[0]
        assert (decision["seq"], decision["facts"]["event"]) == (said, tile)

    def test_points_before_follow_after_the_first_deal(self):
        judgement = judge(record(won(1).document, won(2, first="A").document, preset="happy"))
        assert [deal.before["points_before"] for deal in judgement.deals] == [
            {"A": 35000, "B": 35000},
            {"A": 48000, "B": 22000},
        ]
        assert judgement.deals[1].before["label"] == {"wind": "E", "number": 1, "honba": 1}
        assert judgement.ok

    def test_points_of_a_record_that_begins_in_the_middle(self):
        written = won(5)
        written.document |= {"points_before": {"A": 1000, "B": 69000}, "pot_before": 4000}
        written.document["label"] = {"wind": "E", "number": 1, "honba": 2}
        judgement = judge(record(written.document, preset="happy"))
        assert judgement.ok
        assert judgement.final["points"] == {"A": 1000 + 12000 + 600 + 4000 + 1000, "B": 69000 - 13600}

    def test_play_that_goes_on_after_a_refused_call_was_ruled_so(self):
        written = Written().hand("A", MANY).until("B", 2)
        written.harmless()
        written.event("ron", by="A")
        written.until("B", 4).discard("4m")
        written.event("ron", by="A")
        assert verdicts(judge(record(written.document))) == [("refused", ["not_complete"]), ("ron", [])]

    def test_rulings_in_words_of_another_program(self):
        written = Written().hand("A", MANY).harmless(2)
        written.event("penalty", by="A", amounts={"A": -3, "B": 3})
        written.event("penalty", by="B", text="shown a tile")
        written.event("hotfix", kind="scoring error", amounts={"A": 1, "B": -1})
        written.drawn()
        judgement = judge(record(written.document))
        assert judgement.ok
        assert judgement.final["points"] == {"A": -2, "B": 2}

    def test_a_hotfix_is_known_by_what_it_names(self):
        first = Written().drawn()
        first.event("draw")
        for fields in ({"amounts": {"pot": 500}}, {"amounts": {"honba": 2}}, {"by": "B"}, {"amounts": {"A": 7}}):
            first.event("hotfix", kind="set right", text="as agreed", **fields)
        following = Written(no=2, first="B").drawn()
        judgement = judge(record(first.document, following.document, preset="happy"))
        assert judgement.deals[1].before == {
            "label": {"wind": "E", "number": 1, "honba": 2},
            "dealer": "B",
            "points_before": {"A": 34_007, "B": 34_000},
            "pot_before": 2_500,
        }
        assert judgement.ok

    def test_a_ruling_of_another_name_that_ended_the_deal(self):
        written = Written().hand("A", MANY).harmless(2)
        written.event("ron", by="A")
        written.event("penalty", by="A", kind="fine", amounts={"A": -3, "B": 3})
        written.document["result"] = {"type": "penalty", "delta": {"A": -3, "B": 3}, "pot": 0}
        judgement = judge(record(written.document))
        assert judgement.ok, judgement
        assert verdicts(judgement)[-1][0] == "penalty"


class TestHandsThatWereNotSeen:
    """Judged backwards, or as far as it can be."""

    def test_shown_at_the_ron(self):
        judgement = judge(record(won(how="at_ron").document))
        assert judgement.ok
        assert verdicts(judgement) == [("ron", [])]

    def test_shown_at_the_ron_and_furiten_from_early_on(self):
        written = Written(indicator="3s").hand("A", MANGAN, "at_ron").until("A", 2)
        early = written.discard("1s")
        written.until("A", 3).discard("4s")
        written.until("B", 5).discard("4s")
        ron = written.event("ron", by="A")
        furiten, refused = judge(record(written.document)).deals[0].decisions
        assert (furiten["verdict"], furiten["facts"]["wait"]) == ("furiten", "4s")
        assert furiten["seq"] > early
        assert (refused["seq"], refused["reasons"]) == (ron, ["furiten_own_discard"])

    def test_shown_after_a_draw(self):
        written = Written().hand("B", MANY, "at_ron").until("A", 2)
        written.discard("7m")
        written.drawn()
        found = verdicts(judge(record(written.document, houtei="none")))
        assert found[0] == ("furiten", ["furiten_passed"])
        assert found[-1][0] == "draw"

    def test_never_shown_is_judged_as_far_as_it_can_be(self):
        written = Written().until("B", 3).harmless()
        written.event("ron", by="A")
        written.document["result"] = {"type": "ron", "delta": {"A": 2, "B": -2}}
        following = Written(no=2).drawn()
        judgement = judge(record(written.document, following.document))
        assert verdicts(judgement) == [("refused", ["hand_unknown"])]
        assert judgement.ok
        assert judgement.deals[1].before["points_before"] == {"A": 2, "B": -2}

    def test_a_tile_of_the_hand_was_discarded(self):
        written = won()
        hand = written.document["built"]["A"]["tiles"]
        rest = [event["tile"] for event in written.document["events"] if event.get("by") == "A" and "tile" in event]
        wall = [*hand, *rest, *["1m"] * 3, *["9m"] * 4, *["1p"] * 4, *["9p"] * 4, *["1z"] * 4][:34]
        written.document["walls"] = {"A": wall}
        written.document["events"][0]["tile"] = "2m"
        decisions = judge(record(written.document, hand_change="dead_hand")).deals[0].decisions
        assert [d["verdict"] for d in decisions] == ["hand_change", "refused"]
        assert decisions[1]["reasons"] == ["dead_hand"]


class TestWhatIsWrong:
    """An event that cannot stand costs its deal; a document that is none costs one line."""

    def test_an_impossible_event_is_named_and_the_rest_is_judged(self):
        broken = Written().hand("A", MANY)
        broken.discard("9p")
        broken.event("discard", by="A", tile="9p")
        broken.document["result"] = {"type": "draw", "delta": {"A": 7, "B": -7}, "pot": 0}
        judgement = judge(record(broken.document, won(2, first="B").document))
        assert not judgement.ok
        assert judgement.deals[0].differences[0]["text"] == "event 2 (discard): it is B's turn, not A's"
        assert judgement.deals[1].agrees
        assert judgement.final["points"] == {"A": 9, "B": -9}

    def test_a_voided_event_may_be_impossible(self):
        written = Written().hand("A", MANY)
        written.discard("9p")
        wrong = written.event("discard", by="A", tile="9p")
        written.event("void", ref=wrong, kind="misread")
        written.drawn()
        assert judge(record(written.document)).ok

    @pytest.mark.parametrize(
        ("change", "where"),
        [
            ({"first": "B"}, "first"),
            ({"dealer": "A"}, "dealer"),
            ({"label": {"wind": "E", "number": 1, "honba": 0}}, "label.number"),
            ({"label": {"wind": "E", "number": 2, "honba": 1}}, "label.honba"),
            ({"points_before": {"A": 35000, "B": 35000}}, "points_before.A"),
            ({"pot_before": 1000}, "pot_before"),
        ],
    )
    def test_a_deal_that_does_not_follow(self, change, where):
        """A non-dealer won the first deal of a happy match: B deals E2 next."""
        following = Written(no=2, first=change.get("first", "B"), indicator="3s").drawn()
        following.document |= change
        if where == "first":
            following.document["first"] = "A"
        judgement = judge(record(won(1, winner="B").document, following.document, preset="happy"))
        assert where in [wrong["where"] for wrong in judgement.deals[1].differences]
        assert not judgement.ok

    def test_a_deal_without_an_end(self):
        written = Written().hand("A", MANY).harmless(5)
        judgement = judge(record(written.document))
        assert judgement.deals[0].result is None
        assert judgement.ok
        written.document["result"] = {"type": "draw"}
        assert not judge(record(written.document)).ok

    @pytest.mark.parametrize(
        ("kind", "verdict"), [("abandoned", "abandoned"), ("redeal", "redeal"), ("penalty", "penalty")]
    )
    def test_an_end_that_only_the_result_names(self, kind, verdict):
        written = Written().hand("A", MANY).harmless(5)
        written.document["result"] = {"type": kind, "delta": {"A": -2, "B": 2}} if kind == "penalty" else {"type": kind}
        judgement = judge(record(written.document))
        assert judgement.ok, judgement
        assert verdicts(judgement)[-1][0] == verdict

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (lambda d: d.pop("deals"), "the document: deals is missing"),
            (lambda d: d.update(version=2), "version: 2: expected 1"),
            (lambda d: d["deals"][0].pop("first"), r"deals\[0\]: first is missing"),
            (lambda d: d["deals"][0]["events"][3].update(tile="5x"), r"deals\[0\].events\[3\].tile: \"5x\" is no tile"),
            (lambda d: d["deals"][0]["events"][3].update(type="kan"), r"deals\[0\].events\[3\].type"),
            (lambda d: d["deals"][0]["events"][3].update(seq=1), r"events\[3\].seq: 1 follows 3"),
            (lambda d: d["deals"][0]["events"][3].pop("tile"), r"events\[3\]: a discard event needs tile"),
            (lambda d: d["deals"][0]["built"]["A"]["tiles"].pop(), r"built.A.tiles: 12 of them: expected at least 13"),
            (lambda d: d["deals"][0].update(first="C"), r"deals\[0\].first: seat C is none of the 2 players"),
            (lambda d: d["deals"][0].update(label={"number": 0, "honba": 0}), r"label.number: 0: expected at least 1"),
            (lambda d: d["deals"][0].update(label={"number": 1, "honba": -1}), r"label.honba: -1: expected at least 0"),
            (lambda d: d["deals"][0].update(pot_before=-1000), r"pot_before: -1000: expected at least 0"),
            (lambda d: d["match"]["rules"].update(preset="nowhere"), "'nowhere' is none of"),
            (lambda d: d["match"]["rules"]["options"].update(minimum="two"), "match.rules.options: option minimum"),
            (lambda d: d["match"]["players"].pop(), "match.players: 1 of them"),
            (lambda d: d["match"]["players"][0].update(seat="B"), "two players have the same seat"),
            (lambda d: d["match"]["rules"]["options"].update(players=3, seat_winds=["E", "S", "W"]), "2 players, but"),
        ],
    )
    def test_a_document_that_is_no_record17(self, change, message):
        document = record(won().document)
        change(document)
        with pytest.raises(RecordError, match=message) as caught:
            judge(document)
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize("document", [None, [], 3, "record17", {}])
    def test_what_is_no_document_at_all(self, document):
        with pytest.raises(RecordError):
            judge(document)


def test_four_players_of_whom_two_win():
    written = Written(players=4, indicator=None).hand("B", MANGAN).hand("D", "234678m4688p234s"[:16])
    written.until("A", 3).discard("7s")
    written.event("ron", by="B")
    judgement = judge(record(written.document, preset="broadcast_four", players=4))
    assert judgement.ok
    assert judgement.deals[0].result is not None
    assert judgement.deals[0].result["wins"][0]["winner"] == "B"
