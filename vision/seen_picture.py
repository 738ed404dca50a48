"""How a zone looked when it was read, and what looks otherwise now. One object per zone; used by one thread."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.exposure import Exposure, Shown
from vision.glance import Mask, grown
from vision.rectify import Picture
from vision.stillness import DRIFT

_LINKED_PX: Final = 1  # what is that near belongs together: a hand and the rim of its shadow


class SeenPicture:
    """Compares each frame of a zone with how it looked when it was read."""

    def __init__(self, inside: Mask, still_ms: float) -> None:
        """`inside`: (height, width), True in the zone; `still_ms`: how long a change has to hold still to be read."""
        self.still: Mask = np.zeros(inside.shape, np.bool_)
        """What has changed in the newest frame and holds still: to be read."""
        self.moving: Mask = self.still
        """What has changed and does not hold still, with all that hangs together with it."""
        self.differs: Mask = self.still
        """Both: all that looks otherwise than it was read."""
        self._nothing = self.still
        self._inside = inside
        self._still_ms = still_ms
        self._unread = inside.copy()
        self._shown: Shown = np.zeros((*inside.shape, 3), np.float32)
        self._small: Picture = np.zeros((*inside.shape, 3), np.uint8)

    def compare(self, small: Picture, since_ms: NDArray[np.int64], exposure: Exposure, t_ms: int) -> None:
        """Look at a frame: (height, width, 3), since when each pixel looks so, and how it was taken."""
        exposure.adapt(self._shown)
        differs = (exposure.changed(small, self._shown) & self._inside) | self._unread
        cv2.accumulateWeighted(small, self._shown, DRIFT, (~differs).astype(np.uint8))  # what is seen changes slowly
        self._small = small
        self.still = self.moving = self._nothing
        self.differs = differs
        if not differs.any():
            return
        linked = grown(differs, _LINKED_PX).astype(np.uint8)
        labels = cv2.connectedComponents(linked, connectivity=8)[1]
        restless = np.unique(labels[differs & (t_ms - since_ms < self._still_ms)])
        self.moving = differs & np.isin(labels, restless)
        self.still = differs & ~self.moving

    def settle(self, where: Mask) -> None:
        """That part of the newest frame has been read."""
        self._shown[where] = self._small[where]
        self._unread &= ~where
        self.still = self.still & ~where
        self.differs = self.still | self.moving
