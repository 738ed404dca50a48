"""How a camera fares, told from one picture held against its reference: well, or what is wrong with it.

Robust to tiles and hands, which hide some of the places that the reference knows and make no false ones. One picture
proves little: `guard` waits for several. Pure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique
from typing import Final

import cv2
import numpy as np

from vision.anchors import FINE_PX, Found, find_anchors, find_far
from vision.calibrate import Calibration
from vision.lighting import LightChange, light_change, likeness, thumbnail
from vision.picture_fault import is_black, missing_share
from vision.rectify import Picture
from vision.reference import Reference
from vision.sharpness import sharpness
from vision.shift import Shift, shift_of

NUDGED_MM: Final = 0.7
MOVED_MM: Final = 2.5
"""From here on a tile may be read in the wrong place: zones are drawn some millimetres wider than their tiles."""

_NUDGED_PX: Final = 1.0  # a coarse camera has fewer pixels than the table has millimetres
_IN_PLACE_PX: Final = 3.0
_LEAST_SHARE: Final = 0.3  # of the view: two arms over a tray leave half of what is beside its tiles
_LEAST_STAYING: Final = 4  # anchors: with three arms over a tray more than those of one marker
_LEAST_LIKENESS: Final = 0.25  # of the picture
_FULL_SHARE: Final = 0.9  # so much is seen of the right view with hardly a hand above it
_CLEAR_SHARE: Final = 0.8
_OTHER_SHARE: Final = 0.4
_BETTER_SHARE: Final = 0.1
_BLURRED: Final = 0.6  # of the sharpness at calibration: a blur of one to two pixels
_LEAST_EDGES: Final = 3
_DARK, _BRIGHT = 0.62, 1.6
_TINTED: Final = 0.16  # natural logarithm: 17 % between two colours


@unique
class Condition(StrEnum):
    """How a camera fares; the words for people are under `camera.` in the catalogue."""

    WELL = "well"
    NUDGED = "nudged"
    DARK = "dark"
    BRIGHT = "bright"
    TINTED = "tinted"
    BLURRED = "blurred"
    MOVED = "moved"
    HIDDEN = "hidden"
    SWAPPED = "swapped"
    """It shows what another camera was calibrated for: another seat's tiles."""
    OTHER_SIZE = "other_size"
    BLACK = "black"
    BROKEN = "broken"
    """The lower part of its pictures does not arrive."""
    FROZEN = "frozen"
    """It sends one and the same picture again and again."""
    UNPROVEN = "unproven"
    """Since it was opened, nothing has shown yet that this is the view it was calibrated for."""
    UNCHECKED = "unchecked"
    """Nothing is known to hold its view against: nobody would notice if it were another one."""

    @property
    def is_blocking(self) -> bool:
        """Whether what is read in such a picture would be read in the wrong place, or is not there at all."""
        return self in _BLOCKING

    @property
    def is_doubtful(self) -> bool:
        """Whether pictures differ from those of the calibration so much that a person should look at what is read."""
        return self in _DOUBTFUL


_BLOCKING: Final = frozenset(
    {
        Condition.MOVED,
        Condition.HIDDEN,
        Condition.SWAPPED,
        Condition.OTHER_SIZE,
        Condition.BLACK,
        Condition.BROKEN,
        Condition.FROZEN,
        Condition.UNPROVEN,
    }
)
_DOUBTFUL: Final = frozenset({Condition.DARK, Condition.BRIGHT, Condition.TINTED, Condition.BLURRED})


@dataclass(frozen=True, slots=True)
class Finding:
    """A condition and the facts that its text needs.

    `mm` and `px` (how far the view has shifted where it has most), `percent` (of the brightness or sharpness at
    calibration, or of the picture that is missing), `other` (the camera whose view it is), `size` and `expected`.
    `proven`: enough was recognised to say that this is the calibrated view.
    """

    condition: Condition = Condition.WELL
    facts: Mapping[str, object] = field(default_factory=dict)
    proven: bool = field(default=False, compare=False)


def examine(
    picture: Picture, reference: Reference, calibration: Calibration, others: Mapping[str, Reference]
) -> Finding:
    """What is wrong with a picture of the calibrated size, the gravest first.

    `others` are the references of the other cameras by name.
    """
    seen = thumbnail(picture)
    light = light_change(seen, reference.thumbnail, reference.open_field)
    if not reference.can_tell_moves:
        return _lit(light)
    found = find_anchors(picture, reference.anchors)
    shift = shift_of(found, reference.anchors)
    share = 0.0 if shift is None else reference.anchors.share(shift.agreeing)
    if share < _LEAST_SHARE:
        shift = None
    in_place = shift is not None and _is_in_place(shift, calibration)
    stranger = None if in_place and share >= _FULL_SHARE else _whose(picture, share, in_place, others)
    if stranger is not None:
        return Finding(Condition.SWAPPED, {"other": stranger})
    if shift is None:
        shift = shift_of(find_far(picture, reference.anchors), reference.anchors)
        if shift is None or shift.mm(calibration) < MOVED_MM:
            hidden = _stays(found) < _LEAST_STAYING or likeness(seen, reference.thumbnail) < _LEAST_LIKENESS
            return Finding(Condition.HIDDEN) if hidden else _lit(light)
    if shift.mm(calibration) >= MOVED_MM:
        return _shifted(Condition.MOVED, shift, calibration)
    sharp = _sharpness(picture, reference, found)
    if sharp is not None and sharp < _BLURRED:
        return Finding(Condition.BLURRED, {"percent": round(100 * sharp)}, proven=True)
    lit = _lit(light)
    if lit.condition is Condition.WELL and not in_place:
        return replace(_shifted(Condition.NUDGED, shift, calibration), proven=True)
    return replace(lit, proven=True)


def faulty(picture: Picture) -> Finding | None:
    """What is wrong with a picture as such, if anything."""
    if is_black(picture):
        return Finding(Condition.BLACK)
    missing = missing_share(picture)
    return Finding(Condition.BROKEN, {"percent": round(100 * missing)}) if missing else None


def other_size(picture: Picture, calibration: Calibration) -> Finding | None:
    """That a picture has not the size that was calibrated, if so: nothing in it is where it was."""
    size = picture.shape[1], picture.shape[0]
    if size == calibration.image_size:
        return None
    sizes = (("size", size), ("expected", calibration.image_size))
    return Finding(Condition.OTHER_SIZE, {name: "x".join(map(str, one)) for name, one in sizes})


def shows(picture: Picture, reference: Reference) -> bool:
    """Whether a picture shows just what another camera's reference does: the two could be swapped unnoticed."""
    return _whose(picture, _CLEAR_SHARE, True, {reference.camera: reference}) is not None


def _is_in_place(shift: Shift, calibration: Calibration) -> bool:
    return shift.px < _NUDGED_PX or shift.mm(calibration) < NUDGED_MM


def _stays(found: Found) -> int:
    """How many anchors are just where they were: a few prove that the view is the right one under all those arms."""
    return int((found.seen & (np.hypot(*found.moves.T) < _NUDGED_PX)).sum())


def _shifted(condition: Condition, shift: Shift, calibration: Calibration) -> Finding:
    return Finding(condition, {"mm": round(shift.mm(calibration), 1), "px": round(shift.px, 1)})


def _whose(picture: Picture, share: float, in_place: bool, others: Mapping[str, Reference]) -> str | None:
    """The camera whose view this clearly is, while it is not the own one, of which `share` is seen.

    Trays look alike. While the own view seems to be in its place, the other one has to fit better, and nearly whole.
    """
    least = max(_CLEAR_SHARE, share + _BETTER_SHARE) if in_place else _OTHER_SHARE
    best: tuple[float, str] | None = None
    for name, other in others.items():
        if other.image_size != (picture.shape[1], picture.shape[0]) or not other.can_tell_moves:
            continue
        shift = shift_of(find_anchors(picture, other.anchors), other.anchors)
        if shift is None or shift.px > _IN_PLACE_PX:
            continue
        fits = other.anchors.share(shift.agreeing)
        if fits >= least and (best is None or fits > best[0]):
            best = fits, name
    return None if best is None else best[1]


def _sharpness(picture: Picture, reference: Reference, found: Found) -> float | None:
    """The sharpness of the anchors that are seen over that at calibration; None where too few have contrast."""
    known = found.known & ~np.isnan(reference.sharpness)
    half = FINE_PX // 2
    ratios = []
    for number in np.flatnonzero(known):
        x, y = (int(value) for value in np.round(reference.anchors.points[number] + found.moves[number]))
        piece = picture[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]
        now = sharpness(np.asarray(cv2.cvtColor(piece, cv2.COLOR_BGR2GRAY), np.uint8)) if piece.size else None
        if now is not None:
            ratios.append(now / reference.sharpness[number])
    return float(np.median(ratios)) if len(ratios) >= _LEAST_EDGES else None


def _lit(light: LightChange | None) -> Finding:
    """What the light says: brightness first, since in the dark colours cannot be told."""
    if light is None:
        return Finding()
    percent = {"percent": round(100 * light.gain)}
    if light.gain < _DARK:
        return Finding(Condition.DARK, percent)
    if light.gain > _BRIGHT:
        return Finding(Condition.BRIGHT, percent)
    return Finding(Condition.TINTED) if light.cast > _TINTED else Finding()
