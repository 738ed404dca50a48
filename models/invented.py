"""Invents faces in many styles as SVG: circles, bamboo, birds, characters in the system's CJK fonts, and flowers.

Few drawn sets are free to use, and sets differ; a style here is a handful of random choices (rings, petals, joints,
inks, fonts) that all faces of one invented set share. Only for training: the product's own faces are drawn elsewhere.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

import numpy as np

from models.art import HEIGHT_PX, WIDTH_PX, Glyph, rasterize
from models.crop import LABEL_OF, OTHER

FONTS: Final = (
    ("Noto Serif CJK JP", 900), ("Noto Serif CJK JP", 500), ("Noto Serif CJK TC", 700), ("Noto Serif CJK SC", 600),
    ("Noto Sans CJK JP", 700), ("Noto Sans CJK TC", 400), ("Noto Sans CJK SC", 900),
)  # fmt: skip
BIRDS: Final = 4
FLOWERS: Final = 4
NUMERALS: Final = "一二三四五六七八九"
HONOURS: Final = {"1z": "東", "2z": "南", "3z": "西", "4z": "北", "6z": "發", "7z": "中"}
SIMPLE: Final = {"1z": "东", "6z": "発"}
OTHER_CHARACTERS: Final = "春夏秋冬梅蘭菊竹花財福壽喜王白將車馬炮春夏秋冬"

CIRCLES: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0.27), (0.5, 0.73)),
    3: ((0.22, 0.2), (0.5, 0.5), (0.78, 0.8)),
    4: ((0.27, 0.27), (0.73, 0.27), (0.27, 0.73), (0.73, 0.73)),
    5: ((0.25, 0.2), (0.75, 0.2), (0.5, 0.5), (0.25, 0.8), (0.75, 0.8)),
    6: ((0.3, 0.18), (0.7, 0.18), (0.3, 0.56), (0.7, 0.56), (0.3, 0.84), (0.7, 0.84)),
    7: ((0.2, 0.13), (0.5, 0.24), (0.8, 0.35), (0.3, 0.63), (0.7, 0.63), (0.3, 0.88), (0.7, 0.88)),
    8: tuple((x, y) for y in (0.13, 0.38, 0.62, 0.87) for x in (0.3, 0.7)),
    9: tuple((x, y) for y in (0.18, 0.5, 0.82) for x in (0.2, 0.5, 0.8)),
}
CIRCLE_INKS: Final = {1: "r", 2: "gb", 3: "brg", 4: "bggb", 5: "bgrgb", 6: "ggrrrr", 7: "gggrrrr", 8: "b" * 8,
                      9: "gggrrrbbb"}  # fmt: skip
STICKS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    2: ((0.5, 0.26), (0.5, 0.74)),
    3: ((0.5, 0.26), (0.27, 0.74), (0.73, 0.74)),
    4: ((0.27, 0.26), (0.73, 0.26), (0.27, 0.74), (0.73, 0.74)),
    5: ((0.2, 0.26), (0.8, 0.26), (0.5, 0.5), (0.2, 0.74), (0.8, 0.74)),
    6: tuple((x, y) for y in (0.26, 0.74) for x in (0.2, 0.5, 0.8)),
    7: ((0.5, 0.17), *((x, y) for y in (0.51, 0.83) for x in (0.2, 0.5, 0.8))),
    9: tuple((x, y) for y in (0.17, 0.5, 0.83) for x in (0.2, 0.5, 0.8)),
}
STICK_INKS: Final = {2: "gg", 3: "ggg", 4: "gggg", 5: "ggrgg", 6: "g" * 6, 7: "rgbggbg", 9: "grg" * 3}


@dataclass(frozen=True, slots=True)
class Style:
    """The choices that the faces of one invented set share; inks by the letters r, g, b."""

    inks: dict[str, str]
    rings: int
    petals: int
    hollow: bool
    joints: int
    bone: float
    thickness: float
    font: tuple[str, int]
    simple: bool


def invented_glyphs(sets: int, rng: np.random.Generator) -> Iterator[Glyph]:
    """The faces of so many invented sets, and some flowers and characters that are no face, as `other`."""
    for number in range(sets):
        style = _style(rng)
        source = f"invented{number}"
        for count in range(1, 10):
            yield _glyph(_circles(style, count), f"{count}p", source)
            if count > 1:
                yield _glyph(_sticks(style, count, rng), f"{count}s", source)
            yield _glyph(_character(style, count), f"{count}m", source)
        for _ in range(BIRDS):
            yield _glyph(_bird(style, rng), "1s", source)
        for name, sign in HONOURS.items():
            ink = {"6z": "g", "7z": "r"}.get(name, "b")
            sign = SIMPLE.get(name, sign) if style.simple else sign
            yield _glyph(_sign(style, sign, 50, 66, 88, style.inks[ink]), name, source)
        for _ in range(FLOWERS):
            yield _glyph(_flower(style, rng), "other", source)
        sign = OTHER_CHARACTERS[rng.integers(len(OTHER_CHARACTERS))]
        yield _glyph(_sign(style, sign, 50, 66, float(rng.uniform(50, 90)), style.inks["gbr"[rng.integers(3)]]),
                     "other", source)  # fmt: skip


def _glyph(body: str, name: str, source: str) -> Glyph:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 133">{body}</svg>'
    pixels = rasterize(svg, WIDTH_PX)
    fitted = np.zeros((HEIGHT_PX, WIDTH_PX, 4), np.uint8)
    rows = min(HEIGHT_PX, pixels.shape[0])
    fitted[:rows] = pixels[:rows]
    return Glyph(fitted, LABEL_OF.get(name, OTHER), source)


def _style(rng: np.random.Generator) -> Style:
    def ink(low: tuple[int, int, int], high: tuple[int, int, int]) -> str:
        return "#" + "".join(f"{int(rng.integers(a, b)):02x}" for a, b in zip(low, high, strict=True))

    dark = ink((0, 0, 0), (50, 50, 70))
    green, blue = ink((0, 60, 10), (60, 140, 80)), ink((0, 10, 80), (60, 80, 190))
    if rng.random() < 0.35:
        blue = dark
    if rng.random() < 0.25:
        green = dark
    return Style(
        {"r": ink((140, 0, 0), (230, 60, 60)), "g": green, "b": blue},
        int(rng.integers(0, 4)),
        int(rng.choice([0, 0, 4, 5, 6, 8, 10])),
        bool(rng.random() < 0.5),
        int(rng.integers(1, 4)),
        float(rng.uniform(0.0, 0.35)),
        float(rng.uniform(0.75, 1.3)),
        FONTS[rng.integers(len(FONTS))],
        bool(rng.random() < 0.25),
    )


def _ring(style: Style, x: float, y: float, radius: float, ink: str, heart: str) -> str:
    parts = [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{"none" if style.hollow else ink}" '
             f'stroke="{ink}" stroke-width="{radius * 0.2:.1f}"/>']  # fmt: skip
    light = ink if style.hollow else "#f4f1e8"
    for ring in range(style.rings):
        inner = radius * (0.75 - 0.22 * ring)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{inner:.1f}" fill="none" stroke="{light}" '
                     f'stroke-width="{radius * 0.09:.1f}"/>')  # fmt: skip
    for petal in range(style.petals):
        angle = 2 * pi * petal / style.petals
        px, py = x + 0.5 * radius * cos(angle), y + 0.5 * radius * sin(angle)
        parts.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="{radius * 0.17:.1f}" fill="{light}"/>')
    parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius * 0.2:.1f}" fill="{heart}"/>')
    return "".join(parts)


def _circles(style: Style, count: int) -> str:
    places = CIRCLES[count]
    radius = {1: 34.0, 2: 22.0, 3: 17.0, 4: 18.0, 5: 16.0, 6: 15.5, 7: 13.5, 8: 14.0, 9: 13.5}[count]
    radius *= 0.86 + 0.12 * style.thickness
    parts = []
    for (x, y), letter in zip(places, CIRCLE_INKS[count], strict=True):
        ink = style.inks["g" if count == 1 else letter]
        heart = style.inks["r"] if letter != "r" or count == 1 else "#f4f1e8"
        parts.append(_ring(style, 100 * x, 5 + 123 * y, radius, ink, heart))
    return "".join(parts)


def _stick(style: Style, x: float, y: float, length: float, ink: str, angle_deg: float = 0.0) -> str:
    width = 10.0 * style.thickness
    parts = []
    fill = "none" if style.hollow and style.rings % 2 else ink
    piece = length / style.joints
    for joint in range(style.joints):
        top = y - length / 2 + joint * piece
        parts.append(f'<rect x="{x - width / 2:.1f}" y="{top:.1f}" width="{width:.1f}" height="{piece * 0.9:.1f}" '
                     f'rx="{width * 0.3:.1f}" fill="{fill}" stroke="{ink}" stroke-width="2"/>')  # fmt: skip
        bulge = width * (1 + style.bone)
        for end in (top, top + piece * 0.9):
            parts.append(f'<ellipse cx="{x:.1f}" cy="{end:.1f}" rx="{bulge / 2:.1f}" ry="{width * 0.22:.1f}" '
                         f'fill="{ink}"/>')  # fmt: skip
    if not style.hollow:
        parts.append(f'<line x1="{x:.1f}" y1="{y - length * 0.4:.1f}" x2="{x:.1f}" y2="{y + length * 0.4:.1f}" '
                     f'stroke="#f4f1e8" stroke-width="{width * 0.16:.1f}"/>')  # fmt: skip
    return f'<g transform="rotate({angle_deg:.0f} {x:.1f} {y:.1f})">{"".join(parts)}</g>'


def _sticks(style: Style, count: int, rng: np.random.Generator) -> str:
    if count == 8:
        lean = 38 if rng.random() < 0.6 else -38
        parts = []
        for y, sign in ((36, 1), (97, -1)):
            parts += [_stick(style, x, y, 46, style.inks["g"]) for x in (14, 86)]
            parts += [_stick(style, x, y, 44, style.inks["g"], -sign * side * lean) for x, side in ((36, 1), (64, -1))]
        return "".join(parts)
    length = 34.0 if count in (7, 9) else 50.0
    return "".join(
        _stick(style, 100 * x, 5 + 123 * y, length, style.inks[ink])
        for (x, y), ink in zip(STICKS[count], STICK_INKS[count], strict=True)
    )


def _bird(style: Style, rng: np.random.Generator) -> str:
    """A bird: body, neck, head with beak and eye, a tail of feathers that hang, stand or fan out, and legs."""
    green, red, blue = style.inks["g"], style.inks["r"], style.inks["b"]
    facing = float(rng.choice([-1, 1]))
    bx, by = 50 + rng.normal(0, 6), 74 + rng.normal(0, 8)
    size = float(rng.uniform(12, 20))
    hx, hy = bx + facing * size * rng.uniform(0.4, 1.3), by - size * rng.uniform(1.3, 2.3)
    parts = []
    spread, start = float(rng.uniform(20, 150)), float(rng.uniform(-40, 200))
    feathers = int(rng.integers(3, 9))
    for feather in range(feathers):
        angle = np.radians(start + spread * (feather / max(1, feathers - 1) - 0.5))
        reach = size * rng.uniform(1.8, 3.2)
        tx, ty = bx - facing * reach * abs(cos(angle)), by - reach * sin(angle)
        ink = (green, blue, red, green)[feather % 4]
        parts.append(f'<path d="M{bx:.0f} {by:.0f} Q{(bx + tx) / 2 + rng.normal(0, 6):.0f} '
                     f'{(by + ty) / 2 + rng.normal(0, 6):.0f} {tx:.0f} {ty:.0f}" stroke="{ink}" fill="none" '
                     f'stroke-width="{rng.uniform(1.5, 5):.1f}"/>')  # fmt: skip
        if style.petals:
            parts.append(f'<circle cx="{tx:.0f}" cy="{ty:.0f}" r="{rng.uniform(2, 5):.1f}" fill="{blue}" '
                         f'stroke="{green}" stroke-width="2"/>')  # fmt: skip
    body = "#f4f1e8" if style.hollow else (green, blue, red)[rng.integers(3)]
    line = f'stroke="{(green, blue)[rng.integers(2)]}" stroke-width="2.5"'
    parts.append(f'<path d="M{bx:.0f} {by:.0f} Q{bx + facing * size:.0f} {(by + hy) / 2:.0f} {hx:.0f} {hy:.0f}" '
                 f'fill="none" stroke="{green}" stroke-width="{size * 0.5:.1f}"/>')  # fmt: skip
    parts.append(f'<ellipse cx="{bx:.0f}" cy="{by:.0f}" rx="{size:.1f}" ry="{size * rng.uniform(0.55, 0.9):.1f}" '
                 f'fill="{body}" {line} transform="rotate({-facing * 30} {bx:.0f} {by:.0f})"/>')  # fmt: skip
    parts.append(f'<circle cx="{hx:.0f}" cy="{hy:.0f}" r="{size * 0.38:.1f}" fill="{body}" {line}/>')
    parts.append(f'<path d="M{hx:.0f} {hy - 2:.0f} l{facing * size * 0.9:.0f} 3 l{-facing * size * 0.9:.0f} 3z" '
                 f'fill="{red}"/><circle cx="{hx:.0f}" cy="{hy - 1:.0f}" r="1.6" fill="{red}"/>')  # fmt: skip
    for leg in (-0.3, 0.3):
        x = bx + leg * size
        parts.append(f'<path d="M{x:.0f} {by + size * 0.5:.0f} l{facing * 2:.0f} {size * 0.9:.0f} l6 2 m-6 -2 l-5 2" '
                     f'stroke="{red}" fill="none" stroke-width="2"/>')  # fmt: skip
    return "".join(parts)


def _sign(style: Style, sign: str, x: float, y: float, size: float, ink: str) -> str:
    family, weight = style.font
    return (f'<text x="{x:.0f}" y="{y + 0.37 * size:.0f}" font-family="{family}" font-weight="{weight}" '
            f'font-size="{size:.0f}" text-anchor="middle" fill="{ink}">{sign}</text>')  # fmt: skip


def _character(style: Style, number: int) -> str:
    numeral = "伍" if number == 5 and not style.simple else NUMERALS[number - 1]
    lower = "万" if style.simple else "萬"
    return _sign(style, numeral, 50, 36, 58, style.inks["b"]) + _sign(style, lower, 50, 97, 60, style.inks["r"])


def _flower(style: Style, rng: np.random.Generator) -> str:
    """A flower tile: blossom, stem, leaves, a sign in a corner and a number in another."""
    x, y = float(rng.uniform(30, 70)), float(rng.uniform(30, 85))
    petals, reach = int(rng.integers(4, 12)), float(rng.uniform(8, 17))
    inks = list(style.inks.values())
    ink, leaf = inks[rng.integers(3)], style.inks["g"]
    fill = "none" if style.hollow else ink
    bend, foot = rng.uniform(20, 80), (rng.uniform(30, 70), rng.uniform(105, 125))
    stem = f"M{x:.0f} {y:.0f} Q{bend:.0f} {y + 20:.0f} {foot[0]:.0f} {foot[1]:.0f}"
    parts = [f'<path d="{stem}" stroke="{leaf}" fill="none" stroke-width="3"/>']
    for _ in range(int(rng.integers(1, 6))):
        lx, ly = float(rng.uniform(20, 80)), float(rng.uniform(y, 118))
        parts.append(f'<ellipse cx="{lx:.0f}" cy="{ly:.0f}" rx="{rng.uniform(5, 16):.0f}" ry="3.5" fill="{leaf}" '
                     f'transform="rotate({rng.uniform(0, 180):.0f} {lx:.0f} {ly:.0f})"/>')  # fmt: skip
    for petal in range(petals):
        angle = 2 * pi * petal / petals
        px, py = x + reach * cos(angle), y + reach * sin(angle)
        parts.append(f'<circle cx="{px:.0f}" cy="{py:.0f}" r="{reach * 0.55:.1f}" fill="{fill}" stroke="{ink}" '
                     f'stroke-width="2"/>')  # fmt: skip
    parts.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{reach * 0.5:.1f}" fill="{inks[rng.integers(3)]}"/>')
    if rng.random() < 0.8:
        sign = OTHER_CHARACTERS[rng.integers(len(OTHER_CHARACTERS))]
        parts.append(_sign(style, sign, float(rng.choice([18, 82])), 20, 30, inks[rng.integers(3)]))
    if rng.random() < 0.8:
        corner = (float(rng.choice([12, 88])), float(rng.choice([18, 118])))
        parts.append(_sign(style, str(rng.integers(1, 5)), *corner, 26, inks[rng.integers(3)]))
    return "".join(parts)
