"""Whatever stands in a record, it is judged or refused in one line; what can be read can be judged again."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game import EventError, fold, from_json
from referee.journal import RecordError, check_record, from_record17, judge, judgement_fields, to_record17, with_results
from referee.tiles import InputError
from tests.referee.journal.mutated import FIELDS, mutated

SOME = settings(max_examples=120, deadline=None)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def check_judged(document: Any) -> None:
    """Judged or refused in one line; and a judgement is JSON that fits its own record."""
    try:
        judgement = judge(document)
    except RecordError as error:
        check_line(error)
        return
    fields = judgement_fields(judgement)
    assert json.loads(json.dumps(fields)) == fields
    for deal in judgement.deals:
        for wrong in deal.differences:
            assert "\n" not in str(wrong.get("text", ""))
    check_record(with_results(document, judgement))


def check_line(error: InputError) -> None:
    words = str(error)
    assert words
    assert "\n" not in words
    assert len(words) < 1_000


@SOME
@given(st.integers(0, 10_000_000), st.integers(1, 4))
def test_a_record_that_went_wrong_is_judged_or_refused(seed, changes):
    check_judged(mutated(seed, changes))


@SOME
@given(st.integers(0, 10_000_000), st.integers(1, 3))
def test_what_can_be_read_is_a_match_whose_own_record_agrees_as_it_did(seed, changes):
    document = mutated(seed, changes)
    try:
        events = from_record17(document)
    except InputError as error:
        check_line(error)
        return
    match = fold(events)
    again = to_record17(match)
    check_record(again)
    # points that do not follow stand in the match as they were stated, and are found again
    judgement = judge(again)
    assert judgement.ok or not judge(document).ok, judgement


@SOME
@given(JSON)
def test_what_is_no_record_is_refused(document):
    check_judged(document)


@SOME
@given(st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=6))
def test_what_is_no_event_is_refused(data):
    try:
        from_json({"seq": 1, "ms": 0, "type": "discard", **data})
    except EventError as error:
        check_line(error)
