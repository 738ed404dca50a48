"""Reads tile drawings (SVG) as glyphs: ink with transparency, 96 x 128 pixels, without the body of the tile.

A source is a folder with one file per label, or a sheet of many. What a source lacks (red fives, a framed white
dragon, backs) is made by `models.inks` and `models.scene`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from models.crop import BACK, LABEL_OF, OTHER, WHITE

WIDTH_PX: Final = 96
HEIGHT_PX: Final = 128

Rgba = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Glyph:
    """What is printed on a face: BGRA pixels, its label and where it comes from."""

    pixels: Rgba
    label: int
    source: str


@dataclass(frozen=True, slots=True)
class Source:
    """A folder of drawings: how much to cut off each side (a drawn frame), and whether the paper or body is drawn."""

    folder: str
    inset: float = 0.0
    paper: bool = False


SOURCES: Final = (
    Source("fluffy_regular"),
    Source("font_notosymbols2", inset=0.055, paper=True),
    Source("font_symbola", inset=0.055, paper=True),
    Source("gl_colored", inset=0.055),
    Source("mahjax_ja", inset=0.055),
    Source("mahjax_en", inset=0.055),
    Source("xhokir_regular"),
)
HELD_OUT: Final = Source("wyatt_png", paper=True)
OWN: Final = "own"
SKIPPED: Final = frozenset({"blank", "front", "back", "x_b"})
SHEET_ROWS: Final = (
    "1p 2p 3p 4p 5p 6p 7p 8p 9p",
    "1m 2m 3m 4m 5m 6m 7m 8m 9m",
    "1s 2s 3s 4s 5s 6s 7s 8s 9s",
    "4z 3z 2z 1z - other other other other",
    "other other other other - - 7z 6z 5z",
    "other other other other other - other other other",
    "other other other other other other other other other",
)


def read_glyphs(art: Path, own: Path | None = None) -> list[Glyph]:
    """Every glyph of the art folder and, when it is there, of the product's own drawn faces."""
    glyphs: list[Glyph] = []
    for source in SOURCES:
        glyphs += _folder(art / source.folder, source)
    glyphs += _sheets(art / "mah_svg_public_domain")
    if own is not None and own.is_dir():
        glyphs += _folder(own, Source(OWN, inset=0.05, paper=True))
    return glyphs


def read_held_out(art: Path) -> list[Glyph]:
    """The set that is kept for measuring: no training picture is made of it."""
    glyphs = []
    for file in sorted((art / HELD_OUT.folder).glob("*.png")):
        pixels = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
        if pixels is None or pixels.ndim != 3 or pixels.shape[2] != 4:
            raise ValueError(f"{file}: not a picture with transparency")
        ink = _off_paper(np.asarray(cv2.resize(pixels, (3 * WIDTH_PX, 4 * WIDTH_PX), interpolation=cv2.INTER_AREA)))
        if ink[..., 3].any():
            glyphs.append(Glyph(_fitted(_unframed(ink, 0.0)), LABEL_OF[file.stem], HELD_OUT.folder))
    return glyphs


def rasterize(svg: str, width_px: int) -> Rgba:
    """An SVG text as BGRA pixels of the given width."""
    plain = re.sub(r'(\d)mm"', r'\1"', svg, count=2)
    png = resvg_py.svg_to_bytes(svg_string=plain, width=width_px)
    pixels = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_UNCHANGED)
    if pixels is None or pixels.ndim != 3:
        raise ValueError("the drawing did not render")
    return np.asarray(pixels if pixels.shape[2] == 4 else cv2.cvtColor(pixels, cv2.COLOR_BGR2BGRA), np.uint8)


def _folder(folder: Path, source: Source) -> Iterator[Glyph]:
    for file in sorted(folder.glob("*.svg")):
        if file.stem in SKIPPED and source.folder != OWN:
            continue
        label = LABEL_OF.get(file.stem, OTHER)
        pixels = rasterize(file.read_text(encoding="utf-8"), 3 * WIDTH_PX)
        if label != BACK:
            if source.paper:
                pixels = _off_paper(pixels)
            if source.inset:
                pixels = _unframed(pixels, source.inset)
        if label in (WHITE, BACK) and not pixels[..., 3].any():
            continue
        yield Glyph(_fitted(pixels), label, source.folder)


def _sheets(folder: Path) -> Iterator[Glyph]:
    """Sheets of 9 columns and 8 rows of 75 x 100; the last row repeats numerals alone and is left out."""
    for file in sorted(folder.glob("*.svg")):
        sheet = rasterize(file.read_text(encoding="utf-8"), 9 * 225)
        for row, names in enumerate(SHEET_ROWS):
            for column, name in enumerate(names.split()):
                if name == "-":
                    continue
                cell = sheet[row * 300 : row * 300 + 300, column * 225 : column * 225 + 225]
                yield Glyph(_fitted(cell), LABEL_OF[name], file.stem)


def _off_paper(pixels: Rgba) -> Rgba:
    """Ink with transparency, from ink on light paper or body: what is clearly darker than the paper is ink."""
    solid = pixels[..., 3] > 200
    colours = pixels[solid][:, :3]
    if not len(colours):
        return pixels
    light = colours.sum(axis=1, dtype=np.int32)
    paper = np.median(colours[light >= np.percentile(light, 60)], axis=0).clip(1, 255)
    missing = 1 - (pixels[..., :3] / paper).min(axis=2)
    out = pixels.copy()
    out[..., 3] = ((missing - 0.07) / 0.3).clip(0, 1) * pixels[..., 3]
    return out


def _unframed(pixels: Rgba, inset: float) -> Rgba:
    """Without the drawn outline of the tile: the box of all ink, less `inset` of its width on each side."""
    rows = np.flatnonzero(pixels[..., 3].max(axis=1) > 40)
    columns = np.flatnonzero(pixels[..., 3].max(axis=0) > 40)
    cut = round(inset * (columns[-1] - columns[0]))
    return pixels[rows[0] + cut : rows[-1] + 1 - cut, columns[0] + cut : columns[-1] + 1 - cut]


def _fitted(pixels: Rgba) -> Rgba:
    """Fitted into the glyph's frame, centred; the ink's colour goes on beyond its edge, so that edges stay clean."""
    height, width = pixels.shape[:2]
    scale = min(WIDTH_PX / width, HEIGHT_PX / height)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    alpha = pixels[..., 3:].astype(np.float32) / 255
    colour = cv2.resize(pixels[..., :3] * alpha, size, interpolation=cv2.INTER_AREA)
    opaque = cv2.resize(alpha, size, interpolation=cv2.INTER_AREA)
    near = cv2.blur(colour, (7, 7)) / np.maximum(cv2.blur(opaque, (7, 7)), 1e-3)[..., None]
    solid = opaque[..., None] > 0.9
    out = np.zeros((HEIGHT_PX, WIDTH_PX, 4), np.uint8)
    x, y = (WIDTH_PX - size[0]) // 2, (HEIGHT_PX - size[1]) // 2
    inner = out[y : y + size[1], x : x + size[0]]
    inner[..., :3] = np.where(solid, colour / np.maximum(opaque, 1e-3)[..., None], near).clip(0, 255)
    inner[..., 3] = opaque * 255
    return out
