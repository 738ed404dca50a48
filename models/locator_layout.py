"""Where tiles lie in an invented scene: rows, squares, rivers, walls, melds, heaps and standing hands, in millimetres.

The table is the plane z = 0 with y towards the camera. Only places; how a tile looks is the business of
`models.locator_paint`.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]


class Stance(Enum):
    """Which side of a tile is on top, or that it stands."""

    FACE_UP = "face up"
    FACE_DOWN = "face down"
    STANDING = "standing"


@dataclass(frozen=True, slots=True)
class TileSize:
    """Width, length and thickness in millimetres."""

    width: float
    length: float
    thickness: float


@dataclass(frozen=True, slots=True)
class Placed:
    """One tile by its middle; `angle` turns it (radians, clockwise from above), `lean` tilts a standing one back."""

    x: float
    y: float
    z: float
    angle: float
    stance: Stance
    lean: float = 0.0

    def frame(self) -> tuple[Vector, Vector, Vector]:
        """Unit vectors of the face: to its right, to its foot, and out of it."""
        c, s = np.cos(self.angle), np.sin(self.angle)
        right, down = np.array([c, s, 0.0]), np.array([-s, c, 0.0])
        up = np.array([0.0, 0.0, 1.0])
        if self.stance is Stance.FACE_UP:
            return right, down, up
        if self.stance is Stance.FACE_DOWN:
            return -right, down, -up
        c, s = np.cos(self.lean), np.sin(self.lean)
        return right, -c * up + s * down, c * down + s * up


GROUPS: Final = ("row", "hand", "square", "river", "wall", "meld", "heap", "single")
_GROUP_SHARES: Final = np.array([0.22, 0.2, 0.12, 0.15, 0.11, 0.07, 0.08, 0.05])


def random_size(rng: np.random.Generator) -> TileSize:
    """Japanese to large Chinese tiles; now and then flat cards with faces."""
    width = float(rng.uniform(18, 27))
    length = width * float(rng.uniform(1.27, 1.42))
    thickness = width * float(rng.uniform(0.6, 0.95)) if rng.random() < 0.95 else 0.4
    return TileSize(width, length, thickness)


def random_layout(
    size: TileSize, room: tuple[float, float], rng: np.random.Generator, *, crowded: bool
) -> list[Placed]:
    """Groups of tiles that do not lie on each other, in a room of that width and depth (mm) around the origin."""
    taken: list[tuple[tuple[float, float], tuple[float, float], float]] = []
    tiles: list[Placed] = []
    main = float(rng.normal(0, 0.12)) if rng.random() < 0.7 else float(rng.uniform(-np.pi, np.pi))
    wanted = int(rng.integers(6, 18)) if crowded else int(rng.integers(2, 7))
    for _ in range(6 * wanted):
        kind = GROUPS[int(rng.choice(len(GROUPS), p=_GROUP_SHARES))]
        group = _group(kind, size, rng)
        places = np.array([(tile.x, tile.y) for tile in group])
        reach = size.length * 0.75
        low, high = places.min(axis=0) - reach, places.max(axis=0) + reach
        turn = main + float(rng.choice([0, 0, 0, 1, 2, 3])) * np.pi / 2 + float(rng.normal(0, 0.03))
        if rng.random() < 0.12 or kind == "single":
            turn = float(rng.uniform(-np.pi, np.pi))
        at = rng.uniform(-0.48, 0.48, 2) * np.array(room)
        c, s = np.cos(turn), np.sin(turn)
        middle = (low + high) / 2
        centre = (float(at[0]), float(at[1]))
        box = (centre, (float(high[0] - low[0]), float(high[1] - low[1])), float(np.degrees(turn)))
        if any(cv2.rotatedRectangleIntersection(box, other)[0] for other in taken):
            continue
        taken.append(box)
        for tile in group:
            x, y = tile.x - middle[0], tile.y - middle[1]
            place = (c * x - s * y + at[0], s * x + c * y + at[1])
            tiles.append(Placed(place[0], place[1], tile.z, tile.angle + turn, tile.stance, tile.lean))
        if len(taken) >= wanted:
            break
    return tiles


def _group(kind: str, size: TileSize, rng: np.random.Generator) -> list[Placed]:
    gap = size.width * float(rng.choice([0.0, 0.0, 0.01, 0.02, 0.04, 0.1]))
    loose = float(rng.choice([0.0, 0.005, 0.02, 0.05]))
    if kind == "heap":
        return _heap(size, rng)
    if kind == "single":
        stance = Stance.STANDING if rng.random() < 0.3 else Stance.FACE_UP
        return [_one(0, 0, size, rng, stance, 0.0)]
    if kind == "wall":
        return _wall(size, gap, rng)
    if kind == "hand":
        count = int(rng.choice([3, 5, 8, 10, 13, 14, 17]))
        lean = float(rng.uniform(0, 0.35)) if rng.random() < 0.4 else 0.0
        turned = np.pi if rng.random() < 0.2 else 0.0
        spaced = gap if rng.random() < 0.8 else size.width * float(rng.uniform(0.2, 1.0))
        return [
            _one(place * (size.width + spaced), 0, size, rng, Stance.STANDING, loose, turned, lean)
            for place in range(count)
        ]
    if kind == "meld":
        return _meld(size, gap, loose, rng)
    columns, rows = {"row": (int(rng.integers(2, 19)), 1), "square": (int(rng.integers(3, 7)), int(rng.integers(2, 6))),
                     "river": (6, int(rng.integers(1, 4)))}[kind]  # fmt: skip
    return _lying(columns, rows, size, gap, loose, rng, river=kind == "river")


def _lying(
    columns: int, rows: int, size: TileSize, gap: float, loose: float, rng: np.random.Generator, *, river: bool
) -> list[Placed]:
    """Rows of faces; in squares each may lie any way up, in a river one may lie sideways."""
    tiles = []
    mixed = not river and rng.random() < 0.4
    down_share = float(rng.choice([0.0, 0.0, 0.0, 0.1, 0.5]))
    for row in range(rows):
        x = 0.0
        count = columns if row < rows - 1 else int(rng.integers(max(1, columns // 2), columns + 1))
        for _ in range(count):
            sideways = rng.random() < (0.06 if river else 0.015)
            width = size.length if sideways else size.width
            turn = (np.pi / 2 * float(rng.choice([-1, 1])) if sideways else 0.0) + (
                np.pi if mixed and rng.random() < 0.5 else 0.0
            )
            drop = (size.length - size.width) / 2 if sideways else 0.0
            stance = Stance.FACE_DOWN if rng.random() < down_share else Stance.FACE_UP
            tiles.append(_one(x + width / 2, row * (size.length + gap) + drop, size, rng, stance, loose, turn))
            x += width + gap
            if not river and rng.random() < 0.02:
                x += size.width * float(rng.uniform(0.3, 1.5))
    return tiles


def _meld(size: TileSize, gap: float, loose: float, rng: np.random.Generator) -> list[Placed]:
    """Three or four tiles of which one lies sideways, perhaps with one on top of it, perhaps closed."""
    tiles, x = [], 0.0
    count = int(rng.choice([3, 4]))
    sideways_at = int(rng.integers(count))
    closed = count == 4 and rng.random() < 0.4
    for place in range(count):
        sideways = place == sideways_at and not closed
        width = size.length if sideways else size.width
        drop = (size.length - size.width) / 2 if sideways else 0.0
        stance = Stance.FACE_DOWN if closed and place in (0, 3) else Stance.FACE_UP
        tiles.append(_one(x + width / 2, drop, size, rng, stance, loose, np.pi / 2 if sideways else 0.0))
        if sideways and rng.random() < 0.3:
            tiles.append(_one(x + width / 2, drop - size.width, size, rng, Stance.FACE_UP, loose, np.pi / 2))
        x += width + gap
    return tiles


def _wall(size: TileSize, gap: float, rng: np.random.Generator) -> list[Placed]:
    """Face down, one or two high; perhaps with an indicator turned up."""
    tiles = []
    count = int(rng.integers(4, 18))
    high = int(rng.choice([1, 2, 2]))
    short = int(rng.integers(0, 3))
    turned_up = int(rng.integers(count)) if rng.random() < 0.5 else -1
    for level in range(high):
        for place in range(count - (short if level else 0)):
            top = level == high - 1
            stance = Stance.FACE_UP if top and place == turned_up else Stance.FACE_DOWN
            tile = _one(place * (size.width + gap), 0, size, rng, stance, 0.008)
            tiles.append(Placed(tile.x, tile.y, tile.z + level * size.thickness, tile.angle, stance))
    return tiles


def _heap(size: TileSize, rng: np.random.Generator) -> list[Placed]:
    """Tiles shuffled over a patch, some face down, a few standing; none on another."""
    tiles: list[Placed] = []
    boxes: list[tuple[tuple[float, float], tuple[float, float], float]] = []
    count = int(rng.integers(6, 30))
    side = size.length * np.sqrt(count) * float(rng.uniform(0.8, 1.5))
    down_share = float(rng.uniform(0, 0.7))
    for _ in range(count):
        x, y = rng.uniform(-side / 2, side / 2, 2)
        angle = float(rng.uniform(-np.pi, np.pi))
        box = ((float(x), float(y)), (size.width * 1.01, size.length * 1.01), float(np.degrees(angle)))
        if any(cv2.rotatedRectangleIntersection(box, other)[0] for other in boxes):
            continue
        boxes.append(box)
        stance = Stance.FACE_DOWN if rng.random() < down_share else Stance.FACE_UP
        tiles.append(_one(float(x), float(y), size, rng, stance, 0.0, angle))
    return tiles


def _one(
    x: float, y: float, size: TileSize, rng: np.random.Generator, stance: Stance, loose: float,
    angle: float = 0.0, lean: float = 0.0,
) -> Placed:  # fmt: skip
    height = size.length / 2 if stance is Stance.STANDING else size.thickness / 2
    slip = rng.normal(0, loose, 2) * size.width
    return Placed(
        x + float(slip[0]) * 0.3, y + float(slip[1]), height, angle + float(rng.normal(0, loose / 2)), stance, lean
    )
