"""Tiles of another set, known by the colour of their backs."""

import numpy as np
import pytest

from vision.backs import colour_of, of_other_set

ORANGE, ORANGE_GLARE, YELLOW, BLUE, GREEN, WHITE = (25, 60), (11, 35), (0, 70), (10, -45), (-35, 30), (0, 4)


@pytest.mark.parametrize(
    ("colours", "strange"),
    [
        ([ORANGE, ORANGE, BLUE, ORANGE], [2]),
        ([GREEN, ORANGE, GREEN], [1]),
        ([YELLOW, YELLOW, ORANGE], [2]),
        ([WHITE, ORANGE, ORANGE], [0]),
        ([ORANGE, ORANGE_GLARE, ORANGE], []),  # the lamp mirrored in it
        ([ORANGE, BLUE], []),  # nobody knows which is the odd one
        ([BLUE], []),
        ([], []),
    ],
)
def test_what_most_backs_look_like_is_the_set_in_play(colours: list[tuple[int, int]], strange: list[int]) -> None:
    marks = of_other_set([np.array(colour, np.float64) for colour in colours])
    assert [place for place, is_strange in enumerate(marks) if is_strange] == strange


def test_a_back_has_the_colour_of_its_middle() -> None:
    picture = np.zeros((40, 40, 3), np.uint8)
    picture[10:30, 10:25] = (200, 90, 20)
    corners = np.array([(10, 10), (25, 10), (25, 30), (10, 30)], np.float64)
    a, b = colour_of(picture, corners)
    assert b < -40, "blue"
    assert abs(a) < 30
