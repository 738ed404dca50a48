"""What a camera would rather choose by itself: exposure, gain, white balance, focus. Written and read back.

A camera that is plugged in anew starts with everything automatic, and then recognition gets worse without an error.
Values are the camera's own, as `v4l2-ctl --list-ctrls` prints them.
"""

from dataclasses import dataclass
from typing import Final

import cv2

from drivers.camera.capture import Capture

_BY_HAND: Final = 1  # V4L2_EXPOSURE_MANUAL
_OFF: Final = 0
_STEP: Final = 0.02  # cameras round to steps of their own


@dataclass(frozen=True, slots=True)
class Refused:
    """A control that reads otherwise than it was written."""

    name: str
    wanted: int
    found: int

    def __str__(self) -> str:
        return f"{self.name} {self.wanted} → {self.found}"


@dataclass(frozen=True, slots=True)
class CameraControls:
    """The values to keep; None leaves a control as it is. `white_balance` in kelvin."""

    exposure: int | None = None
    gain: int | None = None
    white_balance: int | None = None
    focus: int | None = None

    def write(self, capture: Capture) -> tuple[Refused, ...]:
        """Switch what is given to manual, write it, and return what the camera did not take."""
        return tuple(
            refused
            for name, wanted in self._given()
            for prop, value, said in _steps(name, wanted)
            if (refused := _written(capture, prop, value, said)) is not None
        )

    def _given(self) -> list[tuple[str, int]]:
        values = {
            "exposure": self.exposure,
            "gain": self.gain,
            "white_balance": self.white_balance,
            "focus": self.focus,
        }
        return [(name, value) for name, value in values.items() if value is not None]


_AUTOMATIC: Final = {
    "exposure": (cv2.CAP_PROP_AUTO_EXPOSURE, _BY_HAND, "auto_exposure"),
    "white_balance": (cv2.CAP_PROP_AUTO_WB, _OFF, "auto_white_balance"),
    "focus": (cv2.CAP_PROP_AUTOFOCUS, _OFF, "auto_focus"),
}
_VALUES: Final = {
    "exposure": cv2.CAP_PROP_EXPOSURE,
    "gain": cv2.CAP_PROP_GAIN,
    "white_balance": cv2.CAP_PROP_WB_TEMPERATURE,
    "focus": cv2.CAP_PROP_FOCUS,
}


def _steps(name: str, wanted: int) -> list[tuple[int, int, str]]:
    """The automatic first: a camera ignores a value that it still chooses itself."""
    automatic = [_AUTOMATIC[name]] if name in _AUTOMATIC else []
    return [*automatic, (_VALUES[name], wanted, name)]


def _written(capture: Capture, prop: int, wanted: int, name: str) -> Refused | None:
    capture.set(prop, float(wanted))
    found = round(capture.get(prop))
    return None if abs(found - wanted) <= _STEP * abs(wanted) else Refused(name, wanted, found)
