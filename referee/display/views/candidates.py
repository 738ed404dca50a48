"""Readings that wait for a person: what a camera thinks it saw, how sure it is, and why it was not accepted.

What lies in a tray or an opened wall is a player's secret, so the operator is told only that such a reading waits. Nor
do the reasons tell the operator which of a player's tiles are in the hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.desk.state import Candidate, Place, Reading
from referee.display.views.plain import as_json

SECRET_PLACES: Final = frozenset({Place.HAND, Place.POOL, Place.WALL})

_SECRET_REASONS: Final = {"of_the_hand": "not_in_pool", "not_allowed": "not_in_pool"}
"""Reasons that tell of a hand, and what the operator reads instead."""

_SECRET_IN_PLACE: Final = {"impossible": "impossible_hidden"}
"""Reasons that name a tile, and what the operator reads instead where it lies in a secret place."""

_OPEN_FACTS: Final = frozenset({"count", "expected"})
"""Facts of secret places that are none themselves: how many tiles lie there."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another label that the tile may be, with its confidence (0-1)."""

    label: str
    confidence: float


@dataclass(frozen=True, slots=True)
class ReadingFacts:
    """One tile as read; `picture` is the id below `/api/pictures/`, or empty."""

    label: str
    confidence: float
    sure: bool
    alternatives: tuple[Alternative, ...]
    picture: str


@dataclass(frozen=True, slots=True)
class CandidateFacts:
    """A reading in quarantine. `secret`: the readings are withheld from this role."""

    id: int
    place: str
    seat: str | None
    reason: str
    secret: bool
    readings: tuple[ReadingFacts, ...]
    facts: Mapping[str, object]


def candidate_facts(candidate: Candidate, *, hands: bool) -> CandidateFacts:
    """A candidate for a role that may see hands, or may not."""
    secret = candidate.place in SECRET_PLACES and not hands
    masks = {**_SECRET_REASONS, **(_SECRET_IN_PLACE if secret else {})}
    masked = not hands and candidate.reason in masks
    facts = {name: value for name, value in candidate.facts.items() if not secret or name in _OPEN_FACTS}
    return CandidateFacts(
        id=candidate.id,
        place=candidate.place.value,
        seat=candidate.seat,
        reason=masks[candidate.reason] if masked else candidate.reason,
        secret=secret,
        readings=() if secret else tuple(_reading_facts(reading) for reading in candidate.readings),
        facts={} if masked else as_json(facts),
    )


def _reading_facts(reading: Reading) -> ReadingFacts:
    return ReadingFacts(
        label=reading.label,
        confidence=round(reading.confidence, 4),
        sure=reading.sure,
        alternatives=tuple(Alternative(label, round(confidence, 4)) for label, confidence in reading.alternatives),
        picture=reading.picture,
    )
