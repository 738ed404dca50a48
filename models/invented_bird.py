"""Invents birds as they are engraved on 1s: a few strokes in two or three inks, of a kind that no icon shows.

A bird is a body with a head, wings, a tail and often a perch, each part of any ink and any of several forms, so that
what stays the same is that it is a bird.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.art import HEIGHT_PX, WIDTH_PX, Glyph, rasterize
from models.crop import LABEL_OF
from models.icons import SOURCE, known_inks

_Points = NDArray[np.float64]

_INKS: Final = ("green", "red", "blue", "green", "red", "black")
_MIDDLE: Final = np.array([48.0, 64.0])


@dataclass(frozen=True, slots=True)
class _Stroke:
    """A line through points (n, 2), or the area in it."""

    points: _Points
    ink: str
    width: float
    filled: bool = False


class _Bird:
    """One bird being drawn, in a frame of 96 x 128."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        inks = known_inks(rng)
        names = [_INKS[rng.integers(len(_INKS))]] if rng.random() < 0.15 else list(rng.permutation(_INKS))[:3]
        self._inks = ["#" + "".join(f"{int(value):02x}" for value in inks[name][::-1]) for name in names]
        self._line = float(rng.uniform(1.6, 4.0))
        self.strokes: list[_Stroke] = []

    def draw(self) -> None:
        """The parts from the tail to the beak; the body leans between upright and level."""
        rng = self._rng
        lean = float(rng.uniform(-0.2, 1.3))  # of the body's axis from the vertical
        axis = np.array([np.sin(lean), np.cos(lean)])  # towards the tail
        length, girth = rng.uniform(18, 34), rng.uniform(9, 17)
        middle = np.array([48.0, 60.0]) + rng.normal(0, 4, 2)
        rump = middle + axis * length * 0.5
        neck = middle - axis * length * 0.5
        self._tail(rump, axis, girth)
        self._body(middle, axis, length / 2 + 3, girth)
        self._wings(middle, axis, length, girth)
        self._head(neck, axis, girth)
        if rng.random() < 0.6:
            self._feet(rump, axis)

    def _tail(self, rump: _Points, axis: _Points, girth: float) -> None:
        rng = self._rng
        ink, other = self._ink(), self._ink()
        reach = float(rng.uniform(22, 58))
        spread, bend = rng.uniform(0.02, 0.5), rng.normal(0, 0.5)
        feathers = int(rng.integers(2, 7))
        kind = rng.random()
        if kind < 0.25:  # one bent quill with barbs
            quill = self._bent(rump, axis, reach, 1.6 * bend)
            self._add(quill, ink)
            for place in range(2, len(quill) - 1, 2):
                barb = quill[place] + _turned(axis, rng.uniform(0.5, 1.1)) * rng.uniform(5, 12)
                self._add(np.array([quill[place], barb]), ink)
            return
        for number in range(feathers):
            angle = spread * (number - (feathers - 1) / 2)
            start = rump + _across(axis) * girth * 0.3 * (number - (feathers - 1) / 2) / feathers
            way = _turned(axis, angle)
            line = self._bent(start, way, reach * float(rng.uniform(0.8, 1.0)), bend + angle)
            colour = ink if number % 2 else other
            self._add(line, colour)
            if kind > 0.75:  # an eye at its end, as a peacock has
                self._ring(line[-1], float(rng.uniform(2.5, 5)), colour)
            elif kind > 0.5 and number + 1 < feathers:  # leaves closed at their end
                self._add(np.array([line[-1], line[-1] + _across(way) * girth * 0.4, line[3]]), colour)

    def _body(self, middle: _Points, axis: _Points, half: float, girth: float) -> None:
        rng = self._rng
        ink = self._ink()
        t = np.linspace(0, 2 * np.pi, 24)
        wide = girth * (1 + 0.35 * np.cos(t)) * np.sin(t)
        outline = middle + np.outer(-half * np.cos(t), axis) + np.outer(wide, _across(axis))
        kind = rng.random()
        self._add(outline, ink, filled=kind < 0.2)
        hatch = self._ink()
        lines = int(rng.integers(2, 7)) if kind > 0.35 else 0
        for share in np.linspace(-0.6, 0.6, lines):
            if kind < 0.7:  # along the body
                start = middle + _across(axis) * girth * share - axis * half * 0.1
                self._add(np.array([start, start + axis * half * rng.uniform(0.4, 0.9)]), hatch)
            else:  # scales across it
                at = middle + axis * half * share
                tip = axis * rng.uniform(0, 5)
                self._add(
                    np.array([at - _across(axis) * girth * 0.6, at + tip, at + _across(axis) * girth * 0.6]), hatch
                )

    def _wings(self, middle: _Points, axis: _Points, length: float, girth: float) -> None:
        rng = self._rng
        kind = rng.random()
        sides = (-1, 1) if kind < 0.65 else (int(rng.choice([-1, 1])),)
        for side in sides:
            ink = self._ink()
            shoulder = middle - axis * length * 0.3 + _across(axis) * side * girth * 0.8
            way = _turned(_across(axis) * side, side * rng.uniform(-0.7, 0.9))
            reach = float(rng.uniform(12, 34))
            edge = self._bent(shoulder, way, reach, rng.normal(0, 0.9))
            self._add(edge, ink)
            end = rng.random()
            if end < 0.35:  # a loop at its tip
                self._ring(edge[-1], float(rng.uniform(2.5, 5)), ink)
            back = middle + axis * length * rng.uniform(0.0, 0.4) + _across(axis) * side * girth * 0.8
            if end < 0.7:
                self._add(np.array([edge[-1], (edge[-1] + back) / 2 + rng.normal(0, 4, 2), back]), ink)
            if end > 0.3:  # pinions
                for place in range(2, len(edge), int(rng.integers(1, 4))):
                    tip = edge[place] + axis * rng.uniform(6, 20) + rng.normal(0, 2, 2)
                    self._add(np.array([edge[place], tip]), ink)

    def _head(self, neck: _Points, axis: _Points, girth: float) -> None:
        rng = self._rng
        ink, crest = self._ink(), self._ink()
        size = girth * float(rng.uniform(0.45, 0.95))
        stretch = float(rng.choice([0.6, rng.uniform(1.0, 2.4)], p=[0.7, 0.3]))  # some have a long neck
        middle = neck - _turned(axis, float(rng.normal(0, 0.5))) * size * stretch
        if stretch > 1:
            self._add(np.array([neck, (neck + middle) / 2 + rng.normal(0, 3, 2), middle]), ink)
        kind = rng.random()
        self._ring(middle, size, ink, filled=kind < 0.15)
        if kind > 0.15:
            self._ring(middle, size * float(rng.uniform(0.15, 0.55)), self._ink(), filled=rng.random() < 0.5)
        way = _turned(_across(axis) * float(rng.choice([-1, 1])), float(rng.normal(0, 0.4)))
        root = middle + way * size
        beak = root + way * rng.uniform(3, 10) + (0, rng.uniform(-1, 4))
        across = _across(way) * size * 0.4
        self._add(np.array([root - across, beak, root + across]), self._ink())
        for _ in range(int(rng.integers(0, 5))):
            start = middle - axis * size * 0.8
            plume = _turned(-axis, float(rng.normal(0, 0.9)))
            self._add(self._bent(start, plume, float(rng.uniform(5, 18)), float(rng.normal(0, 1))), crest)

    def _feet(self, rump: _Points, axis: _Points) -> None:
        rng = self._rng
        ink = self._ink()
        ground = rump + np.array([rng.normal(0, 6), rng.uniform(6, 16)])
        for side in (-3.0, 3.0):
            self._add(np.array([rump - axis * 6, ground]) + np.array([side, 0.0]), ink)
        if rng.random() < 0.6:  # a perch
            half = np.array([rng.uniform(10, 34), rng.normal(0, 6)])
            self._add(np.array([ground - half, ground + rng.normal(0, 2, 2), ground + half]), self._ink())

    def _ink(self) -> str:
        return self._inks[self._rng.integers(len(self._inks))]

    def _bent(self, start: _Points, way: _Points, reach: float, bend: float) -> _Points:
        """A line that turns by `bend` radians on its way."""
        steps = np.array([_turned(way, float(angle)) for angle in np.linspace(0, bend, 8)]) * reach / 8
        return np.vstack([start, start + np.cumsum(steps, axis=0)])

    def _ring(self, middle: _Points, radius: float, ink: str, filled: bool = False) -> None:
        t = np.linspace(0, 2 * np.pi, 16)
        self._add(middle + radius * np.column_stack([np.cos(t), np.sin(t)]), ink, filled=filled)

    def _add(self, points: _Points, ink: str, filled: bool = False) -> None:
        self.strokes.append(_Stroke(points, ink, self._line * float(self._rng.uniform(0.8, 1.25)), filled))


def bird_glyphs(count: int, rng: np.random.Generator) -> Iterator[Glyph]:
    """So many birds."""
    for _ in range(count):
        bird = _Bird(rng)
        bird.draw()
        body = "".join(_element(stroke) for stroke in _placed(bird.strokes, rng))
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="96" height="128" viewBox="0 0 96 128">{body}</svg>'
        yield Glyph(rasterize(svg, WIDTH_PX)[:HEIGHT_PX], LABEL_OF["1s"], SOURCE)


def _placed(strokes: Sequence[_Stroke], rng: np.random.Generator) -> list[_Stroke]:
    """Stretched into the frame, turned and leant a little; birds look either way."""
    turn, lean = np.radians(rng.normal(0, 8)), rng.normal(0, 0.12)
    mirror = float(rng.choice([-1, 1]))
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) @ [[mirror, 0], [lean, 1]]
    moved = [stroke.points @ matrix for stroke in strokes]
    every = np.concatenate(moved)
    low, high = every.min(axis=0), every.max(axis=0)
    room = np.array([96.0, 128.0]) * rng.uniform(0.72, 0.96)
    scale = room / (high - low)
    scale = np.minimum(scale, scale.min() * rng.uniform(1.0, 1.35))
    return [
        _Stroke((points - (low + high) / 2) * scale + _MIDDLE, stroke.ink, stroke.width, stroke.filled)
        for points, stroke in zip(moved, strokes, strict=True)
    ]


def _element(stroke: _Stroke) -> str:
    path = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in stroke.points)
    fill = stroke.ink if stroke.filled else "none"
    return (
        f'<path d="{path}" fill="{fill}" stroke="{stroke.ink}" stroke-width="{stroke.width:.1f}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _across(axis: _Points) -> _Points:
    return np.array([-axis[1], axis[0]])


def _turned(way: _Points, angle: float) -> _Points:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * way[0] - s * way[1], s * way[0] + c * way[1]])
