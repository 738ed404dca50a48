"""A simulated operator: what a calm person at the console would do next. Pure.

It sees which acts are possible and which questions are open, and names one act; whoever runs it waits, so that a
visitor can be faster, and carries the act out through the same commands that people use.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_IN_ORDER: Final = (
    "reset_table",
    "resume",
    "note_cameras",
    "start_cycle",
    "confirm_walls",
    "roll_dice",
    "enter_dice",
    "name_wall",
    "start_building",
    "close_window",
    "show_result",
    "end_match",
    "next_deal",
)
"""Acts that lead a match on, the first possible one first. Emergency stop, undo and rulings are for people."""


@dataclass(frozen=True, slots=True)
class Question:
    """An open question of the desk: its number, the place asked about, and why."""

    number: int
    place: str
    seat: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Step:
    """What to do: an act by name, or the answer to a question."""

    act: str
    question: Question | None = None


def next_step(
    allowed: frozenset[str],
    questions: Sequence[Question],
    *,
    match_over: bool,
    refused: bool,
    has_table: bool,
    hands_awaited: bool = False,
) -> Step | None:
    """The next step, or None to wait. `match_over`: the game proposes the end. `refused`: a ron call was refused.

    `hands_awaited`: players have still to lay their hands open before the result is shown.
    A discard that lies there before its turn is no question to answer: it waits for its turn. Where a table can be
    driven (`has_table`), walls and dice are its own to report.
    """
    for question in questions if "confirm_candidate" in allowed else ():  # a halted hand answers none
        if question.reason not in ("wrong_turn", "tile_missing"):
            return Step("confirm_candidate", question)
    if refused:
        return Step("rule")
    for act in _IN_ORDER:
        if act == "end_match" and not match_over:
            continue
        if act in ("confirm_walls", "enter_dice") and has_table:
            continue
        if act == "show_result" and hands_awaited:
            continue
        if act in allowed:
            return Step(act)
    return None
