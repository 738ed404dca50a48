"""The training camera: cuts a crop as a locator would, well or badly, and spoils it as lenses, light and codecs do.

A good cut keeps its label; a bad one (half a tile, between two tiles, much too wide or narrow) becomes `other`, because
half a 4p is a confident 2p. Cuts between the two, that nobody could call right or wrong, are not made.
"""

from math import cos, radians, sin
from typing import Final

import cv2
import numpy as np

from models.crop import ANY_TURN, BACK, FIVES, OTHER, WHITE, Crop, Image
from vision.model_file import INPUT_PX, MARGIN

COLOURLESS: Final = frozenset(range(34)) - set(FIVES) - {WHITE}
"""Labels that are told by shape alone, so that any light may fall on them."""

NARROWEST_PX: Final = 18
WIDEST_PX: Final = 116
TIGHT_SHARE: Final = 0.2


def cut_well(crop: Crop, rng: np.random.Generator, tilt_deg: float = 3.5) -> tuple[Image, int, int]:
    """The face with about MARGIN around it, a little off: picture (INPUT_PX square), label, mask of turns."""
    tilt = float(rng.normal(0, tilt_deg)) if rng.random() < 0.9 else float(rng.uniform(-12, 12))
    margins = np.clip(rng.normal(MARGIN, 0.03, 2) + rng.normal(0, 0.015, 2), -0.03, 0.2)
    if rng.random() < TIGHT_SHARE:
        margins = rng.uniform(-0.03, 0.03, 2)
    if crop.label in (WHITE, BACK):
        margins = np.maximum(margins, 0.03)
    shift = rng.normal(0, 0.035, 2).clip(-0.1, 0.1)
    picture = _take(crop, margins, shift, tilt, float(rng.uniform(0, 0.05)), rng)
    return _spoil(picture, rng, _takes_any_light(crop)), crop.label, crop.turns


def cut_badly(crop: Crop, rng: np.random.Generator) -> tuple[Image, int, int]:
    """A cut that no locator should make; its label is `other`."""
    kind = rng.integers(7)
    margins, shift = np.clip(rng.normal(MARGIN, 0.03, 2), 0, 0.2), rng.normal(0, 0.03, 2)
    tilt = float(rng.normal(0, 4))
    axis = int(rng.integers(2))
    sign = float(rng.choice([-1.0, 1.0]))
    if kind <= 1:
        shift[axis] = sign * rng.uniform(0.36, 0.55)
    elif kind == 2:
        shift = np.array([sign, float(rng.choice([-1.0, 1.0]))]) * rng.uniform(0.3, 0.5, 2)
    elif kind == 3:
        part = float(rng.uniform(0.4, 0.6))
        margins[axis] = -(1 - part) / 2 + rng.uniform(0, 0.04)
        shift[axis] = sign * (1 - part) / 2
    elif kind == 4:
        margins[axis] = rng.uniform(0.4, 0.5)
        if rng.random() < 0.6:
            shift[axis] = sign * 0.45
    elif kind == 5:
        margins = -rng.uniform(0.2, 0.34, 2) if rng.random() < 0.5 else rng.uniform(0.38, 0.5, 2)
    else:
        tilt = sign * float(rng.uniform(30, 60))
        margins = rng.uniform(-0.05, 0.15, 2)
    if crop.label in (WHITE, BACK) and (kind in (5, 6) or min(margins) < 0):
        margins = -rng.uniform(0.1, 0.3, 2)
    picture = _take(crop, margins, shift, tilt, 0.02, rng)
    return _spoil(picture, rng, any_light=False), OTHER, ANY_TURN


def _take(
    crop: Crop,
    margins: np.ndarray,
    shift: np.ndarray,
    tilt_deg: float,
    warp: float,
    rng: np.random.Generator,
) -> Image:
    """The cut at the resolution of some camera, before anything else spoils it."""
    x1, y1, x2, y2 = crop.box
    width, height = x2 - x1, y2 - y1
    centre = np.array([(x1 + x2) / 2 + shift[0] * width, (y1 + y2) / 2 + shift[1] * height])
    half = np.array([width * (0.5 + margins[0]), height * (0.5 + margins[1])])
    corners = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]) * half
    c, s = cos(radians(tilt_deg)), sin(radians(tilt_deg))
    corners = corners @ np.array([[c, s], [-s, c]]) + centre
    corners += rng.uniform(-warp, warp, (4, 2)) * half
    short = min(width, height)
    pixels = float(np.exp(rng.uniform(np.log(NARROWEST_PX), np.log(min(WIDEST_PX, max(40.0, 1.25 * short))))))
    scale = pixels / short
    image = crop.image
    if scale < 0.75:
        factor = max(scale, 0.1) * 1.15
        image = np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
        corners *= np.array([image.shape[1] / crop.image.shape[1], image.shape[0] / crop.image.shape[0]])
    out_width = max(10, round(2 * half[0] * scale))
    out_height = max(10, round(2 * half[1] * scale))
    target = np.array([[0, 0], [out_width, 0], [out_width, out_height], [0, out_height]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    cut = cv2.warpPerspective(image, matrix, (out_width, out_height), flags=cv2.INTER_LINEAR,
                              borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
    return np.asarray(cut, np.uint8)


def _takes_any_light(crop: Crop) -> bool:
    return crop.label in COLOURLESS and not crop.told_by_colour


def _spoil(picture: Image, rng: np.random.Generator, any_light: bool) -> Image:
    """Light, lens, sensor and codec; then the size that the network reads."""
    height, width = picture.shape[:2]
    light = picture.astype(np.float32)
    light = _light(light, rng, any_light)
    short = min(height, width)
    if rng.random() < 0.35:
        sigma = float(rng.uniform(0.2, 0.035 * short))
        light = cv2.GaussianBlur(light, (0, 0), max(0.2, sigma))
    elif rng.random() < 0.12:
        light = _moved(light, rng)
    if rng.random() < 0.5:
        light += rng.normal(0, rng.uniform(1, 10), (height, width, 1 if rng.random() < 0.4 else 3)).astype(np.float32)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(light, (0, 0), 1.0)
        light += float(rng.uniform(0.3, 1.6)) * (light - soft)
    out = light.clip(0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = int(rng.integers(25, 96))
        out = cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    shrink = min(height, width) > INPUT_PX
    method = cv2.INTER_AREA if shrink else cv2.INTER_CUBIC if rng.random() < 0.3 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(out, (INPUT_PX, INPUT_PX), interpolation=method), np.uint8)


def _light(light: np.ndarray, rng: np.random.Generator, any_light: bool) -> np.ndarray:
    height, width = light.shape[:2]
    if rng.random() < 0.6:
        light = light * _white_balance(rng)
    if rng.random() < 0.5:
        light = 255 * (light.clip(0, 255) / 255) ** float(np.exp(rng.normal(0, 0.25)))
    if rng.random() < 0.6:
        light = light * float(rng.uniform(0.35, 1.15))
    if rng.random() < 0.3:
        light = light * _shadow(height, width, rng)[..., None]
    if rng.random() < 0.2:
        haze = float(rng.uniform(0.05, 0.45))
        light = light * (1 - haze) + haze * float(rng.uniform(90, 235))
    if rng.random() < 0.15:
        centre = (float(rng.uniform(0, width)), float(rng.uniform(0, height)))
        rows, columns = np.ogrid[:height, :width]
        radius = rng.uniform(0.12, 0.5) * min(width, height)
        glare = np.exp(-((columns - centre[0]) ** 2 + (rows - centre[1]) ** 2) / (2 * radius**2))
        light = light + (glare * rng.uniform(40, 230))[..., None]
    if any_light and rng.random() < 0.08:
        if rng.random() < 0.5:
            light = np.repeat(light.mean(axis=2, keepdims=True), 3, axis=2)
        else:
            light = light * rng.uniform(0.25, 1.2, 3)
    return light.astype(np.float32)


def _white_balance(rng: np.random.Generator) -> np.ndarray:
    warmth, tint = rng.normal(0, 0.1), rng.normal(0, 0.035)
    return np.exp(np.array([-warmth, tint, warmth]))


def _shadow(height: int, width: int, rng: np.random.Generator) -> np.ndarray:
    """A soft edge across the tile, as of a hand or a neighbour, or a slow fall of light."""
    angle = rng.uniform(0, 2 * np.pi)
    rows, columns = np.mgrid[:height, :width]
    along = np.cos(angle) * (columns / width - 0.5) + np.sin(angle) * (rows / height - 0.5)
    softness = float(np.exp(rng.uniform(np.log(0.01), np.log(0.6))))
    edge = 1 / (1 + np.exp(-((along - rng.uniform(-0.4, 0.4)) / softness).clip(-30, 30)))
    return 1 - rng.uniform(0.15, 0.65) * edge


def _moved(light: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Blur of something that moves along one direction."""
    length = max(2, round(rng.uniform(0.02, 0.09) * min(light.shape[:2])))
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    angle = rng.uniform(0, np.pi)
    tip = (round(length + length * np.cos(angle)), round(length + length * np.sin(angle)))
    cv2.line(kernel, (2 * length - tip[0], 2 * length - tip[1]), tip, 1.0)
    return cv2.filter2D(light, -1, kernel / kernel.sum())
