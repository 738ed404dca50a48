"""What the desk makes of a reading: a fact to accept, a question to a person, or nothing yet."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from referee.desk.observation import SeenTile
from referee.desk.state import Reading
from referee.tiles import LABELS, Tile
from vision.decode import Decoding


@dataclass(frozen=True, slots=True)
class Accept:
    """The reading is sure, fits the rules of matter and the turn: these tiles may become an event."""

    tiles: tuple[Tile, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class Ask:
    """A person must look: the tiles in question, the reason as a text code, and facts for the text."""

    readings: tuple[Reading, ...]
    reason: str
    facts: dict[str, object] = field(default_factory=dict)


Finding: TypeAlias = Accept | Ask | None
"""None: nothing new lies there, or not enough of it was seen to say anything."""

_ALTERNATIVES = 3


def find_other_set(tiles: Sequence[SeenTile]) -> Ask | None:
    """A question if the backs of some tiles have another colour than most: they are of the set that is not in play."""
    odd = tuple(as_seen(tile) for tile in tiles if tile.other_set)
    return Ask(odd, "other_set", {"count": len(odd)}) if odd else None


def as_seen(tile: SeenTile) -> Reading:
    """The reading of one tile by itself, with the next best labels."""
    best = sorted(zip(tile.log_probs, LABELS, strict=False), reverse=True)[: _ALTERNATIVES + 1]
    alternatives = tuple((label, math.exp(log)) for log, label in best if label != tile.label)
    return Reading(tile.label, tile.confidence, tile.sure, alternatives[:_ALTERNATIVES], tile.picture)


def as_decoded(tiles: tuple[SeenTile, ...], decoding: Decoding) -> tuple[Reading, ...]:
    """The readings of several tiles after they were decoded together.

    A reading is sure if the decoding says so, or if the camera was sure of it by itself and nothing speaks against it.
    Tiles of which too many are read are shown as they were read, not as what might have been there instead.
    """
    readings = []
    blamed = decoding.impossible.tiles if decoding.impossible is not None else ()
    decoded = zip(tiles, decoding.labels, decoding.confidences, decoding.sure, strict=True)
    for place, (tile, label, confidence, sure) in enumerate(decoded):
        alone = as_seen(tile)
        if place in blamed:
            readings.append(replace(alone, sure=False))
            continue
        sure = sure or (tile.sure and label == tile.label and decoding.impossible is None)
        readings.append(Reading(label, confidence, sure, alone.alternatives, tile.picture))
    return tuple(readings)
