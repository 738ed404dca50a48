"""The simulated operator: one act at a time, in the order of a deal, and nothing that is for people to decide."""

import pytest

from referee.analysis.operator import Question, Step, next_step


def step(*allowed: str, questions: tuple[Question, ...] = (), **more: bool) -> Step | None:
    given = {"match_over": False, "refused": False, "has_table": True, **more}
    return next_step(frozenset(allowed), questions, **given)


@pytest.mark.parametrize(
    ("allowed", "more", "act"),
    [
        (("roll_dice", "confirm_walls"), {}, "roll_dice"),  # a table tells of its walls by itself
        (("confirm_walls",), {"has_table": False}, "confirm_walls"),
        (("name_wall", "start_building"), {}, "name_wall"),
        (("show_result", "lock_hand"), {}, "show_result"),
        (("show_result", "lock_hand"), {"hands_awaited": True}, None),
        (("next_deal", "end_match"), {}, "next_deal"),
        (("next_deal", "end_match"), {"match_over": True}, "end_match"),
        (("stop_deal", "undo", "emergency_stop"), {}, None),
        ((), {"refused": True}, "rule"),
    ],
)
def test_what_comes_next(allowed, more, act):
    found = step(*allowed, **more)
    assert (None if found is None else found.act) == act


def test_questions_come_first_but_not_a_discard_that_waits_for_its_turn():
    unsure, early = Question(1, "river", "A", "unsure"), Question(2, "river", "B", "wrong_turn")
    assert step("confirm_candidate", "show_result", questions=(early, unsure)) == Step("confirm_candidate", unsure)
    assert step("confirm_candidate", "show_result", questions=(early,)) == Step("show_result")


def test_a_hand_that_was_halted_with_a_question_open_is_let_go_on_first():
    unsure = Question(1, "river", "A", "unsure")
    assert step("reset_table", "resume", questions=(unsure,)) == Step("reset_table")
    assert step("resume", questions=(unsure,)) == Step("resume")
