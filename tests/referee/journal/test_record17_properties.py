"""Every match that a desk could have kept survives the way to record17 and back, and is judged to agree."""

import json

import jsonschema
from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.game import Match, fold
from referee.game.effective import EDITS
from referee.journal import check_record, from_record17, judge, to_record17
from tests.referee.game.random_match import random_match

SEEDS = st.integers(0, 10_000_000)
SOME = settings(max_examples=12, deadline=None)
SAID_AT_THE_OPENING = {"label.wind", "label.number", "label.honba", "dealer", "first"}


def essence(match: Match) -> object:
    """What people would call the match: results, decisions, points."""
    return (
        match.points,
        match.pot,
        match.ended,
        match.revision,
        [
            (deal.no, deal.label, deal.dealer, deal.first, deal.hands, deal.discards, deal.result, deal.shown)
            for deal in match.deals
        ],
        [deal.decisions for deal in match.deals],
        [deal.penalties for deal in match.deals],
    )


@SOME
@given(SEEDS)
def test_a_match_written_and_read_back_is_the_same_match(seed):
    match = random_match(seed).match
    document = to_record17(match)
    check_record(document)
    again = fold(from_record17(document))
    assert essence(again) == essence(match)
    assert to_record17(again)["deals"] == document["deals"]


def overtaken(match: Match) -> set[int]:
    """The deals after whose opening an event before it was voided or corrected: what the opening said still stands."""
    edits = [event for event in match.events if event.type in EDITS]
    return {deal.no for deal in match.deals if any((edit.ref or 0) < deal.seq < edit.seq for edit in edits)}


@SOME
@given(SEEDS)
@example(562394)  # a honba hotfix is voided after the next deal was opened with the honba that it gave
def test_our_own_records_are_judged_without_a_difference(seed):
    """But for an opening that an edit overtook: it stays as it was, and the judge names it."""
    match = random_match(seed).match
    judgement = judge(to_record17(match))
    told = {deal.no: {difference["where"] for difference in deal.differences} for deal in judgement.deals}
    late = overtaken(match)
    assert not judgement.differences
    assert all(not wheres or (no in late and wheres <= SAID_AT_THE_OPENING) for no, wheres in told.items()), told
    assert judgement.ok or late, judgement


@SOME
@given(SEEDS)
def test_a_record_without_results_gets_the_same_ones(seed):
    document = to_record17(random_match(seed, edits=False).match)
    bare = {**document, "deals": [{k: v for k, v in deal.items() if k != "result"} for deal in document["deals"]]}
    judged = judge(bare)
    assert [deal.result for deal in judged.deals] == [deal.get("result") for deal in document["deals"]]


def test_our_records_fit_the_published_schema(shared):
    schema = json.loads((shared / "record" / "record17.schema.json").read_text())
    published = jsonschema.validators.validator_for(schema)(schema)
    for seed in range(5):
        assert list(published.iter_errors(to_record17(random_match(seed).match))) == []
