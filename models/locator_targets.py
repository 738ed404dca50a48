"""What the locator should answer for a window: planes of 4 x 4 pixel cells that say where tiles are and where corners.

The corners of a tile are asked for twice, as there is no order of corners that is steady over all turns: `level`
begins at the top left of a tile that is turned by less than 45 degrees, `steep` at the top of one that stands on a
corner. Which of both to trust is learnt as well.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.locator_pool import Mark
from vision.locate_planes import STRIDE, UNIT_PX

Points = NDArray[np.float32]

_SPREAD: Final = 0.17  # of a tile: how far from its middle the answer falls to 0.6
_PLACE_SPREAD: Final = 0.13
_CORE: Final = 0.32  # of a tile from its middle: where its corners are learnt
_AROUND: Final = 1.5  # of a tile: where a photo's labels tell that there is no other
_LEVEL_UP_TO: Final = 38.0  # degrees
_STEEP_FROM: Final = 7.0
_TOO_SMALL_PX: Final = 7.0
DOUBT: Final = 2
"""Heat weight where a photo that is not completely labelled says nothing."""


@dataclass(frozen=True, slots=True)
class Targets:
    """Planes over the cells of one window.

    `heat` (h, w) 0 to 1; `heat_weight` 0, 1 or DOUBT; `corners` (2, 8, h, w): offsets from the cell's middle in
    UNIT_PX, level and steep; `corner_weight` (2, h, w); `is_level`, `level_weight` (h, w); `size` (h, w) in UNIT_PX.
    """

    heat: NDArray[np.float32]
    heat_weight: NDArray[np.float32]
    corners: NDArray[np.float32]
    corner_weight: NDArray[np.float32]
    is_level: NDArray[np.float32]
    level_weight: NDArray[np.float32]
    size: NDArray[np.float32]


def turn_deg(quads: NDArray[np.floating]) -> NDArray[np.float64]:
    """(n,): how far each of (n, 4, 2) is turned clockwise, modulo a quarter turn: -45 to 45."""
    edges = np.roll(quads, -1, axis=1) - quads
    angles = np.arctan2(edges[..., 1], edges[..., 0])
    weights = np.linalg.norm(edges, axis=2)
    mean = np.arctan2((weights * np.sin(4 * angles)).sum(axis=1), (weights * np.cos(4 * angles)).sum(axis=1))
    return np.asarray(np.degrees(mean / 4))


def ordered(quad: NDArray[np.floating], upper_edge_deg: float) -> NDArray[np.floating]:
    """The corners, starting so that the first edge runs as nearly as possible in that direction."""
    edges = quad[[1, 2, 3, 0]] - quad
    along = edges - edges[[2, 3, 0, 1]]  # an edge and its opposite
    off = np.degrees(np.arctan2(along[:, 1], along[:, 0])) - upper_edge_deg
    off = np.abs((off + 180) % 360 - 180)
    first = int(np.argmin(off))
    return quad[[first, (first + 1) % 4, (first + 2) % 4, (first + 3) % 4]]


def targets_of(quads: Points, marks: NDArray[np.int8], complete: bool, side_px: int) -> Targets:
    """The planes for a square window of so many pixels."""
    cells = side_px // STRIDE
    plane = (cells, cells)
    out = Targets(
        np.zeros(plane, np.float32), np.ones(plane, np.float32) if complete else np.full(plane, DOUBT, np.float32),
        np.zeros((2, 8, *plane), np.float32), np.zeros((2, *plane), np.float32), np.zeros(plane, np.float32),
        np.zeros(plane, np.float32), np.ones(plane, np.float32),
    )  # fmt: skip
    if not complete:
        for quad in quads:
            grown = quad.mean(axis=0) + (quad - quad.mean(axis=0)) * _AROUND
            cv2.fillPoly(out.heat_weight, [np.round(grown / STRIDE - 0.5).astype(np.int32)], 1.0)
    sizes = np.sqrt(np.abs([cv2.contourArea(quad) for quad in quads])) if len(quads) else np.empty(0)
    turns = turn_deg(quads) if len(quads) else np.empty(0)
    for quad, mark, size, turn in zip(quads, marks, sizes, turns, strict=True):
        if mark == Mark.OPEN or size < _TOO_SMALL_PX:
            cv2.fillPoly(out.heat_weight, [np.round(quad / STRIDE - 0.5).astype(np.int32)], 0.0)
        else:
            _mark(out, quad, Mark(mark), float(size), float(turn))
    return out


@cache
def _middles(cells: int) -> Points:
    """(cells, cells, 2): x and y of each cell's middle in pixels."""
    rows, columns = np.mgrid[:cells, :cells]
    return (np.stack([columns, rows], axis=-1) * STRIDE + (STRIDE - 1) / 2).astype(np.float32)


def _inverse(across: Points, down: Points) -> Points:
    (a, b), (c, d) = across, down
    area = a * d - b * c
    return np.array([[d, -b], [-c, a]], np.float32) / (area if abs(area) > 1 else 1.0)


def _mark(out: Targets, quad: Points, mark: Mark, size: float, turn: float) -> None:
    cells = len(out.heat)
    low = np.clip(np.floor(quad.min(axis=0) / STRIDE).astype(int), 0, cells)
    high = np.clip(np.ceil(quad.max(axis=0) / STRIDE).astype(int), 0, cells)
    if (high <= low).any():
        return
    place = (slice(low[1], high[1]), slice(low[0], high[0]))
    middles = _middles(cells)[place]
    centre = quad.mean(axis=0)
    across = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    local = (middles - centre) @ _inverse(across, down)
    spread = _SPREAD if mark == Mark.FACE else _PLACE_SPREAD
    heat = np.exp(-(local**2).sum(axis=-1) / (2 * spread**2))
    if (centre >= 0).all() and (centre < cells * STRIDE).all():
        heat /= max(1e-6, float(heat.max()))
    core = (np.abs(local) < _CORE).all(axis=-1)
    if mark == Mark.PLACE:
        out.heat_weight[place][core & (heat < 0.6)] = 0.0
    mine = heat > out.heat[place]
    out.heat[place] = np.maximum(out.heat[place], heat)
    if mark != Mark.FACE:
        return
    core &= mine
    ways = (
        (ordered(quad, turn), abs(turn) <= _LEVEL_UP_TO),
        (ordered(quad, turn if turn > 0 else turn + 90), abs(turn) >= _STEEP_FROM),
    )
    for way, (corners, wanted) in enumerate(ways):
        offsets = (corners[None, None] - middles[:, :, None]) / UNIT_PX
        part = out.corners[way][:, place[0], place[1]]
        part[:, core] = offsets.reshape(*heat.shape, 8).transpose(2, 0, 1)[:, core]
        out.corner_weight[way][place][core] = float(wanted)
    out.is_level[place][core] = float(abs(turn) < 22.5)
    out.level_weight[place][core] = float(not 17 < abs(turn) < 28)
    out.size[place][core] = size / UNIT_PX
