"""A picture of one tile with its surroundings: what the photo reader and the drawn scenes hand to the training camera.

Nothing here reads files or draws. Turns are quarter turns clockwise that bring the picture upright, the same as
`vision.classify.Classification.turn`; what is known of them is a mask, bit t for turn t, because most labels of photos
say only which face it is, and many faces look the same after half a turn.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from referee.tiles.names import LABELS

Image = NDArray[np.uint8]

LABEL_OF: Final[dict[str, int]] = {name: index for index, name in enumerate(LABELS)}
OTHER: Final = LABEL_OF["other"]
BACK: Final = LABEL_OF["back"]
WHITE: Final = LABEL_OF["5z"]
FIVES: Final[dict[int, int]] = {LABEL_OF[f"5{suit}"]: LABEL_OF[f"0{suit}"] for suit in "mps"}
"""The ordinary fives and the red five that each becomes in red ink."""

ANY_TURN: Final = 0b1111
HALF_TURN_FACES: Final = frozenset(
    LABEL_OF[name] for name in ("2p", "3p", "4p", "5p", "8p", "9p", "0p", "2s", "4s", "5s", "6s", "8s", "9s", "0s")
)
NO_TURN_FACES: Final = frozenset(LABEL_OF[name] for name in ("1p", "5z", "back", "other"))


def turn_mask(label: int, turns: int = 0b0001) -> int:
    """The turns that a picture of this label may have, when all that is known are `turns` (a mask)."""
    if label in NO_TURN_FACES:
        return ANY_TURN
    if label in HALF_TURN_FACES:
        return turns | (turns << 2 & ANY_TURN) | turns >> 2
    return turns


@dataclass(frozen=True, slots=True)
class Crop:
    """A tile in its surroundings.

    `image` is BGR, `box` the face in it (x1, y1, x2, y2 in pixels), `label` an index of LABELS, `turns` the mask of
    possible turns, `series` the photo series or the art source, `told_by_colour` whether only its ink tells it from
    another label (dragons drawn as animals).
    """

    image: Image
    box: tuple[float, float, float, float]
    label: int
    turns: int
    series: str
    told_by_colour: bool = False
