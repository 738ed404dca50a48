"""Which finds in a photo are not to be relied on, however surely they read: what is printed or plain is no tile yet.

A face on paper reads as well as one on a tile, and a coloured chip or the side of a tile is as plain as a back; what
tells them from tiles is how warm the locator is, and what one set of tiles can show. Pure.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles.names import BACK, COPIES
from vision.photo_tile import PhotoTile
from vision.rectify import Picture, crop_face

_WHITE: Final = "5z"
_FACE_HEAT: Final = 0.66
_WHITE_HEAT: Final = 0.68
_CROWD_HEAT: Final = 0.77  # of blank faces where more are seen than a set has: most are the sides of tiles, or keys
_BACK_HEAT: Final = 0.7
_SAME_COLOUR: Final = 20.0  # apart in a and b of CIE L*a*b*: light and shadow change less than that
_SAMPLE_PX: Final = (16, 24)


def with_doubts(picture: Picture, tiles: Sequence[PhotoTile]) -> list[PhotoTile]:
    """The same tiles, marked where there is reason to doubt that they are tiles.

    The backs of a set have one colour: where several are seen, only the most frequent are believed.
    """
    sure = [tile for tile in tiles if tile.sure]
    whites = sum(tile.answer.label == _WHITE for tile in sure)
    white_heat = _CROWD_HEAT if whites > COPIES else _WHITE_HEAT
    strange = _of_rare_colour(picture, [tile for tile in sure if tile.answer.label == BACK])

    def is_doubtful(tile: PhotoTile) -> bool:
        if tile.answer.label == BACK:
            return tile.support < _BACK_HEAT or id(tile) in strange
        return tile.support < (white_heat if tile.answer.label == _WHITE else _FACE_HEAT)

    return [replace(tile, doubted=is_doubtful(tile)) for tile in tiles]


def _of_rare_colour(picture: Picture, backs: Sequence[PhotoTile]) -> set[int]:
    """The identities of backs whose colour fewer share than another; of none if all are alike."""
    groups: list[tuple[NDArray[np.float64], list[int]]] = []
    for tile in backs:
        colour = _colour(picture, tile)
        for first, members in groups:
            if np.linalg.norm(first - colour) < _SAME_COLOUR:
                members.append(id(tile))
                break
        else:
            groups.append((colour, [id(tile)]))
    if len(groups) < 2:
        return set()
    most = max(2, *(len(members) for _, members in groups))
    return {member for _, members in groups if len(members) < most for member in members}


def _colour(picture: Picture, tile: PhotoTile) -> NDArray[np.float64]:
    """a and b (CIE L*a*b*) of the middle of a tile."""
    middle = tile.corners.mean(axis=0)
    crop = crop_face(picture, middle + 0.7 * (tile.corners - middle), 0.0, _SAMPLE_PX)
    mean = np.asarray(crop.reshape(-1, 3).mean(axis=0)[None, None], np.float32) / np.float32(255)
    return np.asarray(cv2.cvtColor(mean, cv2.COLOR_BGR2LAB)[0, 0, 1:], np.float64)
