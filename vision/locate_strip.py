"""One row of tiles in a photo, cut anew: where its upper and lower edges run is known, how wide its tiles are is not.

Ink and seams look alike from close by, so a lattice may have caught a wrong width and still read here and there. Along
the whole row only the right cuts give a face in every piece: all lines that run right across the row, however faint,
are possible cuts, each piece between two of them is read, and the pieces that together read best are kept (a shortest
path). Pure; asks a function what candidates show.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.locate_quads import PhotoEvidence, Quads

_STEP_PX: Final = 1.0
_TILTS: Final = (-4.0, -2.0, 0.0, 2.0, 4.0)  # steps by which a cut's lower end may be off
_SAMPLES: Final = 28  # along a cut
_ENDS: Final = 0.06  # of the height, left out at both ends: the row's own edges
_LEAST_CUT: Final = 1.2  # grey levels
_NARROWEST: Final = 0.45  # of the row's height
_WIDEST: Final = 1.15
_LEAST_PIECES: Final = 3  # so many tell how wide tiles are
_NEAREST: Final = 5
_WIDTHS_ALIKE: Final = 0.16  # of their logarithms
_MOST_CUTS: Final = 7  # in a stretch as long as the row is high
_OVER_ENDS: Final = 14.0  # row heights that are searched beyond what is known

Points: TypeAlias = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class Strip:
    """Two lines: `upper` and `lower` are (2, 2) points, from the left to the right end, seen with the row upright."""

    upper: Points
    lower: Points

    @classmethod
    def along(cls, quads: Quads) -> "Strip":
        """Through tiles in a row, from the first to the last, by least squares."""
        return cls(
            _line(quads[:, [0, 1]].reshape(-1, 2), quads[0, 0], quads[-1, 1]),
            _line(quads[:, [3, 2]].reshape(-1, 2), quads[0, 3], quads[-1, 2]),
        )

    def longer(self, size: tuple[int, int]) -> "Strip":
        """The same strip, taken on at both ends as far as the picture (width, height) goes, within reason."""
        height = max(1.0, float(np.linalg.norm(self.lower - self.upper, axis=1).mean()))
        way = (self.upper[1] - self.upper[0] + self.lower[1] - self.lower[0]) / 2
        length = max(1e-6, float(np.linalg.norm(way)))
        beyond = []
        for end, sign in ((0, -1.0), (1, 1.0)):
            middle = (self.upper[end] + self.lower[end]) / 2
            free = [
                (limit - middle[axis]) / (sign * way[axis])
                for axis, limits in ((0, (0, size[0] - 1)), (1, (0, size[1] - 1)))
                for limit in limits
                if abs(way[axis]) > 1e-9
            ]
            room = min((part for part in free if part > 0), default=0.0)
            beyond.append(min(room, _OVER_ENDS * height / length))
        return Strip(_longer(self.upper, beyond), _longer(self.lower, beyond))

    def at(self, parts: Points) -> tuple[Points, Points]:
        """(n, 2) points on the upper and on the lower line, 0 at the left ends, 1 at the right."""
        places = np.asarray(parts, np.float64)[:, None]
        return (
            self.upper[0] + places * (self.upper[1] - self.upper[0]),
            self.lower[0] + places * (self.lower[1] - self.lower[0]),
        )


class Worth(Protocol):
    """What pieces of a row are worth as tiles, 0 for none; `usual`: they are as wide as tiles are known to be here."""

    def __call__(self, quads: Quads, *, usual: bool) -> Sequence[float]:
        """One number for each of (n, 4, 2) quadrilaterals."""


def cut(strip: Strip, evidence: PhotoEvidence, worth: Worth) -> Quads:
    """The pieces of a strip that are worth the most together, from left to right.

    Twice: once these pieces tell how wide tiles are here, others of that width beside them are tried as well.
    """
    cuts = _cuts(strip, evidence)
    spans = _best_spans(strip, cuts, _NARROWEST, _WIDEST, worth)
    if len(spans) >= _LEAST_PIECES:
        cuts = _with_neighbours(cuts, spans)
        spans = _best_spans(strip, cuts, _NARROWEST, _WIDEST, worth, usual=spans)
    return _quads(strip, spans)


def _best_spans(
    strip: Strip,
    cuts: Points,
    narrowest: float,
    widest: float,
    worth: Worth,
    usual: Points | None = None,
) -> Points:
    """(n, 2): from where to where the best pieces go, as parts of the strip.

    Their width is between the limits (in row heights) and, where `usual` pieces are given, near that of those nearby.
    """
    upper, lower = strip.at(cuts)
    height = np.linalg.norm(lower - upper, axis=1)
    length = (np.linalg.norm(strip.upper[1] - strip.upper[0]) + np.linalg.norm(strip.lower[1] - strip.lower[0])) / 2
    pieces: list[tuple[int, int]] = []
    for left in range(len(cuts)):
        wide = cuts[left + 1 :] - cuts[left]
        fits = (wide * length >= narrowest * height[left]) & (wide * length <= widest * height[left])
        if usual is not None:
            fits &= np.abs(np.log(np.maximum(wide, 1e-9) / _usual_width(usual, cuts[left]))) < _WIDTHS_ALIKE
        pieces += [(left, left + 1 + int(step)) for step in np.flatnonzero(fits)]
    if not pieces:
        return np.zeros((0, 2))
    spans = np.array([[cuts[left], cuts[right]] for left, right in pieces])
    return spans[_best_path(pieces, worth(_quads(strip, spans), usual=usual is not None), len(cuts))]


def _usual_width(spans: Points, place: float) -> float:
    """The width of the pieces nearest to a place; it changes along a row seen aslant."""
    nearest = np.argsort(np.abs(spans.mean(axis=1) - place))[:_NEAREST]
    return float(np.median(spans[nearest, 1] - spans[nearest, 0]))


def _with_neighbours(cuts: Points, spans: Points) -> Points:
    """The cuts, and those that the neighbours of known pieces would have if they were as wide."""
    more = [cuts]
    for left, right in spans:
        wide = _usual_width(spans, (left + right) / 2)
        more.append(np.array([left - 2 * wide, left - wide, right + wide, right + 2 * wide]))
    every = np.sort(np.concatenate(more))
    every = every[(every >= 0) & (every <= 1)]
    apart = np.diff(every, prepend=-1.0) > 1e-4
    return every[apart]


def _quads(strip: Strip, spans: Points) -> Quads:
    (left_up, left_down), (right_up, right_down) = strip.at(spans[:, 0]), strip.at(spans[:, 1])
    return np.asarray(np.stack([left_up, right_up, right_down, left_down], axis=1), np.float64)


def _cuts(strip: Strip, evidence: PhotoEvidence) -> Points:
    """Where lines run across the strip, as parts of its length."""
    length = float(np.linalg.norm(strip.upper[1] - strip.upper[0]))
    count = max(8, round(length / _STEP_PX))
    parts = np.linspace(0.0, 1.0, count)
    upper, lower = strip.at(parts)
    height = float(np.linalg.norm(lower - upper, axis=1).mean())
    inner = upper + _ENDS * (lower - upper), lower - _ENDS * (lower - upper)
    light = evidence.light_along(*inner, _SAMPLES)
    clear = np.max([_seam_strength(_sheared(light, tilt)) for tilt in _TILTS], axis=0)
    around = max(1, round(0.04 * height / _STEP_PX))
    peaks = [
        place
        for place in range(count)
        if clear[place] >= _LEAST_CUT and clear[place] >= clear[max(0, place - around) : place + around + 1].max()
    ]
    kept: list[int] = []
    for place in sorted(peaks, key=lambda place: -clear[place]):
        near = np.abs(np.array(kept, np.float64) - place) * length / count < height / 2
        if near.sum() < _MOST_CUTS:
            kept.append(place)
    return parts[sorted(kept)]


def _seam_strength(light: Points) -> Points:
    """(n,) from (n, samples) grey levels: how much each column is a dark line or a step over most of its height.

    The median along the column: a seam is faint but runs all the way; ink is strong but does not.
    """
    wide = np.pad(light, ((2, 2), (0, 0)), mode="edge")
    ridge = np.median((wide[:-4] + wide[4:]) / 2 - light, axis=1)
    step = np.abs(np.median(wide[3:-1] - wide[1:-3], axis=1))
    return np.asarray(np.maximum(ridge, 0.7 * step), np.float64)


def _sheared(light: Points, tilt: float) -> Points:
    """Columns read aslant: the lowest sample `tilt` steps to the right of the highest."""
    count, samples = light.shape
    shift = np.round(np.linspace(-tilt / 2, tilt / 2, samples)).astype(int)
    rows = np.clip(np.arange(count)[:, None] + shift[None, :], 0, count - 1)
    return np.take_along_axis(light, rows, axis=0)


def _best_path(pieces: Sequence[tuple[int, int]], worth: Sequence[float], cuts: int) -> list[int]:
    """The pieces (each from one cut to another) that follow each other and are worth the most."""
    best = np.zeros(cuts)
    last = np.full(cuts, -1)
    ending: dict[int, list[int]] = {}
    for number, (_, right) in enumerate(pieces):
        ending.setdefault(right, []).append(number)
    for place in range(1, cuts):
        best[place], last[place] = best[place - 1], -1
        for number in ending.get(place, ()):
            total = best[pieces[number][0]] + worth[number]
            if worth[number] > 0 and total > best[place]:
                best[place], last[place] = total, number
    chosen: list[int] = []
    place = cuts - 1
    while place > 0:
        if last[place] < 0:
            place -= 1
        else:
            chosen.append(int(last[place]))
            place = pieces[chosen[-1]][0]
    return chosen[::-1]


def _line(points: Points, start: Points, end: Points) -> Points:
    """The line through points, from beside `start` to beside `end`."""
    middle = points.mean(axis=0)
    way = np.linalg.svd(points - middle)[2][0]
    return np.array([middle + ((start - middle) @ way) * way, middle + ((end - middle) @ way) * way])


def _longer(line: Points, parts: Sequence[float]) -> Points:
    way = line[1] - line[0]
    return np.array([line[0] - parts[0] * way, line[1] + parts[1] * way])
