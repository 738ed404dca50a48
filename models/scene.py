"""Composes drawn tiles as they lie on a table: a face or a back with neighbours, seams, sides and ground around it.

The result is a `Crop` like those cut from photos; the training camera does the rest. Red fives, backs, framed and
blank white dragons, flowers and things that are no tiles come from here.
"""

from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np

from models.art import Glyph, Rgba
from models.body import FACE_HEIGHT_PX, FACE_WIDTH_PX, Body, Plane, draw_slab, ground, random_back, random_body
from models.corner_index import has_index, print_index
from models.crop import BACK, FIVES, LABEL_OF, OTHER, WHITE, Crop, turn_mask
from models.icons import SOURCE as ANIMALS
from models.inks import recolour_black, recolour_hue, recolour_red
from referee.tiles.names import LABELS

WIDTH: Final = 2 * FACE_WIDTH_PX
HEIGHT: Final = 2 * FACE_HEIGHT_PX
LEFT: Final = FACE_WIDTH_PX // 2
TOP: Final = FACE_HEIGHT_PX // 2
FACE_BOX: Final = (float(LEFT), float(TOP), float(LEFT + FACE_WIDTH_PX), float(TOP + FACE_HEIGHT_PX))
INVENTED_SHARE: Final = 0.45
ANIMAL_SHARE: Final = {LABEL_OF["1s"]: 0.5, LABEL_OF["6z"]: 0.3, LABEL_OF["7z"]: 0.3, OTHER: 0.08}
"""How many of the faces of these labels show an animal (or what flowers show), where there are any."""

COLOURED_SHARE: Final = 0.06
LARGE_INDEX_SHARE: Final = 0.22
RED_SOURCES: Final = {red: five for five, red in FIVES.items()}

_WEIGHTS: Final = np.array(
    [
        {"5z": 3.0, "back": 5.0, "other": 6.0, "1s": 4.0, "6z": 1.7, "7z": 1.7, "0m": 1.5, "0p": 1.5, "0s": 1.5}.get(
            n, 1.0
        )
        for n in LABELS
    ]
)


@dataclass(slots=True)
class Scenery:
    """All glyphs by label, ready to be drawn from."""

    glyphs: list[Glyph]
    by_label: dict[int, list[Glyph]] = field(init=False)

    def __post_init__(self) -> None:
        self.by_label = {label: [g for g in self.glyphs if g.label == label] for label in range(len(LABELS))}

    def draw(
        self, rng: np.random.Generator, label: int | None = None, body: Body | None = None, *, blank: bool = False
    ) -> Crop:
        """A scene around a tile with the given label (or one drawn by weight), of a given set (or a random one).

        With `blank` a white dragon has no frame and a back no pattern.
        """
        if label is None:
            label = int(rng.choice(len(LABELS), p=_WEIGHTS / _WEIGHTS.sum()))
        coloured = label not in (WHITE, BACK) and rng.random() < COLOURED_SHARE
        body = body or random_body(rng, coloured=coloured)
        light = float(rng.uniform(0, 360))
        canvas = ground(HEIGHT, WIDTH, rng)
        size = (FACE_WIDTH_PX, FACE_HEIGHT_PX)
        if rng.random() < 0.35:
            _side(canvas, body, rng)
        self._neighbours(canvas, body, light, label, rng)
        draw_slab(canvas, LEFT, TOP, body.back if label == BACK else body.face, body, light, size)
        return self._printed(canvas, label, rng, blank and label in (WHITE, BACK))

    def _printed(self, canvas: Plane, label: int, rng: np.random.Generator, blank: bool) -> Crop:
        """The canvas with the label's face printed on the middle tile, in some ink."""
        drawn = label
        large_index = has_index(label) and label != WHITE and rng.random() < LARGE_INDEX_SHARE
        red = label in RED_SOURCES
        if red and (not self.by_label[label] or rng.random() < 0.7):
            drawn = RED_SOURCES[label]
        source = "drawn"
        if blank:
            pass
        elif label == WHITE:
            if rng.random() < 0.58:
                _white_dragon(canvas, self.by_label[WHITE], rng)
                self._framed_sign(canvas, rng)
        elif label == BACK:
            if self.by_label[BACK] and rng.random() < 0.15:
                self._print(canvas, BACK, LEFT, TOP, rng, bleed=True)
        elif label == OTHER and rng.random() < 0.25:
            _scribble(canvas, rng)
        else:
            source = self._print(canvas, drawn, LEFT, TOP, rng, beside_index=large_index)
        crop = Crop(canvas.clip(0, 255).astype(np.uint8), FACE_BOX, label, turn_mask(label), source, source == ANIMALS)
        if red:
            if drawn != label or rng.random() < 0.3:
                crop = recolour_red(crop, label, rng)
        elif label != BACK and not blank and not crop.told_by_colour:
            kind = rng.random()
            crop = recolour_black(crop, rng) if kind < 0.3 else recolour_hue(crop, rng) if kind < 0.45 else crop
        if large_index or (has_index(label) and not blank and rng.random() < 0.35):
            print_index(crop, rng, large=large_index)
        return crop

    def _print(
        self, canvas: Plane, label: int, x: int, y: int, rng: np.random.Generator, *, bleed: bool = False,
        beside_index: bool = False,
    ) -> str:  # fmt: skip
        glyph = self._glyph(label, rng)
        scale = 1.0 if bleed else float(rng.uniform(0.68, 0.97))
        if beside_index:
            scale, x, y = float(rng.uniform(0.5, 0.75)), x + int(rng.integers(-10, 6)), y + int(rng.integers(2, 18))
        _stamp(canvas, glyph.pixels, x, y, scale, rng, warp=not bleed)
        return glyph.source

    def _framed_sign(self, canvas: Plane, rng: np.random.Generator) -> None:
        """A letter or a character within the frame of a white dragon, as some sets have."""
        kind = rng.random()
        if kind < 0.15 and self.by_label[OTHER]:
            _stamp(canvas, self._glyph(OTHER, rng).pixels, LEFT, TOP, float(rng.uniform(0.3, 0.45)), rng, True)
        elif kind < 0.35:
            flat = canvas.clip(0, 255).astype(np.uint8)
            colour = ((200.0, 60.0, 20.0), (40.0, 40.0, 40.0), (40.0, 30.0, 200.0))[rng.integers(3)]
            place = (LEFT + int(rng.integers(20, 34)), TOP + int(rng.integers(52, 62)))
            font, size, thick = int(rng.integers(0, 5)), float(rng.uniform(0.6, 1.2)), int(rng.integers(1, 4))
            cv2.putText(flat, "PBW"[rng.integers(3)], place, font, size, colour, thick, cv2.LINE_AA)
            canvas[:] = flat

    def _glyph(self, label: int, rng: np.random.Generator) -> Glyph:
        """A glyph of the label: drawn sets and invented ones about half and half, however many there are of each."""
        glyphs = self.by_label[label]
        animal = rng.random() < ANIMAL_SHARE.get(label, 0.0)
        glyphs = [glyph for glyph in glyphs if (glyph.source == ANIMALS) == animal] or glyphs
        invented = rng.random() < INVENTED_SHARE
        wanted = [glyph for glyph in glyphs if glyph.source.startswith("invented") == invented] or glyphs
        return wanted[rng.integers(len(wanted))]

    def _neighbours(self, canvas: Plane, body: Body, light: float, label: int, rng: np.random.Generator) -> None:
        gap = int(rng.choice([0, 0, 1, 1, 2, 3, 5]))
        size = (FACE_WIDTH_PX, FACE_HEIGHT_PX)
        row, column = rng.random() < 0.75, rng.random() < 0.4
        slip = rng.integers(-3, 4, 4) if rng.random() < 0.5 else np.zeros(4, np.int64)
        places = []
        if row:
            places += [(LEFT - FACE_WIDTH_PX - gap, TOP + slip[0]), (LEFT + FACE_WIDTH_PX + gap, TOP + slip[1])]
        if column:
            places += [(LEFT + slip[2], TOP - FACE_HEIGHT_PX - gap), (LEFT + slip[3], TOP + FACE_HEIGHT_PX + gap)]
        for x, y in places:
            if rng.random() < 0.12:
                continue
            face_down = rng.random() < (0.7 if label == BACK else 0.08)
            draw_slab(canvas, int(x), int(y), body.back if face_down else body.face, body, light, size)
            if not face_down:
                faces = self.by_label[int(rng.integers(34))]
                if faces and rng.random() < 0.95:
                    pixels = faces[rng.integers(len(faces))].pixels
                    _stamp(canvas, pixels, int(x), int(y), 0.85, rng, warp=False)


def _stamp(canvas: Plane, pixels: Rgba, x: int, y: int, scale: float, rng: np.random.Generator, warp: bool) -> None:
    """Prints a glyph centred on the face at x, y; `warp` bends it a little, as sets differ in drawing."""
    height, width = pixels.shape[:2]
    sx, sy = scale * FACE_WIDTH_PX / width, scale * FACE_HEIGHT_PX / height
    if warp:
        sx, sy = sx * float(rng.uniform(0.9, 1.0)), sy * float(rng.uniform(0.92, 1.0))
    if rng.random() < 0.15:
        bolder = cv2.dilate(pixels[..., 3], np.ones((3, 3), np.uint8))
        pixels = np.dstack([pixels[..., :3], bolder])
    centre = (FACE_WIDTH_PX / 2, FACE_HEIGHT_PX / 2)
    nudge = rng.normal(0, 1.2, 2) if warp else np.zeros(2)
    matrix = np.array([[sx, 0, centre[0] - sx * width / 2 + nudge[0]], [0, sy, centre[1] - sy * height / 2 + nudge[1]]])
    if warp:
        matrix[0, 1], matrix[1, 0] = rng.normal(0, 0.02, 2)
    face = cv2.warpAffine(pixels, matrix, (FACE_WIDTH_PX, FACE_HEIGHT_PX), flags=cv2.INTER_AREA)
    top, left = max(0, y), max(0, x)
    bottom, right = min(canvas.shape[0], y + FACE_HEIGHT_PX), min(canvas.shape[1], x + FACE_WIDTH_PX)
    if top >= bottom or left >= right:
        return
    face = face[top - y : bottom - y, left - x : right - x]
    under = canvas[top:bottom, left:right]
    alpha = face[..., 3:].astype(np.float32) / 255
    lit = under / max(1.0, float(np.percentile(under, 90)))
    under += alpha * (face[..., :3] * (0.5 + 0.5 * lit) - under)


def _white_dragon(canvas: Plane, framed: list[Glyph], rng: np.random.Generator) -> None:
    """A frame as a source draws it, or one of our own: single, double, with ornaments at corners and sides."""
    if framed and rng.random() < 0.25:
        _stamp(canvas, framed[rng.integers(len(framed))].pixels, LEFT, TOP, float(rng.uniform(0.75, 1.0)), rng, True)
        return
    ink = np.array([(150, 60, 20), (40, 40, 40), (60, 110, 20), (40, 30, 190), (120, 90, 60)][rng.integers(5)], float)
    colour = tuple(float(v) for v in (ink + rng.normal(0, 15, 3)).clip(0, 255))
    inset = float(rng.uniform(0.07, 0.2))
    flat = canvas.clip(0, 255).astype(np.uint8)
    for ring in range(int(rng.integers(1, 4))):
        dx, dy = round((inset + ring * 0.07) * FACE_WIDTH_PX), round((inset + ring * 0.06) * FACE_HEIGHT_PX)
        corners = (LEFT + dx, TOP + dy), (LEFT + FACE_WIDTH_PX - dx, TOP + FACE_HEIGHT_PX - dy)
        thick = int(rng.integers(1, 4))
        cv2.rectangle(flat, *corners, colour, thick, cv2.LINE_AA)
        if rng.random() < 0.4:
            for x in (corners[0][0], corners[1][0]):
                for y in (corners[0][1], corners[1][1]):
                    cv2.circle(flat, (x, y), int(rng.integers(2, 6)), colour, -1 if rng.random() < 0.5 else 1)
        if rng.random() < 0.2:
            for step in range(corners[0][1], corners[1][1], 6):
                cv2.line(flat, (corners[0][0], step), (corners[0][0] + 4, step + 3), colour, 1, cv2.LINE_AA)
                cv2.line(flat, (corners[1][0], step), (corners[1][0] - 4, step + 3), colour, 1, cv2.LINE_AA)
    canvas[:] = flat


def _scribble(canvas: Plane, rng: np.random.Generator) -> None:
    """Something printed that is no mahjong face: letters, shapes, lines."""
    flat = canvas.clip(0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(1, 5))):
        colour = tuple(float(v) for v in rng.uniform(0, 200, 3))
        x, y = LEFT + rng.uniform(0.1, 0.6) * FACE_WIDTH_PX, TOP + rng.uniform(0.2, 0.9) * FACE_HEIGHT_PX
        kind = rng.integers(3)
        if kind == 0:
            text = "".join(chr(rng.integers(33, 122)) for _ in range(int(rng.integers(1, 4))))
            font = int(rng.integers(0, 8))
            size = float(rng.uniform(0.5, 2.2))
            cv2.putText(flat, text, (int(x) - 10, int(y)), font, size, colour, int(rng.integers(1, 5)), cv2.LINE_AA)
        elif kind == 1:
            points = np.array([LEFT, TOP]) + rng.uniform(0.1, 0.9, (5, 2)) * np.array([FACE_WIDTH_PX, FACE_HEIGHT_PX])
            cv2.polylines(flat, [points.astype(np.int32)], bool(rng.integers(2)), colour, 3, cv2.LINE_AA)
        else:
            axes = (int(rng.integers(4, 30)), int(rng.integers(4, 30)))
            cv2.ellipse(flat, (int(x), int(y)), axes, float(rng.uniform(0, 180)), 0, float(rng.uniform(90, 360)),
                        colour, -1 if rng.random() < 0.4 else 2, cv2.LINE_AA)  # fmt: skip
    canvas[:] = flat


def _side(canvas: Plane, body: Body, rng: np.random.Generator) -> None:
    """The thickness of the tile, seen obliquely: a strip on one side, body first, then the back's colour."""
    depth = float(rng.uniform(0.1, 0.5))
    shade = float(rng.uniform(0.55, 1.05))
    share = float(rng.uniform(0.4, 0.75))
    side = int(rng.integers(4))
    long = FACE_HEIGHT_PX if side % 2 == 0 else FACE_WIDTH_PX
    body_px, back_px = round(depth * long * share), round(depth * long)
    for far, colour in ((back_px, body.back), (body_px, body.face)):
        paint = tuple(float(v) * shade for v in colour)
        x1, y1, x2, y2 = LEFT, TOP, LEFT + FACE_WIDTH_PX, TOP + FACE_HEIGHT_PX
        x1, y1 = x1 - far * (side == 1), y1 - far * (side == 0)
        x2, y2 = x2 + far * (side == 3), y2 + far * (side == 2)
        cv2.rectangle(canvas, (x1, y1), (x2 - 1, y2 - 1), paint, -1)


def empty_scene(rng: np.random.Generator) -> Crop:
    """No tile at all: ground, a blank surface in a tile's colour without edges, a stripe, or a loose corner."""
    kind = rng.random()
    canvas = ground(HEIGHT, WIDTH, rng)
    if kind < 0.4:
        colour = random_body(rng).face if rng.random() < 0.5 else random_back(rng)
        glow = cv2.resize(rng.normal(1, 0.06, (3, 3)).astype(np.float32), (WIDTH, HEIGHT))
        canvas = (glow[..., None] * np.array(colour, np.float32)).astype(np.float32)
    elif kind < 0.75:
        for _ in range(int(rng.integers(1, 4))):
            colour = tuple(float(v) for v in random_back(rng))
            a, b = rng.integers(0, WIDTH, 2), rng.integers(0, HEIGHT, 2)
            cv2.line(canvas, (int(a[0]), int(b[0])), (int(a[1]), int(b[1])), colour, int(rng.integers(2, 60)))
    elif kind < 0.88:
        fine = rng.normal(0, 1, (HEIGHT // int(rng.integers(1, 9)), WIDTH // int(rng.integers(1, 9)), 3))
        noise = cv2.resize(fine.astype(np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_NEAREST)
        if rng.random() < 0.5:
            noise[:] = noise[..., :1]
        canvas = float(rng.uniform(40, 215)) + noise * float(rng.uniform(15, 80))
    return Crop(canvas.clip(0, 255).astype(np.uint8), FACE_BOX, OTHER, turn_mask(OTHER), "empty")
