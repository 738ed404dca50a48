"""A sheet of A4 with markers to print at true size, as SVG or PNG: each with its light border, its id and its place.

One drawing in millimetres, two ways to write it. A line of 100 mm shows whether the printer kept the size.
"""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

import cv2
import numpy as np

from vision.errors import CalibrationError
from vision.markers import MarkerPlan
from vision.whole_file import write_whole

PAGE_MM: Final = (210.0, 297.0)
DOTS_PER_MM: Final = 12
"""About 305 dots an inch; the file says so, and programs that print at true size follow it."""

_MARGIN_MM: Final = 12.0  # what no common printer reaches
_LABEL_MM: Final = 8.0
_GAP_MM: Final = 4.0
_HEAD_MM: Final = 22.0
_RULE_MM: Final = 100.0
_TEXT_MM: Final = 3.2


@dataclass(frozen=True, slots=True)
class _Box:
    """A black rectangle, or only its outline."""

    left: float
    top: float
    width: float
    height: float
    outline: bool = False


@dataclass(frozen=True, slots=True)
class _Text:
    left: float
    base: float
    words: str


def write_marker_sheet(plan: MarkerPlan, path: Path) -> None:
    """Write the sheet in the format of the file's suffix. Raises CalibrationError: too many markers, no such format."""
    drawing = list(_drawing(plan))
    match path.suffix.lower():
        case ".svg":
            write_whole(path, _svg(drawing).encode())
        case ".png":
            write_whole(path, _png(drawing))
        case _:
            raise CalibrationError(f"{path}: a sheet of markers is written as .svg or .png")


def _drawing(plan: MarkerPlan) -> Iterator[_Box | _Text]:
    cell = plan.size_mm / plan.cells
    card = plan.size_mm + 2 * cell
    width, height = (side - 2 * _MARGIN_MM for side in PAGE_MM)
    columns = int((width + _GAP_MM) / (card + _GAP_MM))
    rows = int((height - _HEAD_MM + _GAP_MM) / (card + _LABEL_MM + _GAP_MM))
    if columns * rows < len(plan.places_mm):
        raise CalibrationError(
            f"{len(plan.places_mm)} markers of {plan.size_mm:g} mm do not fit on a sheet of A4, {columns * rows} would:"
            " print smaller ones, or fewer at a time"
        )
    yield from _head(plan)
    for place, (number, (x, y)) in enumerate(plan.places_mm.items()):
        left = _MARGIN_MM + place % columns * (card + _GAP_MM)
        top = _MARGIN_MM + _HEAD_MM + place // columns * (card + _LABEL_MM + _GAP_MM)
        yield _Box(left, top, card, card, outline=True)  # to be cut along
        for row, column in np.argwhere(plan.pattern(number)):
            yield _Box(left + (int(column) + 1) * cell, top + (int(row) + 1) * cell, cell, cell)
        yield _Text(left, top + card + _TEXT_MM + 1.5, f"{number}: middle at {x:g}, {y:g} mm")


def _head(plan: MarkerPlan) -> Iterator[_Box | _Text]:
    top = _MARGIN_MM + _TEXT_MM
    yield _Text(
        _MARGIN_MM, top, f"Print at 100 %: this line is {_RULE_MM:g} mm, each black square {plan.size_mm:g} mm."
    )
    yield _Text(
        _MARGIN_MM, top + 5, f"Dictionary {plan.dictionary}. Keep the light border whole. Glue flat, do not bend."
    )
    yield _Box(_MARGIN_MM, top + 9, _RULE_MM, 0.4)
    for end in (0.0, _RULE_MM - 0.4):
        yield _Box(_MARGIN_MM + end, top + 7.5, 0.4, 3.4)


def _svg(drawing: list[_Box | _Text]) -> str:
    width, height = PAGE_MM
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm"'
        f' viewBox="0 0 {width:g} {height:g}" shape-rendering="crispEdges">',
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>',
    ]
    for part in drawing:
        if isinstance(part, _Text):
            lines.append(
                f'<text x="{part.left:.4f}" y="{part.base:.4f}" font-family="sans-serif" font-size="{_TEXT_MM}">'
                f"{escape(part.words)}</text>"
            )
        else:
            look = 'fill="none" stroke="#999" stroke-width="0.15"' if part.outline else 'fill="#000"'
            size = f'width="{part.width:.4f}" height="{part.height:.4f}"'
            lines.append(f'<rect x="{part.left:.4f}" y="{part.top:.4f}" {size} {look}/>')
    return "\n".join([*lines, "</svg>", ""])


def _png(drawing: list[_Box | _Text]) -> bytes:
    width, height = (round(side * DOTS_PER_MM) for side in PAGE_MM)
    page = np.full((height, width), 255, np.uint8)
    for part in drawing:
        if isinstance(part, _Text):
            scale = _TEXT_MM * DOTS_PER_MM / 30  # OpenCV's letters are some 22 dots high, 30 with what hangs below
            base = round(part.left * DOTS_PER_MM), round(part.base * DOTS_PER_MM)
            cv2.putText(page, part.words, base, cv2.FONT_HERSHEY_SIMPLEX, scale, 0, 2, cv2.LINE_AA)
            continue
        left, right = (round(x * DOTS_PER_MM) for x in (part.left, part.left + part.width))
        top, bottom = (round(y * DOTS_PER_MM) for y in (part.top, part.top + part.height))
        if part.outline:
            cv2.rectangle(page, (left, top), (right - 1, bottom - 1), 150, 1)
        else:
            page[top:bottom, left:right] = 0
    return _with_resolution(cv2.imencode(".png", page)[1].tobytes())


def _with_resolution(png: bytes) -> bytes:
    """The PNG with the chunk that says how large a dot is, after the header of 8 + 25 bytes."""
    body = b"pHYs" + struct.pack(">IIB", DOTS_PER_MM * 1000, DOTS_PER_MM * 1000, 1)
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return png[:33] + chunk + png[33:]
