"""Where things lie in the small picture of one zone: pixels, tiles' faces and millimetres. Pure geometry."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.glance import Glance, Mask, filled
from vision.rectify import ZoneView

Box = tuple[float, float, float, float]
Corners = NDArray[np.float64]
"""(4, 2) corners of a face in pixels, clockwise from its top left."""

_INNER: Final = 0.85  # of a tile's face: its rim looks otherwise when a neighbour comes
_LEAST_PIXELS: Final = 3
_OF_FACE: Final = 0.25  # of a tile's face, with another: they cannot both lie there
_SLACK_MM: Final = 6.0  # so that no slivers are left


@dataclass(frozen=True, slots=True, eq=False)
class ZoneMap:
    """The part of a camera's small picture in which a zone lies.

    `cut` takes it out of the small picture; `inside` (height, width) is True in the zone; `upright_mm` (height, width,
    2) says where each pixel is in the zone's upright millimetres.
    """

    view: ZoneView
    glance: Glance
    cut: tuple[slice, slice]
    inside: Mask
    upright_mm: NDArray[np.float64]

    @classmethod
    def of(cls, view: ZoneView, glance: Glance) -> "ZoneMap":
        """For a zone as far as its camera sees it; a zone that it does not see has one pixel and nothing inside."""
        whole = glance.mask(view.zone.polygon_mm)
        rows, columns = np.nonzero(whole)
        cut = (_span(rows), _span(columns))
        y, x = np.mgrid[cut]
        points = glance.to_mm(np.column_stack([x.ravel(), y.ravel()]))
        inside = whole[cut]
        return cls(view, glance, cut, inside, view.zone.to_upright(points).reshape(*inside.shape, 2))

    @property
    def scale(self) -> float:
        """Pixels per millimetre, about."""
        return self.glance.scale

    @property
    def nothing(self) -> Mask:
        """An empty mask."""
        return np.zeros(self.inside.shape, np.bool_)

    def small(self, corners_view: Corners) -> Corners:
        """Corners in the straight view to corners in the zone's small picture."""
        rows, columns = self.cut
        whole = self.glance.to_small(self.view.to_image(corners_view))
        return np.asarray(whole - (columns.start, rows.start), np.float64)

    def face(self, corners: Corners) -> Mask:
        """The pixels of a face, by its corners in the small picture."""
        return filled(corners, self.inside.shape)

    def joined(self, masks: Iterable[Mask]) -> Mask:
        """All pixels of several masks."""
        result = self.nothing
        for mask in masks:
            result |= mask
        return result

    def matters(self, corners: Corners, where: Mask) -> bool:
        """Whether enough of a face lies in a mask to look otherwise by it."""
        middle = corners.mean(axis=0)
        inner = np.round(middle + _INNER * (corners - middle)).astype(np.int32)
        (left, top), (right, bottom) = np.maximum(inner.min(axis=0), 0), inner.max(axis=0) + 1
        near = where[top:bottom, left:right]
        if not near.any():  # most often
            return False
        return int((filled(inner - (left, top), near.shape) & near).sum()) >= _LEAST_PIXELS

    def exclude(self, one: Corners, other: Corners) -> bool:
        """Whether two faces share so much that only one of them can lie there."""
        face = self.face(one)
        return bool((face & self.face(other)).sum() > _OF_FACE * face.sum())

    def box(self, part: Mask) -> Box:
        """(left, top, right, bottom) of a part that is not empty, in upright millimetres."""
        points = self.upright_mm[part]
        (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
        return float(left), float(top), float(right), float(bottom)

    def first_part(self, where: Mask, most_mm: tuple[float, float]) -> Mask:
        """Of a mask that is not empty, a first part of at most that width and height: the first column's first row."""
        part = where
        for axis in (0, 1):
            along = self.upright_mm[..., axis]
            first, last = float(along[part].min()), float(along[part].max())
            count = np.ceil((last - first) / most_mm[axis])
            if count > 1:
                part = part & (along <= first + (last - first) / count + _SLACK_MM)
        return part

    def touches_border(self, where: Mask) -> bool:
        """Whether something reaches out of the zone."""
        rim = self.inside.copy()
        rim[1:-1, 1:-1] &= ~(
            self.inside[:-2, 1:-1] & self.inside[2:, 1:-1] & self.inside[1:-1, :-2] & self.inside[1:-1, 2:]
        )
        return bool((where & rim).any())


def _span(places: NDArray[np.intp]) -> slice:
    return slice(int(places.min()), int(places.max()) + 1) if len(places) else slice(0, 1)
