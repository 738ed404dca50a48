"""Draws the bodies of tiles: a rounded, lit slab in any colour, its thick side, and the ground that it lies on.

Only shapes and light; what is printed on the face comes from `models.art`, which scene it is from `models.scene`.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]

FACE_WIDTH_PX: Final = 72
FACE_HEIGHT_PX: Final = 96

BACK_HUES: Final = {
    "orange": 0.07,
    "yellow": 0.13,
    "green": 0.38,
    "teal": 0.5,
    "blue": 0.6,
    "purple": 0.76,
    "red": 0.99,
}


@dataclass(frozen=True, slots=True)
class Body:
    """The look of one set: face and back colour (BGR 0-255), corner radius and bevel in pixels, light on the edges."""

    face: tuple[float, float, float]
    back: tuple[float, float, float]
    radius_px: int
    bevel_px: int
    edge: float
    seam: float
    striped: bool


def random_body(rng: np.random.Generator, *, coloured: bool = False) -> Body:
    """A plausible set: white to ivory faces (any colour, if wanted), coloured (sometimes white) backs."""
    light = rng.uniform(205, 254)
    warm = rng.uniform(-0.03, 0.1)
    face = (light * (1 - max(0.0, warm)), light * (1 - 0.35 * abs(warm)), light * (1 + min(0.0, warm)))
    if coloured:
        tint = rng.uniform(0.35, 1.0, 3)
        face = (light * tint[0] / tint.max(), light * tint[1] / tint.max(), light * tint[2] / tint.max())
    return Body(
        face,
        random_back(rng),
        int(rng.integers(2, 11)),
        int(rng.integers(2, 7)),
        float(rng.uniform(0.02, 0.35)),
        float(rng.uniform(0.15, 0.8)),
        bool(rng.random() < 0.08),
    )


def random_back(rng: np.random.Generator) -> tuple[float, float, float]:
    """A back colour: mostly strong colours, some black, brown (bamboo) and white ones that are clearly tinted."""
    kind = rng.random()
    if kind >= 0.8:
        return white_back(rng)
    if kind < 0.67:
        hue = list(BACK_HUES.values())[rng.integers(len(BACK_HUES))] + rng.normal(0, 0.02)
        saturation, value = rng.uniform(0.45, 1.0), rng.uniform(0.3, 1.0)
    elif kind < 0.73:
        hue, saturation, value = rng.uniform(0, 1), rng.uniform(0, 0.3), rng.uniform(0.05, 0.3)
    else:
        hue, saturation, value = rng.uniform(0.07, 0.12), rng.uniform(0.3, 0.6), rng.uniform(0.5, 0.85)
    return _bgr(hue, saturation, value)


def white_back(rng: np.random.Generator) -> tuple[float, float, float]:
    """A white back that can just be told from a white face: clearly tinted (ivory, greenish, bluish)."""
    return _bgr(rng.uniform(0.08, 0.6), rng.uniform(0.1, 0.25), rng.uniform(0.75, 0.97))


def _bgr(hue: float, saturation: float, value: float) -> tuple[float, float, float]:
    pixel = cv2.cvtColor(np.array([[[hue % 1 * 360, saturation, value]]], np.float32), cv2.COLOR_HSV2BGR)[0, 0]
    return (float(pixel[0]) * 255, float(pixel[1]) * 255, float(pixel[2]) * 255)


@cache
def slab(width: int, height: int, radius: int) -> tuple[Plane, Plane]:
    """Coverage (0-1) of a rounded rectangle and the distance of each pixel to its rim in pixels."""
    big = np.zeros((height * 4, width * 4), np.uint8)
    r = radius * 4
    cv2.rectangle(big, (r, 0), (width * 4 - r - 1, height * 4 - 1), 255, -1)
    cv2.rectangle(big, (0, r), (width * 4 - 1, height * 4 - r - 1), 255, -1)
    for x, y in ((r, r), (width * 4 - r - 1, r), (r, height * 4 - r - 1), (width * 4 - r - 1, height * 4 - r - 1)):
        cv2.circle(big, (x, y), r, 255, -1)
    cover = cv2.resize(big, (width, height), interpolation=cv2.INTER_AREA)
    solid = cv2.copyMakeBorder((cover > 127).astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    rim = cv2.distanceTransform(solid, cv2.DIST_L2, 3)[1:-1, 1:-1]
    return np.asarray(cover / 255.0, np.float32), np.asarray(rim, np.float32)


def draw_slab(
    canvas: Plane, x: int, y: int, colour: tuple[float, ...], body: Body, light_deg: float, size: tuple[int, int]
) -> None:
    """Draws one blank tile onto the canvas (float BGR), lit from `light_deg`, with a darker seam around it."""
    width, height = size
    cover, rim = slab(width, height, body.radius_px)
    top, left = max(0, y), max(0, x)
    bottom, right = min(canvas.shape[0], y + height), min(canvas.shape[1], x + width)
    if top >= bottom or left >= right:
        return
    part = (slice(top - y, bottom - y), slice(left - x, right - x))
    cover, rim = cover[part], rim[part]
    rows, columns = np.ogrid[part[0], part[1]]
    across = np.cos(np.radians(light_deg)) * (columns / width - 0.5) + np.sin(np.radians(light_deg)) * (
        rows / height - 0.5
    )
    near_rim = (1 - rim / body.bevel_px).clip(0, 1)
    shade = 1 + 0.08 * across + body.edge * near_rim * (1.2 * across - 0.5)
    shade = shade * (1 - body.seam * (1 - rim / 1.5).clip(0, 1) * 0.6)
    tile = shade[..., None] * np.array(colour, np.float32)
    if body.striped and colour == body.back:
        tile = tile * (1 - 0.3 * (np.arange(part[1].start, part[1].stop) // 3 % 2))[None, :, None]
    ground = canvas[top:bottom, left:right]
    ground += cover[..., None] * (tile - ground)


def ground(height: int, width: int, rng: np.random.Generator) -> Plane:
    """Felt, wood, plastic, paper: one colour with cloudy light and grain."""
    kind = rng.random()
    if kind < 0.6:
        hue, saturation, value = rng.uniform(0, 360), rng.uniform(0.2, 0.95), rng.uniform(0.08, 0.75)
    elif kind < 0.8:
        hue, saturation, value = rng.uniform(15, 45), rng.uniform(0.1, 0.6), rng.uniform(0.3, 0.95)
    else:
        hue, saturation, value = rng.uniform(0, 360), rng.uniform(0, 0.1), rng.uniform(0.03, 1.0)
    colour = cv2.cvtColor(np.array([[[hue, saturation, value]]], np.float32), cv2.COLOR_HSV2BGR)[0, 0] * 255
    clouds = cv2.resize(rng.normal(1, 0.07, (3, 3)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    grain = rng.normal(0, rng.uniform(0, 10), (height, width)).astype(np.float32)
    if rng.random() < 0.2:
        grain = grain[:, :1] * np.ones((1, width), np.float32)
    return (clouds[..., None] * colour + grain[..., None]).astype(np.float32).clip(0, 255)
