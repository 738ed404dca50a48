"""What lies in a zone after a part of it was read again: what was read, what lay there before, and what hides it.

Decides only; reads nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.felt import Felt
from vision.glance import Mask, grown
from vision.seen_tile import SeenTile
from vision.zone_map import Corners, ZoneMap

_SAME_PLACE_MM: Final = 5.0
_HIDDEN_FACE: Final = 0.2  # of a face that is neither felt nor tile now
_TOUCH_MM: Final = 8.0  # something thick that near may lie on the tile


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """A tile that lies in the zone, its corners in the zone's small picture; `under`: something lies on it."""

    tile: SeenTile
    corners: Corners
    under: bool = False

    @property
    def label(self) -> str:
        """What it shows."""
        return self.tile.reading.label


def touched(area: ZoneMap, felt: Felt, tiles: Sequence[Lying]) -> list[Lying]:
    """The tiles beside which something lies that may lie on them as well: a finger, but no stick for payments."""
    thick = area.joined(each.where for each in felt.strange if each.thick)
    if not thick.any():
        return []
    near = grown(thick, _TOUCH_MM * area.scale)
    return [tile for tile in tiles if (area.face(tile.corners) & near).any()]


def put_together(
    area: ZoneMap,
    felt: Felt,
    moving: Mask,
    kept: Sequence[Lying],
    before: Sequence[Lying],
    free: Sequence[Lying],
    held: Sequence[Lying],
) -> list[Lying]:
    """The tiles that lie in the zone now.

    `kept` were not looked at, `before` lay where was looked. `free` were read now; `held` were read too, but beside
    something that may lie on them: they are not believed unless they were known.
    """
    lying, fresh = list(kept), set()
    for tile in free:
        old = _same_place(area, before, tile)
        if old is None:
            fresh.add(tile.label)
        lying.append(tile if old is None else replace(tile, tile=_steadied(tile.tile, old.tile)))
    for old in before:
        if any(area.exclude(old.corners, tile.corners) for tile in free):
            continue  # another one lies there, or the same a little farther
        now = _same_place(area, held, old)
        if now is not None and now.label == old.label:
            lying.append(replace(old, under=False))
        elif now is not None or _is_odd(area, felt, old) or area.matters(old.corners, moving):
            lying.append(replace(old, under=True))
    # a tile that nobody sees may be the one of its like that turned up elsewhere
    return [tile for tile in lying if tile.label not in fresh or not (tile.under or area.matters(tile.corners, moving))]


def _same_place(area: ZoneMap, tiles: Sequence[Lying], there: Lying) -> Lying | None:
    middle = there.tile.corners_view.mean(axis=0)
    reach = _SAME_PLACE_MM * area.view.scale
    near = (tile for tile in tiles if np.hypot(*(tile.tile.corners_view.mean(axis=0) - middle)) < reach)
    return next(near, None)


def _is_odd(area: ZoneMap, felt: Felt, tile: Lying) -> bool:
    face = area.face(tile.corners)
    return bool((face & felt.odd).sum() >= _HIDDEN_FACE * face.sum())


def _steadied(now: SeenTile, before: SeenTile) -> SeenTile:
    """A tile that was read again where it lay: a doubt under a shadow does not undo what was sure in better light."""
    if now.reading.sure or not before.reading.sure or now.reading.label != before.reading.label:
        return now
    sure = replace(
        now.reading,
        confidence=before.reading.confidence,
        sure=True,
        log_probs=before.reading.log_probs,
        alternatives=before.reading.alternatives,
    )
    return replace(now, reading=sure)
