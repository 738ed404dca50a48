"""What can be wrong with a camera, as codes with facts; the words for people are under `camera.` in the catalogue."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique


@unique
class CameraFault(StrEnum):
    """Why a camera gives no pictures, or others than it was asked for."""

    MISSING = "missing"
    NOT_A_CAMERA = "not_a_camera"
    FORBIDDEN = "forbidden"
    BUSY = "busy"
    USB_BANDWIDTH = "usb_bandwidth"
    """Its stream does not start: the USB controller has no room left ("No space left on device")."""
    NO_FRAMES = "no_frames"
    HANGS = "hangs"
    """It neither delivers nor fails."""
    OTHER_SIZE = "other_size"
    UNREADABLE = "unreadable"
    """Anything else; only the message says what."""
    OVER = "over"
    """A folder or a film was played to its end."""
    REDUCED = "reduced"
    """It runs, but in a lower mode than was asked for, since that did not fit through USB."""
    CONTROLS = "controls"
    """It runs, but does not keep to the exposure, gain, white balance or focus that it was given."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A fault and the facts that its text names; plain values, fit to cross a process boundary as JSON."""

    fault: CameraFault
    facts: Mapping[str, str] = field(default_factory=dict)
