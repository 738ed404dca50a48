"""Accepted tiles with the cut-outs that show them, so that whoever may know a tile can compare name and picture.

Rivers and indicators lie open. What lies in a tray is a player's secret and is told only where hands are; an opened
wall no longer once its hand is known, since hand and pool are the same tiles.
"""

from dataclasses import dataclass

from referee.desk.state import DeskState, Place, PlaceSeen, Sighting
from referee.display.views.candidates import SECRET_PLACES


@dataclass(frozen=True, slots=True)
class SightingFacts:
    """One tile: its accepted name, on whose word (`camera`, `confirmed`, `corrected`, `entered`), and what was read.

    `read` is empty, `confidence` None and `sure` False where no camera has seen it; `picture` as in a reading.
    """

    tile: str
    word: str
    read: str
    confidence: float | None
    sure: bool
    picture: str


@dataclass(frozen=True, slots=True)
class PlaceFacts:
    """The accepted tiles of one place."""

    place: str
    seat: str | None
    tiles: tuple[SightingFacts, ...]


def seen_facts(state: DeskState, *, hands: bool) -> tuple[PlaceFacts, ...]:
    """The places whose tiles a role may know, one that may see hands or one that may not."""
    known = {place.seat for place in state.seen if place.place is Place.HAND}
    shown = (place for place in state.seen if not (place.place is Place.WALL and place.seat in known))
    return tuple(_place_facts(place) for place in shown if hands or place.place not in SECRET_PLACES)


def _place_facts(place: PlaceSeen) -> PlaceFacts:
    return PlaceFacts(place.place.value, place.seat, tuple(_facts(tile) for tile in place.tiles))


def _facts(sighting: Sighting) -> SightingFacts:
    reading = sighting.reading
    if reading is None:
        return SightingFacts(sighting.tile, sighting.word.value, "", None, False, "")
    confidence = round(reading.confidence, 4)
    return SightingFacts(sighting.tile, sighting.word.value, reading.label, confidence, reading.sure, reading.picture)
