"""The referee's cases of the reference collection, each as a record that is judged."""

import json
from typing import Any

import pytest

from referee.journal import Judgement, judge
from tests.referee.journal.written import Written, record


@pytest.fixture(scope="module")
def cases(shared) -> dict[str, dict[str, Any]]:
    document = json.loads((shared / "rules" / "cases.json").read_text())
    return {case["id"]: case for case in document["cases"]}


def judged(case: dict[str, Any], written: Written, **options: Any) -> Judgement:
    """The judgement under the case's rules and a variant's options."""
    settings = {**case["input"]["set"], **options}
    return judge(record(written.document, preset=case["input"]["rules"], **settings))


def call(judgement: Judgement) -> dict[str, Any]:
    """The one decision about a ron."""
    decisions = [d for d in judgement.deals[0].decisions if d["verdict"] in ("ron", "refused")]
    assert len(decisions) == 1
    return decisions[0]


def hand_of(case: dict[str, Any], **more: Any) -> Written:
    """A deal in which B, who is west, holds the case's hand and A begins."""
    indicator = case["input"]["indicators"] or "4z"
    return Written(first="A", indicator=indicator, **more).hand("B", case["input"]["hand"])


@pytest.mark.parametrize("name", ["t08", "t10"])
def test_own_discards(cases, name):
    case = cases[name]
    written = hand_of(case)
    for tile in case["scenario"]["own_discards"]:
        written.until("B", written.made("B") + 1).discard(tile)
    written.until("A", 5).discard(case["input"]["tile"])
    written.event("ron", by="B")
    decision = call(judged(case, written))
    assert (decision["verdict"] == "ron") is case["expect"]["can_ron"]
    assert "furiten_own_discard" in decision["reasons"]
    furiten = next(d for d in judged(case, written).deals[0].decisions if d["verdict"] == "furiten")
    assert (furiten["seat"], furiten["reasons"]) == ("B", ["furiten_own_discard"])


def test_a_red_five_that_was_discarded_is_named_as_the_wait(cases):
    case = cases["t08"]
    written = hand_of(case).until("B", 2)
    own = written.discard("0p")
    written.until("A", 5).discard("5p")
    written.event("ron", by="B")
    facts = call(judged(case, written))["facts"]["furiten"]
    assert (facts["wait"], facts["event"], facts["cause"]) == ("5p", own, "own_discard")


@pytest.mark.parametrize("place", range(4))
def test_a_ron_before_the_own_riichi(cases, place):
    case = cases["t12"]
    variant = case["variants"][place]
    written = hand_of(case)
    written.discard(case["input"]["tile"])
    written.event("ron", by="B")
    judgement = judged(case, written, **variant["set"])
    assert (call(judgement)["verdict"] == "ron") is variant["can_ron"]
    if "furiten_after" in variant:
        found = any(d["verdict"] == "furiten" for d in judgement.deals[0].decisions)
        assert found is variant["furiten_after"]
    facts = call(judgement)["facts"]
    for name in ("han", "fu", "limit"):
        if name in variant:
            assert facts[name] == variant[name]


@pytest.mark.parametrize("name", ["t13", "t14"])
@pytest.mark.parametrize("place", range(2))
def test_houtei_and_ippatsu_by_the_rule_set(cases, name, place):
    case = cases[name]
    variant = case["variants"][place]
    written = hand_of(case).until("A", case["scenario"]["discard_number"])
    written.discard(case["input"]["tile"])
    written.event("ron", by="B")
    # what the case is not about must not lift the hand: it is 4 han 25 fu without
    other = {"ippatsu": "none"} if name == "t13" else {"houtei": "none"}
    decision = call(judged(case, written, **{**other, **variant["set"]}))
    assert (decision["verdict"] == "ron") is variant["can_ron"]


def test_a_fifth_copy_is_rejected_as_a_recording_error(cases):
    case = cases["t11"]
    written = hand_of(case)
    written.discard(case["input"]["tile"])
    (deal,) = judged(case, written).deals
    assert not deal.agrees
    assert [(wrong["code"], "5 copies of 1p" in wrong["text"]) for wrong in deal.differences] == [
        ("impossible_tiles", True)
    ]


def test_the_cheap_tile_that_was_let_pass_locks_the_dear_one(cases):
    """Seed example: 5m is below the minimum; after it a 4m that would be suuankou is refused too."""
    case = cases["t02"]
    written = hand_of(case).until("A", 2)
    passed = written.discard("5m")
    written.until("A", 4).discard("4m")
    ron = written.event("ron", by="B")
    judgement = judged(case, written)
    furiten, refused = judgement.deals[0].decisions
    assert (furiten["verdict"], furiten["facts"]["event"], furiten["facts"]["n"]) == ("furiten", passed, 2)
    assert (refused["seq"], refused["reasons"]) == (ron, ["furiten_passed"])
