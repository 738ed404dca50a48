"""What an automatic table has besides tiles: the unit in its middle, chip trays, frames with slots, printed signs.

All of it is painted where no tile is meant to be found. The painters are called as those of `models.locator_clutter`.
"""

from typing import Final

import cv2
import numpy as np

from models.art import Glyph
from models.body import random_body, slab
from models.crop import Image
from models.locator_surface import any_colour, lay, slanted

_LEDS: Final = ((60.0, 60, 255), (80.0, 255, 80), (255.0, 160, 60), (60.0, 200, 255))


def centre_unit(picture: Image, unit: float, glyphs: list[Glyph], rng: np.random.Generator) -> None:
    """The square or eight-cornered unit: points in lights on its sides, buttons, a dome over dice."""
    texture = np.full((240, 240, 3), int(rng.choice([20, 45, 90, 200])), np.uint8)
    ink = _LEDS[int(rng.integers(len(_LEDS)))]
    for turn in range(4):
        cv2.rectangle(texture, (70, 8), (170, 44), (12.0, 12, 12), -1)
        digits = str(int(rng.integers(1, 600)) * 100)
        cv2.putText(texture, digits, (78, 36), int(rng.choice([0, 1, 2])), 0.8, ink, 2, cv2.LINE_AA)
        for place in range(int(rng.integers(0, 4))):
            cv2.circle(texture, (52 + 45 * place, 58), 7, tuple(float(v) for v in rng.uniform(30, 255, 3)), -1)
        if rng.random() < 0.5:
            glyph = cv2.resize(glyphs[int(rng.integers(len(glyphs)))].pixels, (24, 32), interpolation=cv2.INTER_AREA)
            alpha = glyph[..., 3:].astype(np.float32) / 255
            corner = texture[10:42, 14:38]
            corner[:] = (corner + alpha * (np.array(ink) - corner)).astype(np.uint8)
        texture = np.ascontiguousarray(np.rot90(texture, turn and 1))
    if rng.random() < 0.8:
        radius = int(rng.integers(30, 62))
        cv2.circle(texture, (120, 120), radius, any_colour(rng), -1, cv2.LINE_AA)
        for _ in range(2):
            x, y = rng.integers(96, 130, 2)
            cv2.rectangle(texture, (int(x), int(y)), (int(x) + 16, int(y) + 16), (235.0, 240, 240), -1)
            cv2.circle(texture, (int(x) + 8, int(y) + 8), 3, (30.0, 30, 200), -1)
        cv2.circle(texture, (105, 105), radius // 3, (255.0, 255, 255), 2, cv2.LINE_AA)
    side = unit * float(rng.uniform(3.5, 9))
    cover = slab(240, 240, int(rng.choice([4, 30, 70])))[0]
    lay(picture, texture, slanted(picture, (side, side), rng), cover)


def chip_tray(picture: Image, unit: float, glyphs: list[Glyph], rng: np.random.Generator) -> None:
    """A tray of chips, seen from above as discs or from the side as stacks of edges, one colour to a heap."""
    columns = int(rng.integers(1, 7))
    texture = np.full((120, 60 * columns, 3), float(rng.uniform(10, 120)), np.float32)
    lying = rng.random() < 0.5
    for column in range(columns):
        colour, spot = any_colour(rng), any_colour(rng)
        x = 60 * column + 30
        if lying:
            cv2.circle(texture, (x, 60), 27, colour, -1, cv2.LINE_AA)
            for angle in np.arange(0, 2 * np.pi, np.pi / int(rng.integers(2, 6))):
                edge = (x + int(23 * np.cos(angle)), 60 + int(23 * np.sin(angle)))
                cv2.circle(texture, edge, 5, spot, -1, cv2.LINE_AA)
            cv2.circle(texture, (x, 60), 15, spot if rng.random() < 0.5 else colour, -1, cv2.LINE_AA)
            continue
        for y in range(int(rng.integers(5, 50)), 116, 9):
            cv2.rectangle(texture, (x - 26, y), (x + 26, y + 7), colour, -1)
            for spotted in range(x - 20, x + 22, 16):
                cv2.rectangle(texture, (spotted, y + 1), (spotted + 6, y + 6), spot, -1)
    side = unit * float(rng.uniform(0.9, 2.2))
    lay(picture, texture, slanted(picture, (side * columns, 2 * side), rng))


def frame(picture: Image, unit: float, glyphs: list[Glyph], rng: np.random.Generator) -> None:
    """The wooden or plastic rim of the table with the slots from which walls rise, and flaps beside them."""
    texture = np.full((80, 400, 3), 1.0, np.float32) * np.array(any_colour(rng), np.float32)
    cv2.rectangle(texture, (30, 24), (370, 58), tuple(0.3 * v for v in any_colour(rng)), -1)
    if rng.random() < 0.6:
        cv2.rectangle(texture, (36, 28), (364, 54), any_colour(rng), -1)
    for x in range(40, 360, int(rng.integers(30, 300))):
        cv2.line(texture, (x, 24), (x, 58), (30.0, 30, 30), 1)
    length = unit * float(rng.uniform(12, 22))
    lay(picture, texture, slanted(picture, (length, length * float(rng.uniform(0.12, 0.25))), rng))


def sign(picture: Image, unit: float, glyphs: list[Glyph], rng: np.random.Generator) -> None:
    """A chart, a label or a cushion with drawings of faces on it: printed close together on one sheet, not on tiles."""
    columns, rows = int(rng.integers(1, 6)), int(rng.integers(1, 4))
    sheet = np.full((rows * 110, columns * 84, 3), 1.0, np.float32) * np.array(any_colour(rng), np.float32)
    for row in range(rows):
        for column in range(columns):
            glyph = cv2.resize(glyphs[int(rng.integers(len(glyphs)))].pixels, (60, 80), interpolation=cv2.INTER_AREA)
            alpha = glyph[..., 3:].astype(np.float32) / 255
            part = sheet[row * 110 + 15 : row * 110 + 95, column * 84 + 12 : column * 84 + 72]
            part += alpha * (glyph[..., :3].astype(np.float32) - part)
    side = unit * float(rng.uniform(0.6, 1.8))
    lay(picture, sheet, slanted(picture, (columns * side, rows * side * 1.3), rng))


def ledge(picture: Image, unit: float, glyphs: list[Glyph], rng: np.random.Generator) -> None:
    """A light button, block or box the size of a tile but without its seams, with rounded or sharp corners."""
    for _ in range(int(rng.integers(1, 5))):
        texture = np.full((90, 90, 3), 1.0, np.float32) * np.array(
            random_body(rng).face if rng.random() < 0.5 else any_colour(rng), np.float32
        )
        side = unit * float(rng.uniform(0.5, 1.6))
        quad = slanted(picture, (side, side * float(rng.uniform(0.8, 1.9))), rng)
        lay(picture, texture, quad, cv2.GaussianBlur(slab(90, 90, int(rng.integers(1, 40)))[0], (0, 0), 3.0))
