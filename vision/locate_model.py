"""The locator network, loaded once: proposes where tiles are in any picture, at one scale or at whatever suits it.

Runs on the CPU with a bounded number of threads, in the thread of its caller; one `LocatorModel` belongs to one thread.
"""

from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.locate_peaks import Proposals, joined, merged, peaks_of, without_doubles
from vision.locate_planes import COARSEST
from vision.locator_file import read_locator_card, shipped_locator_path
from vision.quiet_runtime import open_session
from vision.rectify import Picture

_FIRST_PX: Final = 960  # the longer side of the picture at first sight
_SMALL_PX: Final = (320, 150)  # the same where tiles are so close that they are larger than the network knows
_LARGE_PX: Final = 26.0  # at first sight; of smaller tiles, the small pictures tell nothing new
_TINY_PX: Final = 17.0  # tiles narrower than that are looked at closer
_WANTED_PX: Final = 20.0
_MOST_PX: Final = 2_000_000  # pixels that are looked at closer
_FEW: Final = 0.1  # of all proposals: fewer tiny ones are not looked at again


class LocatorModel:
    """The locator network."""

    def __init__(self, model_path: Path | None = None, threads: int = 1) -> None:
        """Loads a model (None: the shipped one) to run on at most `threads` threads.

        Raises ModelFileError when the model or its card is missing, broken, or they do not belong together.
        """
        path = model_path if model_path is not None else shipped_locator_path()
        self.card = read_locator_card(path)
        self._session = open_session(path, threads)

    def at_size(self, picture: Picture, size: tuple[int, int]) -> Proposals:
        """Proposals in a BGR picture looked at in that width and height, in the picture's own pixels."""
        seen = picture
        if size != picture.shape[1::-1]:
            method = cv2.INTER_AREA if size[0] < picture.shape[1] else cv2.INTER_LINEAR
            seen = np.asarray(cv2.resize(picture, size, interpolation=method), np.uint8)
        down, right = -seen.shape[0] % COARSEST, -seen.shape[1] % COARSEST
        padded = cv2.copyMakeBorder(seen, 0, down, 0, right, cv2.BORDER_REPLICATE)
        (planes,) = self._session.run(["planes"], {"pictures": np.ascontiguousarray(padded)[None]})
        found = peaks_of(planes[0])
        grow = np.array(picture.shape[1::-1]) / np.array(size)
        return without_doubles(replace(found, corners=(found.corners + 0.5) * grow - 0.5))

    def at_scale(self, picture: Picture, zoom: float) -> Proposals:
        """The same for a picture looked at `zoom` times its size."""
        height, width = picture.shape[:2]
        return self.at_size(picture, (max(1, round(width * zoom)), max(1, round(height * zoom))))

    def propose(self, picture: Picture) -> Proposals:
        """Proposals in a BGR picture, looked at in the sizes that suit the tiles in it.

        Those of one size do not overlap; a large one and small ones in it may.
        """
        longer = max(picture.shape[:2])
        zoom = min(_FIRST_PX / longer, max(1.0, _SMALL_PX[0] / longer))
        first = self.at_scale(picture, zoom)
        parts = [first]
        for small_px in _SMALL_PX:
            smaller = small_px / longer
            if smaller < 0.75 * zoom:
                part = self.at_scale(picture, smaller)
                parts.append(part.taken(part.sides * zoom > _LARGE_PX))
        tiny = first.taken(first.sides * zoom < _TINY_PX)
        if len(tiny.heat) > _FEW * len(first.heat):
            parts.append(self._closer(picture, tiny, zoom))
        return merged(joined(parts))

    def _closer(self, picture: Picture, tiny: Proposals, zoom: float) -> Proposals:
        """Looks again at where small tiles are, as large as one can afford."""
        wanted = _WANTED_PX / float(np.median(tiny.sides))
        margin = 3 * float(np.median(tiny.sides))
        low = np.maximum(tiny.corners.min(axis=(0, 1)) - margin, 0).astype(int)
        high = np.minimum(tiny.corners.max(axis=(0, 1)) + margin, picture.shape[1::-1]).astype(int)
        part = picture[low[1] : high[1], low[0] : high[0]]
        if min(part.shape[:2]) < 1:
            return joined([])
        wanted = min(wanted, float(np.sqrt(_MOST_PX / (part.shape[0] * part.shape[1]))))
        if wanted < 1.1 * zoom:
            return joined([])
        found = self.at_scale(np.ascontiguousarray(part), wanted)
        return replace(found, corners=found.corners + low)
