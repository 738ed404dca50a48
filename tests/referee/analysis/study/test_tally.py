"""Tallies add up the same in any order, and survive their file."""

import json

from hypothesis import given
from hypothesis import strategies as st

from referee.analysis.study.figure import FigureKind
from referee.analysis.study.tally import Tally

NOTES = st.lists(st.tuples(st.sampled_from(["wall.a", "wall.b", "deal.c"]), st.integers(0, 1), st.integers(0, 9)))


def counted(notes: list[tuple[str, int, int]]) -> Tally:
    tally = Tally()
    for name, times, value in notes:
        tally.note(name.partition(".")[0])
        tally.note(name, times)
        tally.measure(name, value)
    return tally


@given(NOTES, NOTES)
def test_order_and_parting_do_not_matter(first: list[tuple[str, int, int]], second: list[tuple[str, int, int]]) -> None:
    together, apart = counted(first + second), counted(second)
    apart.add(counted(first))
    assert apart.plain() == together.plain()
    assert json.dumps(apart.plain()) == json.dumps(Tally.of_plain(json.loads(json.dumps(together.plain()))).plain())


def test_what_never_was_so_is_a_share_of_nothing() -> None:
    tally = Tally()
    for value in (3, 3, 5):
        tally.note("wall")
        tally.note("wall.never", False)
        tally.note("wall.always", True)
        tally.measure("wall.size", value)
    figures = tally.figures()
    assert figures["wall.never"].value == 0
    assert figures["wall.always"].value == 1
    assert (figures["wall.size.median"].value, figures["wall.size.most"].value) == (3, 5)
    assert figures["wall.size.mean"].kind is FigureKind.MEAN
    assert "wall" not in figures
