"""Pictures of birds, dragons, and anything else, made into faces of 1s, 6z and 7z, and of flowers.

The bird of 1s differs from set to set, some sets draw green and red dragons as animals, and flowers show people, plants
and houses: no free set of tiles has that variety, icon packs have. `make icons` fetches them; a pack is a folder as the
npm registry has it (`icons.json`, SVG bodies by name). Only for training.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.art import HEIGHT_PX, WIDTH_PX, Glyph, Rgba, rasterize
from models.crop import LABEL_OF, OTHER

SOURCE: Final = "animals"
"""Where pictures of animals, and of whatever flowers show, say that they come from."""

VARIANTS: Final = {"1s": 8, "6z": 7, "7z": 7, "other": 1}
"""Faces made of each icon."""

OTHERS: Final = 90
"""Icons of each pack that serve as flowers."""

_ICON_PX: Final = 220
_WORD: Final = r"(^|-)({})($|-)"
_BIRDS: Final = re.compile(_WORD.format(
    "bird|blackbird|owl|peacock|rooster|chicken|duck|eagle|parrot|swan|dove|pigeon|flamingo|turkey|crow|crow-dive|raven|"
    "sparrow|heron|phoenix|swallow|dodo|goose|ostrich|hummingbird|toucan|vulture|stork|pelican|baby-chick|kiwi-bird|"
    "penguin|bird-1|bird-2|penguin-1|penguin-2"
))  # fmt: skip
_DRAGONS: Final = re.compile(_WORD.format(
    "dragon|dragon-face|dragonside|lizard|sea-serpent|dragon-spiral|wyvern|salamander|gecko|dragon-head"
))  # fmt: skip
_NEITHER: Final = re.compile(
    r"flag|mahjong|cage|house|claw|limb|mask|scepter|leg|oven|twitter|hatching|roast|shield|fly|desert|drakkar|orb|breath|"
    r"food|thigh|rubber|nugget|-off$"
)
_DISHES: Final = {f"{pack}/{name}" for pack in ("icon-park", "icon-park-twotone") for name in ("chicken", "turkey")} | {
    f"mingcute/chicken-{style}" for style in ("fill", "line")
}
"""Birds by name that lie on a plate."""

_PLAIN: Final = re.compile(
    r"clock|arrow|keycap|button|square|circle|moon|blood|zodiac|letter|input|dice|number|dot|target|bullseye|wheel|disc|"
    r"ball|coin|gear|sun|medal|ring|round|domino|card|barrel|bamboo|hole|spiral|globe|cd|dvd|hexagon|shield|eye"
)
_INKS: Final = {
    "red": ((140, 0, 0), (235, 60, 60)),
    "green": ((0, 60, 10), (50, 140, 80)),
    "blue": ((0, 10, 80), (60, 90, 200)),
    "black": ((0, 0, 0), (50, 50, 60)),
}


@dataclass(frozen=True, slots=True)
class Icon:
    """One icon: BGRA pixels, and whether it has colours of its own."""

    pixels: Rgba
    coloured: bool


def icon_glyphs(folder: Path, rng: np.random.Generator) -> Iterator[Glyph]:
    """Faces of every pack in the folder. Raises FileNotFoundError when there is none."""
    packs = sorted(folder.glob("*/icons.json"))
    if not packs:
        raise FileNotFoundError(f"{folder} holds no icon packs; `make icons` fetches them")
    for pack in packs:
        content = json.loads(pack.read_text(encoding="utf-8"))
        alive = [name for name in sorted(content["icons"]) if f"{pack.parent.name}/{name}" not in _DISHES]
        for name, label in _chosen(alive, rng):
            icon = _drawn(content, name)
            if icon is None:
                continue
            for face in ("6z", "7z") if label == "6z" else (label,):
                for _ in range(VARIANTS[face]):
                    yield Glyph(_face(icon, face, rng), LABEL_OF.get(face, OTHER), SOURCE)


def _chosen(names: list[str], rng: np.random.Generator) -> Iterator[tuple[str, str]]:
    """Names with what they stand for; of dragons 6z is said, which means both colours."""
    rest = []
    for name in names:
        if _NEITHER.search(name):
            continue
        if _DRAGONS.search(name):
            yield name, "6z"
        elif _BIRDS.search(name):
            yield name, "1s"
        elif not _PLAIN.search(name):
            rest.append(name)
    for place in rng.permutation(len(rest))[:OTHERS]:
        yield rest[place], "other"


def _drawn(pack: dict[str, Any], name: str) -> Icon | None:
    """The icon's pixels, cut to its ink; None for one that draws nothing."""
    entry = pack["icons"][name]
    width, height = (entry.get(side, pack.get(side, 16)) for side in ("width", "height"))
    body = entry["body"].replace("currentColor", "#000")
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{width}"'
        f' height="{height}" viewBox="0 0 {width} {height}">{body}</svg>'
    )
    pixels = rasterize(svg, _ICON_PX)
    rows, columns = (np.flatnonzero(pixels[..., 3].max(axis=axis) > 40) for axis in (1, 0))
    if len(rows) < 20 or len(columns) < 20:
        return None
    pixels = pixels[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    solid = pixels[pixels[..., 3] > 200][:, :3].astype(np.int16)
    coloured = len(solid) > 0 and bool(solid.std(axis=0).max() > 12)
    return Icon(pixels, coloured)


def _face(icon: Icon, face: str, rng: np.random.Generator) -> Rgba:
    """The icon as it might be engraved and painted on a face (HEIGHT_PX, WIDTH_PX, BGRA)."""
    kind = rng.random()
    if icon.coloured and kind < 0.25 and face in ("1s", "other"):
        painted = icon.pixels.copy()
    elif kind < 0.7 and icon.coloured:
        painted = _engraved(icon.pixels, face, rng)
    else:
        painted = _filled(icon, face, rng)
    if rng.random() < 0.5:
        painted = painted[:, ::-1].copy()  # before it is a face: birds look either way
    return _placed(painted, face, rng)


def _inks(face: str, rng: np.random.Generator) -> list[NDArray[np.float64]]:
    """Three inks (BGR): dragons have one, birds and flowers mostly green and red with a third."""
    if face == "6z":
        names = ["green"] * 3
    elif face == "7z":
        names = ["red"] * 3
    elif rng.random() < 0.2:
        names = [("green", "black", "blue")[rng.integers(3)]] * 3
    else:
        names = [("green", "red", "blue", "green", "red", "black")[rng.integers(6)] for _ in range(3)]
    known = known_inks(rng)
    return [known[name] for name in names]


def known_inks(rng: np.random.Generator) -> dict[str, NDArray[np.float64]]:
    """One tone (BGR) of each ink that tiles are painted with."""
    return {
        name: np.array([rng.uniform(low, high) for low, high in zip(*_INKS[name], strict=True)])[::-1] for name in _INKS
    }


def _regions(pixels: Rgba, rng: np.random.Generator) -> NDArray[np.int64]:
    """Which of three inks each pixel takes: by its colour, or by where it lies."""
    if rng.random() < 0.5:
        tint = pixels[..., :3].astype(np.float64) @ rng.normal(0, 1, 3)
        cuts = np.quantile(tint[pixels[..., 3] > 128], (0.4, 0.75))
        return np.digitize(tint, cuts)
    rows, columns = np.mgrid[: pixels.shape[0], : pixels.shape[1]]
    angle = rng.uniform(0, 2 * np.pi)
    along = np.cos(angle) * rows / pixels.shape[0] + np.sin(angle) * columns / pixels.shape[1]
    return np.digitize(along, np.quantile(along, sorted(rng.uniform(0.2, 0.8, 2))))


def _engraved(pixels: Rgba, face: str, rng: np.random.Generator) -> Rgba:
    """Only the lines where colours meet, as thick as a graver makes them, now and then with a part filled in."""
    flat = cv2.GaussianBlur(pixels, (0, 0), 1.0)
    ring = np.ones((3, 3), np.uint8)
    steps = (cv2.dilate(flat, ring).astype(np.int16) - cv2.erode(flat, ring)).max(axis=2)
    line = (steps > float(rng.uniform(18, 45))).astype(np.uint8)
    thick = int(rng.integers(1, 6))
    line = cv2.dilate(line, np.ones((thick, thick), np.uint8)) * 255
    inks = np.array(_inks(face, rng))
    regions = _regions(pixels, rng)
    alpha = line.astype(np.float64)
    if rng.random() < 0.5:
        alpha = np.maximum(alpha, np.where(regions == rng.integers(3), pixels[..., 3], 0))
    return np.dstack([inks[regions], cv2.GaussianBlur(alpha, (0, 0), 0.8)]).clip(0, 255).astype(np.uint8)


def _filled(icon: Icon, face: str, rng: np.random.Generator) -> Rgba:
    """Areas of one to three inks; what is light in the icon stays bare."""
    pixels = icon.pixels
    inks = np.array(_inks(face, rng))
    alpha = pixels[..., 3].astype(np.float64)
    if icon.coloured and rng.random() < 0.8:
        light = pixels[..., :3].max(axis=2).astype(np.float64)
        alpha *= light < np.quantile(light[alpha > 128], rng.uniform(0.45, 0.9)) + 1
    return np.dstack([inks[_regions(pixels, rng)], cv2.GaussianBlur(alpha, (0, 0), 0.8)]).clip(0, 255).astype(np.uint8)


def _placed(pixels: Rgba, face: str, rng: np.random.Generator) -> Rgba:
    """Stretched and turned a little, on the face, often with a twig, a stem or ground strokes below."""
    height, width = pixels.shape[:2]
    wide = float(rng.uniform(0.62, 0.98)) * WIDTH_PX
    high = min(wide * height / width * float(rng.uniform(0.95, 1.45)), 0.97 * HEIGHT_PX)
    out = np.zeros((HEIGHT_PX, WIDTH_PX, 4), np.uint8)
    if face in ("1s", "other") and rng.random() < 0.55:
        _strokes(out, _inks(face, rng), rng)
    sx, sy = wide / width, high / height
    turn = np.radians(rng.normal(0, 9))
    c, s = np.cos(turn), np.sin(turn)
    matrix = np.array([[c * sx, -s * sy, 0.0], [s * sx, c * sy, 0.0]])
    middle = matrix[:, :2] @ (width / 2, height / 2)
    free = max(0.0, (HEIGHT_PX - high) / 2)
    matrix[:, 2] = (WIDTH_PX / 2, HEIGHT_PX / 2 + float(rng.uniform(-free, free * 0.6))) - middle
    shrunk = cv2.warpAffine(_premultiplied(pixels), matrix, (WIDTH_PX, HEIGHT_PX), flags=cv2.INTER_AREA)
    alpha = shrunk[..., 3:]
    ink = shrunk[..., :3] / np.maximum(alpha, 1) * 255
    share = alpha / 255
    out[..., :3] = (ink * share + out[..., :3] * (1 - share)).clip(0, 255)
    out[..., 3:] = np.maximum(out[..., 3:], alpha)
    return out


def _premultiplied(pixels: Rgba) -> NDArray[np.float32]:
    alpha = pixels[..., 3:].astype(np.float32)
    return np.dstack([pixels[..., :3] * (alpha / 255), alpha])


def _strokes(face: Rgba, inks: list[NDArray[np.float64]], rng: np.random.Generator) -> None:
    """A branch, a bamboo, a rock or grass: a few bent strokes in the lower part."""
    for _ in range(int(rng.integers(1, 5))):
        start = rng.uniform((0.05, 0.6), (0.95, 0.97)) * (WIDTH_PX, HEIGHT_PX)
        bend = start + rng.normal(0, 16, 2)
        end = bend + rng.normal(0, 20, 2)
        t = np.linspace(0, 1, 12)[:, None]
        points = (1 - t) ** 2 * start + 2 * t * (1 - t) * bend + t**2 * end
        colour = tuple(float(value) for value in inks[rng.integers(3)])
        cv2.polylines(
            face, [points.round().astype(np.int32)], False, (*colour, 255.0), int(rng.integers(1, 7)), cv2.LINE_AA
        )
