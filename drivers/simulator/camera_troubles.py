"""What is wrong with simulated cameras: covered, frozen, half a picture, black, swapped, silent, unplugged.

Between the cameras, which know nothing of it, and the frame server; what they deliver is spoilt, as by cable and lens.
Safe from any thread.
"""

import threading
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from drivers.camera.frame import Image
from drivers.simulator.frame_server import SilentError, UnpluggedError
from drivers.simulator.twin_acts import CameraTrouble

_CLOTH: Final = (38, 46, 58)
"""What a lens sees that something lies on (B, G, R)."""
_GREY: Final = 128

Render: TypeAlias = Callable[[str, int], Image]


@dataclass(frozen=True, slots=True)
class _Trouble:
    what: CameraTrouble
    other: str = ""


class TroubledCameras:
    """Renders through the troubles of the moment. `render(camera, number)` is what a camera really sees."""

    def __init__(self, render: Render) -> None:
        self._really_render = render
        self._lock = threading.Lock()
        self._rendering: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._troubles: dict[str, _Trouble] = {}
        self._frozen: dict[str, Image] = {}

    def trouble(self, camera: str, what: CameraTrouble, other: str = "") -> None:
        """Trouble a camera; of a swap both are concerned."""
        with self._lock:
            self._troubles[camera] = _Trouble(what, other)
            self._frozen.pop(camera, None)
            if what is CameraTrouble.SWAP:
                self._troubles[other] = _Trouble(what, camera)

    def mend(self, camera: str) -> None:
        """A camera is as it should be, and the one that it was swapped with."""
        with self._lock:
            trouble = self._troubles.pop(camera, None)
            if trouble is not None and trouble.what is CameraTrouble.SWAP:
                self._troubles.pop(trouble.other, None)

    def frame(self, camera: str, number: int) -> Image:
        """What the camera delivers now: (h, w, 3) BGR. Raises UnpluggedError or SilentError."""
        with self._lock:
            trouble = self._troubles.get(camera)
        if trouble is None:
            return self._render(camera, number)
        match trouble.what:
            case CameraTrouble.UNPLUG:
                raise UnpluggedError(f"camera {camera} is unplugged")
            case CameraTrouble.HANG:
                raise SilentError(f"camera {camera} hangs")
            case CameraTrouble.SWAP:
                return self._render(trouble.other, number)
            case CameraTrouble.FREEZE:
                return self._last(camera, number)
            case CameraTrouble.BLACK:
                return np.zeros_like(self._render(camera, number))
            case CameraTrouble.COVER:
                return _covered(self._render(camera, number), number)
            case CameraTrouble.HALF_GREY:
                picture = self._render(camera, number).copy()
                picture[picture.shape[0] // 2 :] = _GREY
                return picture

    def _render(self, camera: str, number: int) -> Image:
        with self._rendering[camera]:  # two that are swapped may be asked for the same one
            return self._really_render(camera, number)

    def _last(self, camera: str, number: int) -> Image:
        """The picture of the moment when it froze, again and again."""
        with self._lock:
            frozen = self._frozen.get(camera)
        if frozen is None:
            frozen = self._render(camera, number)
            with self._lock:
                self._frozen[camera] = frozen
        return frozen


def _covered(picture: Image, number: int) -> Image:
    """A dark cloth in the camera's own noise."""
    noise = np.random.default_rng(number).normal(0.0, 2.0, picture.shape)
    return np.asarray(np.clip(np.array(_CLOTH) + noise, 0, 255), np.uint8)
