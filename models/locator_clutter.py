"""What else is in front of a camera: grounds, cards, dice, sticks, chips, screens, keys, books, windows, hands.

All of it is painted where no tile is meant to be found; hands and sleeves also lie over tiles.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.art import Glyph
from models.body import ground, random_back, random_body, slab
from models.crop import Image
from models.locator_machine import centre_unit, chip_tray, frame, ledge, sign
from models.locator_paint import Canvas
from models.locator_surface import Points, any_colour, lay, slanted


def random_ground(size: tuple[int, int], rng: np.random.Generator) -> Image:
    """Felt, wood, plastic or cloth, with a pattern now and then, and a second material beyond some line."""
    width, height = size
    picture = ground(height, width, rng)
    if rng.random() < 0.25:
        picture *= _pattern(height, width, rng)[..., None]
    for _ in range(int(rng.choice([0, 1, 1, 2]))):
        other = ground(height, width, rng)
        if rng.random() < 0.3:
            other *= _pattern(height, width, rng)[..., None]
        angle = float(rng.choice([0, np.pi / 2, np.pi, -np.pi / 2])) + float(rng.normal(0, 0.1))
        normal = np.array([np.cos(angle), np.sin(angle)])
        rows, columns = np.mgrid[:height, :width]
        beyond = (columns / width - 0.5) * normal[0] + (rows / height - 0.5) * normal[1] > rng.uniform(0.1, 0.45)
        picture[beyond] = other[beyond]
    return np.asarray(picture.clip(0, 255), np.uint8)


def _pattern(height: int, width: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """Weave, grain, or stripes, as factors around one."""
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    angle = rng.uniform(0, np.pi)
    along, across = columns * np.cos(angle) + rows * np.sin(angle), rows * np.cos(angle) - columns * np.sin(angle)
    period = float(np.exp(rng.uniform(np.log(3), np.log(60))))
    wave = np.sin(2 * np.pi * along / period)
    if rng.random() < 0.5:
        wave = wave * np.sin(2 * np.pi * across / (period * float(rng.uniform(0.5, 2))))
    return np.asarray(1 + float(rng.uniform(0.02, 0.25)) * wave, np.float32)


def scatter_clutter(picture: Image, unit_px: float, glyphs: list[Glyph], rng: np.random.Generator) -> None:
    """Paints some things that are no tiles; `unit_px` is about the width of a tile."""
    painters = (
        _card, _dice, _stick, _chip, _screen, _keys, _books, _text, _bar, _printed_face, _blank, _strip,
        centre_unit, chip_tray, frame, sign, ledge,
    )  # fmt: skip
    for _ in range(int(rng.choice([0, 1, 2, 4, 8]))):
        painters[int(rng.integers(len(painters)))](picture, unit_px, glyphs, rng)


def _card(picture: Image, unit: float, glyphs: list[Glyph], rng: np.random.Generator) -> None:
    """Paper or a playing card with pips or lines of text; larger than tiles, and thinner print."""
    side = unit * float(rng.uniform(1.6, 6))
    texture = np.full((180, 130, 3), 1.0, np.float32) * np.array(any_colour(rng), np.float32)
    ink = tuple(float(v) for v in rng.uniform(0, 120, 3))
    if rng.random() < 0.5:
        for y in range(15, 170, int(rng.integers(8, 20))):
            cv2.line(texture, (12, y), (int(rng.integers(40, 118)), y), ink, int(rng.integers(1, 4)))
    else:
        for _ in range(int(rng.integers(1, 10))):
            cv2.circle(texture, tuple(int(v) for v in rng.integers(20, 110, 2)), int(rng.integers(4, 14)), ink, -1)
    lay(picture, texture, slanted(picture, (side, side * float(rng.uniform(1.2, 1.6))), rng))


def _dice(picture: Image, unit: float, glyphs: list[Glyph], rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(1, 4))):
        side = unit * float(rng.uniform(0.35, 0.75))
        texture = np.full((64, 64, 3), 1.0, np.float32) * np.array(random_body(rng).face, np.float32)
        pips = int(rng.integers(1, 7))
        places = {1: [(32, 32)], 2: [(16, 16), (48, 48)], 3: [(14, 14), (32, 32), (50, 50)],
                  4: [(16, 16), (48, 16), (16, 48), (48, 48)],
                  5: [(14, 14), (50, 14), (32, 32), (14, 50), (50, 50)],
                  6: [(16, 12), (48, 12), (16, 32), (48, 32), (16, 52), (48, 52)]}[pips]  # fmt: skip
        ink = (30.0, 30.0, 200.0) if pips in (1, 4) else (30.0, 30.0, 30.0)
        for place in places:
            cv2.circle(texture, place, 12 if pips == 1 else 6, ink, -1, cv2.LINE_AA)
        quad = slanted(picture, (side, side), rng)
        under = quad + np.array([0, 0.35 * side])
        cv2.fillConvexPoly(picture, cv2.convexHull(np.concatenate([quad, under]).astype(np.float32)).astype(np.int32),
                           tuple(v * 0.7 for v in random_body(rng).face), cv2.LINE_AA)  # fmt: skip
        lay(picture, texture, quad, slab(64, 64, 9)[0])


def _stick(picture: Image, unit: float, glyphs: list[Glyph], rng: np.random.Generator) -> None:
    """Point sticks: long, thin, light, with dots in the middle."""
    for _ in range(int(rng.integers(1, 6))):
        texture = np.full((16, 200, 3), 1.0, np.float32) * np.array(random_body(rng).face, np.float32)
        ink = (30.0, 30.0, 200.0) if rng.random() < 0.5 else (30.0, 30.0, 30.0)
        for place in range(int(rng.integers(1, 6))):
            cv2.circle(texture, (84 + 8 * place, 8), 3, ink, -1)
        length = unit * float(rng.uniform(2.5, 5))
        lay(picture, texture, slanted(picture, (length, length * float(rng.uniform(0.07, 0.14))), rng))


def _chip(picture: Image, unit: float, glyphs: list[Glyph], rng: np.random.Generator) -> None:
    place = tuple(int(v) for v in rng.uniform(0, 1, 2) * np.array(picture.shape[1::-1]))
    radius = int(unit * rng.uniform(0.3, 1.6))
    axes = (radius, int(radius * rng.uniform(0.5, 1)))
    for part in (1.0, 0.8, 0.5)[: int(rng.integers(1, 4))]:
        cv2.ellipse(
            picture, place, (int(axes[0] * part), int(axes[1] * part)), 0, 0, 360, any_colour(rng), -1, cv2.LINE_AA
        )


def _screen(picture: Image, unit: float, glyphs: list[Glyph], rng: np.random.Generator) -> None:
    """A phone or display with a grid of icons or large digits."""
    texture = np.full((220, 140, 3), int(rng.choice([10, 30, 240])), np.uint8)
    inner = texture[10:-10, 8:-8]
    inner[:] = rng.uniform(0, 255, 3)
    if rng.random() < 0.5:
        for y in range(16, 200, 32):
            for x in range(14, 120, 30):
                cv2.rectangle(texture, (x, y), (x + 20, y + 20), tuple(float(v) for v in rng.uniform(0, 255, 3)), -1)
    else:
        digits = str(rng.integers(100, 99999))
        cv2.putText(texture, digits, (12, 110), 0, 1.2, tuple(float(v) for v in rng.uniform(0, 255, 3)), 3)
    side = unit * float(rng.uniform(2, 6))
    lay(picture, texture, slanted(picture, (side, side * 1.6), rng))


def _keys(picture: Image, unit: float, glyphs: list[Glyph], rng: np.random.Generator) -> None:
    """Keys or buttons in rows: like tiles, but square or wide, with one small sign each or none."""
    columns, rows = int(rng.integers(3, 11)), int(rng.integers(2, 5))
    texture = np.full((rows * 36, columns * 36, 3), int(rng.integers(10, 90)), np.uint8)
    colour, ink = float(rng.uniform(20, 120)), float(rng.uniform(120, 255))
    if rng.random() < 0.3:
        colour, ink = ink, colour
    for row in range(rows):
        for column in range(columns):
            x, y = 36 * column, 36 * row
            cv2.rectangle(texture, (x + 4, y + 5), (x + 31, y + 30), (colour,) * 3, -1)
            if rng.random() < 0.8:
                cv2.putText(texture, chr(rng.integers(48, 91)), (x + 9, y + 20), 0, 0.45, (ink,) * 3, 1)
    side = unit * float(rng.uniform(0.5, 1.1))
    lay(picture, texture, slanted(picture, (side * columns, side * rows), rng))


def _books(picture: Image, unit: float, glyphs: list[Glyph], rng: np.random.Generator) -> None:
    """Spines beside each other with characters down them, as on a shelf behind the table."""
    x = float(rng.uniform(-0.2, 0.7)) * picture.shape[1]
    tall = unit * float(rng.uniform(3, 10))
    top = float(rng.uniform(-0.5, 0.5)) * tall
    for _ in range(int(rng.integers(3, 12))):
        wide = unit * float(rng.uniform(0.4, 1.8))
        texture = np.full((240, 40, 3), 1.0, np.float32) * np.array(any_colour(rng), np.float32)
        y = int(rng.integers(5, 40))
        while y < 200:
            glyph = glyphs[int(rng.integers(len(glyphs)))].pixels
            sign = cv2.resize(glyph, (24, 28), interpolation=cv2.INTER_AREA)
            alpha = sign[..., 3:].astype(np.float32) / 255
            part = texture[y : y + 28, 8:32]
            part += alpha * (float(rng.choice([0, 0, 255])) - part)
            y += int(rng.choice([28, 28, 30, 70]))
        quad = np.array([[x, top], [x + wide, top], [x + wide, top + tall], [x, top + tall]])
        quad[:, 0] += np.array([0, 0, 1, 1]) * unit * float(rng.normal(0, 0.1))
        lay(picture, texture, quad)
        x += wide


def _text(picture: Image, unit: float, glyphs: list[Glyph], rng: np.random.Generator) -> None:
    text = "".join(chr(rng.integers(33, 122)) for _ in range(int(rng.integers(2, 14))))
    place = tuple(int(v) for v in rng.uniform(-0.1, 1, 2) * np.array(picture.shape[1::-1]))
    size = unit / 25 * float(rng.uniform(0.3, 1.8))
    cv2.putText(
        picture, text, place, int(rng.integers(0, 8)), size, any_colour(rng), int(rng.integers(1, 4)), cv2.LINE_AA
    )


def _bar(picture: Image, unit: float, glyphs: list[Glyph], rng: np.random.Generator) -> None:
    """A tray's edge, a frame, a window: a long bar, perhaps divided."""
    length, wide = unit * float(rng.uniform(5, 30)), unit * float(rng.uniform(0.3, 2.0))
    texture = np.full((32, 400, 3), 1.0, np.float32) * np.array(any_colour(rng), np.float32)
    if rng.random() < 0.4:
        for x in range(0, 400, int(rng.integers(12, 90))):
            cv2.line(texture, (x, 0), (x, 31), any_colour(rng), int(rng.integers(1, 4)))
    lay(picture, texture, slanted(picture, (length, wide), rng))


def _strip(picture: Image, unit: float, glyphs: list[Glyph], rng: np.random.Generator) -> None:
    """A long light box without seams, as the side of a row or a ledge, with an edge in a back's colour."""
    length, wide = unit * float(rng.uniform(3, 15)), unit * float(rng.uniform(0.5, 1.6))
    texture = np.full((40, 300, 3), 1.0, np.float32) * np.array(random_body(rng).face, np.float32)
    texture[: int(rng.integers(0, 16))] = random_back(rng)
    lay(picture, texture, slanted(picture, (length, wide), rng))


def _printed_face(picture: Image, unit: float, glyphs: list[Glyph], rng: np.random.Generator) -> None:
    """The drawing of a tile without a tile, printed on the ground."""
    glyph = glyphs[int(rng.integers(len(glyphs)))].pixels
    side = unit * float(rng.uniform(0.6, 3))
    lay(picture, glyph[..., :3].astype(np.float32), slanted(picture, (side, side * 1.33), rng),
         glyph[..., 3].astype(np.float32) / 255)  # fmt: skip


def _blank(picture: Image, unit: float, glyphs: list[Glyph], rng: np.random.Generator) -> None:
    """A light patch with soft edges: glare, a lamp's reflection, a sheet out of focus."""
    mask = np.zeros(picture.shape[:2], np.float32)
    cv2.fillConvexPoly(mask, slanted(picture, tuple(unit * rng.uniform(0.8, 4, 2)), rng).astype(np.int32), 1.0)
    mask = cv2.GaussianBlur(mask, (0, 0), unit * float(rng.uniform(0.15, 0.8)))[..., None]
    picture[:] = (picture * (1 - mask) + np.array(any_colour(rng)) * mask).astype(np.uint8)


def lay_hand(canvas: Canvas, unit: float, rng: np.random.Generator) -> None:
    """An arm with a hand, from a border of the picture to somewhere, over whatever lies there."""
    height, width = canvas.picture.shape[:2]
    tone = float(rng.uniform(0.35, 1.0))
    skin = np.array([130.0, 165, 215]) * tone + rng.normal(0, 8, 3)
    sleeve = any_colour(rng)
    border = rng.uniform(0, 1, 2) * (width, height)
    border[int(rng.integers(2))] = float(rng.choice([-20, 1])) if rng.random() < 0.3 else (height + 20)
    palm = rng.uniform(0.1, 0.9, 2) * (width, height)
    way = (palm - border) / max(1.0, float(np.linalg.norm(palm - border)))
    scale = unit * float(rng.uniform(0.8, 1.3))
    wrist = palm - way * 2.2 * scale
    normal = np.array([-way[1], way[0]])

    def fill(polygon: Points, colour: tuple[float, ...]) -> None:
        cv2.fillPoly(canvas.picture, [np.round(polygon).astype(np.int32)], colour, cv2.LINE_AA)
        canvas.hide(polygon)

    fill(np.array([wrist + normal * 1.4 * scale, border + normal * 2 * scale, border - normal * 2 * scale,
                   wrist - normal * 1.4 * scale]), sleeve)  # fmt: skip
    fill(np.array([wrist + normal * scale, palm + normal * 1.5 * scale, palm - normal * 1.5 * scale,
                   wrist - normal * scale]), tuple(float(v) for v in skin.clip(0, 255)))  # fmt: skip
    for finger in range(5):
        start = palm + normal * (finger - 2) * 0.7 * scale
        tip = start + way * scale * float(rng.uniform(0.8, 3)) + normal * float(rng.normal(0, 0.4)) * scale
        side = normal * 0.33 * scale
        shade = float(rng.uniform(0.85, 1.08))
        colour = tuple(float(v) for v in (skin * shade).clip(0, 255))
        fill(
            np.array([start + side, tip + side * 0.8, tip + way * 0.3 * scale, tip - side * 0.8, start - side]), colour
        )
