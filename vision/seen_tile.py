"""A tile as it was read, with what is needed to read it again: made of a classifier's answers. Pure."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from referee.tiles.names import LABELS, OTHER
from vision.readings import ALTERNATIVES, Polygon, TileReading
from vision.rectify import Picture

_KNOWS_NOTHING: Final = (round(-math.log(len(LABELS)), 4),) * len(LABELS)


class Classified(Protocol):
    """What a classifier says of one face; `turn` clockwise quarter turns would stand it upright."""

    @property
    def label(self) -> str:
        """One of `LABELS`."""

    @property
    def confidence(self) -> float:
        """Its probability."""

    @property
    def sure(self) -> bool:
        """Whether it can be relied on."""

    @property
    def turn(self) -> int:
        """0 to 3."""

    @property
    def log_probs(self) -> NDArray[np.float32]:
        """39 natural logarithms in the order of `LABELS`."""


Settle: TypeAlias = Callable[[Sequence[Picture], Sequence[Classified], NDArray[np.float64]], Sequence[Classified]]
"""Decides anew what faces show that are seen beside each other: crops, answers, (n, 2) middles (`vision.paper`)."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenTile:
    """A reading with where it was found in the straight view, (4, 2) pixels, and on how many frames it was read."""

    reading: TileReading
    corners_view: NDArray[np.float64]
    looks: int = 1

    def again(self, answer: Classified) -> "SeenTile":
        """The tile after another look at it: the mean of their log probabilities, made probabilities again.

        It is sure only if the new look is sure by itself and agrees with what was read before.
        """
        mean = (np.asarray(self.reading.log_probs) + np.asarray(answer.log_probs, np.float64)) / 2
        mean -= np.log(np.exp(mean).sum())
        best = int(mean.argmax())
        reading = replace(
            self.reading,
            label=LABELS[best],
            confidence=round(math.exp(mean[best]), 4),
            sure=answer.sure and answer.label == LABELS[best] == self.reading.label,
            log_probs=tuple(round(float(value), 4) for value in mean),
            alternatives=_alternatives(mean),
        )
        return replace(self, reading=reading, looks=self.looks + 1)


def reading_of(answer: Classified, polygon: Polygon) -> TileReading:
    """A reading from what the classifier said."""
    log_probs = np.asarray(answer.log_probs, np.float64)
    return TileReading(
        label=answer.label,
        confidence=round(float(answer.confidence), 4),
        sure=answer.sure,
        polygon=polygon,
        log_probs=tuple(np.round(log_probs, 4).tolist()),
        alternatives=_alternatives(log_probs),
    )


def unread(polygon: Polygon) -> TileReading:
    """The reading of something of a tile's size of which nothing more is known."""
    return TileReading(OTHER, round(1 / len(LABELS), 4), sure=False, polygon=polygon, log_probs=_KNOWS_NOTHING)


def _alternatives(log_probs: NDArray[np.float64]) -> tuple[tuple[str, float], ...]:
    best = np.argsort(-log_probs)[1 : 1 + ALTERNATIVES]
    return tuple((LABELS[int(place)], round(math.exp(log_probs[place]), 4)) for place in best)
