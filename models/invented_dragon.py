"""Invents dragons drawn as animals, green for 6z and red for 7z, as some American and export sets have them."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.art import HEIGHT_PX, WIDTH_PX, Glyph, rasterize
from models.crop import LABEL_OF
from models.icons import SOURCE

_POINTS: Final = 40


def dragon_glyphs(count: int, rng: np.random.Generator) -> Iterator[Glyph]:
    """So many dragons of each colour."""
    for _ in range(count):
        for face, low, high in (("6z", (0, 60, 10), (50, 150, 80)), ("7z", (140, 0, 0), (235, 50, 50))):
            ink = "#" + "".join(f"{int(rng.integers(a, b)):02x}" for a, b in zip(low, high, strict=True))
            pixels = rasterize(
                f'<svg xmlns="http://www.w3.org/2000/svg" width="96" height="128" viewBox="0 0 96 128">'
                f"{_dragon(ink, rng)}</svg>",
                WIDTH_PX,
            )
            yield Glyph(pixels[:HEIGHT_PX], LABEL_OF[face], SOURCE)


def _dragon(ink: str, rng: np.random.Generator) -> str:
    """A winding body with spines, legs with claws, a head with jaws, horns and whiskers; filled, or in outline."""
    t = np.linspace(0, 1, _POINTS)
    bends, swing = rng.uniform(0.7, 1.6), rng.uniform(9, 24)
    lean = rng.uniform(-14, 14)
    side = float(rng.choice([-1, 1]))
    spine = np.column_stack(
        [48 + side * swing * np.sin(2 * np.pi * bends * t + rng.uniform(0, 1)) + lean * (t - 0.5), 22 + 92 * t]
    )
    along = np.gradient(spine, axis=0)
    across = np.column_stack([-along[:, 1], along[:, 0]]) / np.linalg.norm(along, axis=1, keepdims=True)
    girth = rng.uniform(4, 9) * np.sin(np.pi * (0.15 + 0.85 * t)) ** 0.7 + 0.6
    left, right = spine + across * girth[:, None], spine - across * girth[:, None]
    outline = rng.random() < 0.5
    line = float(rng.uniform(1.5, 3.2))
    fill = f'fill="none" stroke="{ink}" stroke-width="{line:.1f}"' if outline else f'fill="{ink}"'
    stroke = f'fill="none" stroke="{ink}" stroke-linecap="round" stroke-width="{line:.1f}"'
    parts = [f'<path d="{_path(np.concatenate([left, right[::-1]]))}z" {fill}/>']
    for place in range(3, _POINTS - 2, int(rng.integers(2, 5))):
        tip = right[place] - across[place] * rng.uniform(3, 7) + (0, 2)
        parts.append(f'<path d="{_path(np.array([right[place - 1], tip, right[place + 1]]))}" {stroke}/>')
    if outline and rng.random() < 0.6:
        for place in range(4, _POINTS - 4, 3):
            parts.append(f'<path d="{_path(np.array([left[place], spine[place + 1], right[place]]))}" {stroke}/>')
    for place in rng.choice(np.arange(8, _POINTS - 8), int(rng.integers(2, 5)), replace=False):
        way = across[place] * float(rng.choice([-1, 1]))
        knee = spine[place] + way * (girth[place] + rng.uniform(4, 9)) + (0, rng.uniform(-5, 5))
        foot = knee + np.array([float(way[0] * rng.uniform(4, 12)), float(rng.uniform(2, 10))])
        parts.append(f'<path d="{_path(np.array([spine[place], knee, foot]))}" {stroke}/>')
        for spread in (-0.7, 0.0, 0.7):
            claw = foot + 4.5 * np.array([np.cos(spread + (way[0] < 0) * np.pi), np.sin(spread) + 0.5])
            parts.append(f'<path d="{_path(np.array([foot, claw]))}" {stroke}/>')
    return "".join(parts) + _head(spine[0], side, ink, stroke, rng)


def _head(neck: NDArray[np.float64], side: float, ink: str, stroke: str, rng: np.random.Generator) -> str:
    size = float(rng.uniform(7, 12))
    x, y = float(neck[0]) + side * 3, float(neck[1]) - 3
    reach = side * size
    jaws = [(x - reach, y + 2), (x, y - size * 0.8), (x + reach * 1.6, y - 2), (x + reach * 0.5, y + 1),
            (x + reach * 1.4, y + 6), (x, y + size * 0.7)]  # fmt: skip
    parts = [f'<path d="{_path(np.array(jaws))}z" fill="{ink if rng.random() < 0.6 else "none"}" stroke="{ink}"/>']
    for _ in range(int(rng.integers(1, 4))):
        start = np.array([x, y - size * 0.6])
        horn = start - np.array([side * rng.uniform(2, 14), rng.uniform(4, 12)])
        parts.append(f'<path d="{_path(np.array([start, (start + horn) / 2 + rng.normal(0, 3, 2), horn]))}" {stroke}/>')
    for _ in range(int(rng.integers(0, 3))):
        start = np.array([x + reach * 1.3, y])
        whisker = start + np.array([(0.0, 0), (side * 6, 5), (side * 4, 14)])
        parts.append(f'<path d="{_path(whisker)}" {stroke}/>')
    return "".join(parts)


def _path(points: NDArray[np.float64]) -> str:
    return "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
