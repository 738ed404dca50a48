"""When an adapted model may take the old one's place, and when captured labels are not believed."""

import pytest

pytest.importorskip("torch")

from models.adapt_gate import Comparison, Figures, objections
from models.adapt_trust import Looked, doubts

GOOD = Figures(312, 300, 280, 0)


def compared(after: Figures, before: Figures = GOOD) -> Comparison:
    return Comparison("reference sample", before, after)


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (GOOD, ()),
        (Figures(312, 306, 290, 0), ()),
        (Figures(312, 299, 280, 1), ()),
        (Figures(312, 297, 280, 0), ("3 of the 312 pictures of the reference sample less right (297 instead of 300)",)),
        (Figures(312, 300, 280, 2), ("errs while sure on 2 pictures",)),
        (Figures(312, 300, 250, 0), ("sure of 250 pictures of the reference sample instead of 280",)),
        (Figures(312, 200, 300, 60), ("less right", "errs while sure")),
    ],
)
def test_a_model_that_is_worse_on_the_reference_sample_is_refused(after: Figures, words: tuple[str, ...]) -> None:
    found = objections(compared(after), None)
    assert len(found) == len(words)
    assert all(word in reason for word, reason in zip(words, found, strict=True))


def test_a_model_that_reads_less_of_the_held_out_faces_is_refused() -> None:
    held_out = Comparison("held-out faces", Figures(40, 30, 20, 0), Figures(40, 29, 30, 0))
    (reason,) = objections(compared(GOOD), held_out)
    assert "29 of the 40 held-out faces right instead of 30" in reason


def looked(label: str, read: str, count: int, *, sure: bool = True) -> list[Looked]:
    return [Looked(label, read, sure)] * count


PLAIN = [one for label in ("2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m") for one in looked(label, label, 10)]


def test_a_house_whose_bird_is_read_as_something_else_is_believed() -> None:
    assert doubts([*PLAIN, *looked("1s", "2p", 10), *looked("2p", "2p", 10)]) == ()


def test_labels_that_read_as_each_other_look_exchanged() -> None:
    (reason,) = doubts([*PLAIN, *looked("1m", "1p", 9), *looked("1m", "1m", 1), *looked("1p", "1m", 5)])
    assert "1m and 1p look exchanged: 9 of 10 faces labelled 1m surely read as 1p" in reason


def test_many_faces_that_read_otherwise_are_not_believed() -> None:
    moved = [one for label, read in (("1p", "2p"), ("2p", "3p"), ("3p", "1p")) for one in looked(label, read, 10)]
    (reason,) = doubts([*PLAIN, *moved])
    assert "30 of 110 faces surely read otherwise" in reason


def test_what_the_model_is_not_sure_of_speaks_against_nobody() -> None:
    assert doubts([*looked("1m", "1p", 10, sure=False), *looked("1p", "1m", 10, sure=False)]) == ()
    assert doubts([]) == ()
