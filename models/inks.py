"""Changes the inks of a face: black sets, other colours, and red fives out of ordinary ones.

A face is a light body with inks on it. Seen relative to the body's colour, ink is what is missing of the light; that
share is kept and given another colour. Works on photos as on drawings, and leaves the surroundings of the box alone.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.crop import Crop, Image
from referee.tiles.names import LABELS

CLEAR_CORNERS = ("1p", "2p", "1s", "2s")

RELIEF = 0.14
"""Darker than the body by less than this is shading, not ink."""


def recolour_black(crop: Crop, rng: np.random.Generator) -> Crop:
    """Every ink that is not red becomes one dark ink, as in most Japanese sets."""
    body, relative, density, inside = _inks(crop)
    dark = rng.uniform(0.02, 0.3) + rng.uniform(-0.05, 0.12, 3) * np.array([1.0, 0.3, 0.3])
    share = density * (1 - _redness(relative)) * inside
    return _painted(crop, body, relative, share, dark.clip(0, 1))


def recolour_hue(crop: Crop, rng: np.random.Generator) -> Crop:
    """The inks that are not red take another hue (blue, green, teal, brown ...)."""
    body, relative, density, inside = _inks(crop)
    hue = rng.uniform(0.22, 0.75)
    ink = _hsv(hue, rng.uniform(0.4, 1.0), rng.uniform(0.15, 0.6))
    share = density * (1 - _redness(relative)) * inside
    return _painted(crop, body, relative, share, ink)


def recolour_red(crop: Crop, label: int, rng: np.random.Generator) -> Crop:
    """The whole face in one red ink, often with a dot: a red five, whose label is given."""
    body, relative, density, inside = _inks(crop)
    painted = _painted(crop, body, relative, density * inside, red_ink(rng))
    if rng.random() < 0.4:
        _dot(painted.image, crop.box, rng)
    return Crop(painted.image, crop.box, label, crop.turns, crop.series)


def recolour_body(crop: Crop, rng: np.random.Generator) -> Crop:
    """A set whose bodies are pink, green, yellow, black ...: all of the face takes a tint, ink and body alike."""
    inside = _inks(crop)[3]
    tint = rng.uniform(0.2, 1.0, 3)
    tinted = crop.image * (1 - inside + inside * (tint / tint.max()))
    return Crop(tinted.clip(0, 255).astype(np.uint8), crop.box, crop.label, crop.turns, crop.series)


def red_ink(rng: np.random.Generator) -> NDArray[np.float64]:
    """A red as BGR shares of the light."""
    return _hsv(rng.uniform(-0.035, 0.03), rng.uniform(0.72, 1.0), rng.uniform(0.55, 0.95))


def plain_corners(crop: Crop) -> Crop:
    """Without the numerals and letters in the corners, where the face itself has no ink there; else unchanged.

    Sets of the photos have them, most sets at tables do not, and a network would rather read those than the face.
    """
    name = LABELS[crop.label]
    if name[1:] not in ("m", "z") and name not in CLEAR_CORNERS:
        return crop
    image = crop.image.copy()
    x1, y1, x2, y2 = crop.box
    width, height = x2 - x1, y2 - y1
    wide, high = round(0.2 * width), round(0.17 * height)
    if min(wide, high) < 3:
        return crop
    kernel = np.ones((max(3, high // 2), max(3, wide // 2)), np.uint8)
    for x in (round(x1 + 0.05 * width), round(x2 - 0.05 * width) - wide):
        for y in (round(y1 + 0.04 * height), round(y2 - 0.04 * height) - high):
            part = image[y : y + high, x : x + wide]
            part[:] = cv2.blur(cv2.dilate(part, kernel), (3, 3))
    return Crop(image, crop.box, crop.label, crop.turns, crop.series)


def is_grey(crop: Crop) -> bool:
    """Whether the picture has no colour, so that a red five could not be told."""
    x1, y1, x2, y2 = (round(value) for value in crop.box)
    inside = crop.image[y1:y2, x1:x2].astype(np.int16)
    return bool(np.percentile(inside.max(axis=2) - inside.min(axis=2), 95) < 24)


def _hsv(hue: float, saturation: float, value: float) -> NDArray[np.float64]:
    pixel = np.array([[[hue % 1 * 360, saturation, value]]], np.float32)
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float64)


def _inks(crop: Crop) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Body colour, picture relative to it, density of ink (0-1), and where the face is (0-1)."""
    x1, y1, x2, y2 = crop.box
    width, height = x2 - x1, y2 - y1
    inset = 0.07
    left, right = round(x1 + inset * width), round(x2 - inset * width)
    top, bottom = round(y1 + inset * height), round(y2 - inset * height)
    face = crop.image[top:bottom, left:right].reshape(-1, 3)
    light = face.sum(axis=1, dtype=np.int32)
    body = np.median(face[light >= np.percentile(light, 70)], axis=0).clip(30, 255).astype(np.float32)
    relative = (crop.image.astype(np.float32) / body).clip(0, 1)
    missing = 1 - relative.min(axis=2)
    density = (missing * ((missing - RELIEF) / 0.2).clip(0, 1)).astype(np.float32)
    inside = np.zeros(density.shape, np.float32)
    inside[top:bottom, left:right] = 1
    return body, relative, density[..., None], inside[..., None]


def _redness(relative: NDArray[np.float32]) -> NDArray[np.float32]:
    blue, green, red = relative[..., 0], relative[..., 1], relative[..., 2]
    redder = red - np.maximum(blue, green)
    return ((redder - 0.08) / 0.15).clip(0, 1)[..., None]


def _painted(
    crop: Crop,
    body: NDArray[np.float32],
    relative: NDArray[np.float32],
    share: NDArray[np.float32],
    ink: NDArray[np.float64],
) -> Crop:
    """Where `share` of the light is missing, the ink's colour shows instead; elsewhere the picture stays."""
    covered = (share > 0) * (share / 0.25).clip(0, 1)
    new = body * (1 - share * (1 - ink.astype(np.float32)))
    mixed = crop.image * (1 - covered) + new * covered
    return Crop(mixed.clip(0, 255).astype(np.uint8), crop.box, crop.label, crop.turns, crop.series)


def _dot(image: Image, box: tuple[float, float, float, float], rng: np.random.Generator) -> None:
    x1, y1, x2, y2 = box
    width, height = x2 - x1, y2 - y1
    places = ((0.5, 0.1), (0.5, 0.9), (0.13, 0.1), (0.87, 0.1), (0.87, 0.9), (0.5, 0.5), (0.14, 0.5), (0.5, 0.72))
    fx, fy = places[rng.integers(len(places))]
    centre = (round(x1 + fx * width), round(y1 + fy * height))
    radius = max(1, round(rng.uniform(0.035, 0.075) * width))
    colour = tuple(float(v) for v in red_ink(rng) * 255)
    cv2.circle(image, centre, radius, colour, -1, cv2.LINE_AA)
