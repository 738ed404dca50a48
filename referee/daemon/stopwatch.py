"""How long the networks take: what is asked of them goes through here, and the time is added up until it is taken.

Belongs to the thread that looks through the cameras.
"""

import time
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.classify import Classification, Classifier
from vision.locate_model import LocatorModel
from vision.locate_peaks import Proposals
from vision.readings import Turns
from vision.rectify import Picture


class Stopwatch:
    """The time that was spent since it was last taken."""

    def __init__(self, clock_s: Callable[[], float] = time.perf_counter) -> None:
        self._clock_s = clock_s
        self._spent_s = 0.0
        self._began_s = 0.0

    def take(self) -> float:
        """Seconds since the last take; 0 if nothing was asked."""
        spent_s, self._spent_s = self._spent_s, 0.0
        return spent_s

    def __enter__(self) -> None:
        self._began_s = self._clock_s()

    def __exit__(self, *_: object) -> None:
        self._spent_s += self._clock_s() - self._began_s


class TimedClassifier:
    """A classifier whose time is taken."""

    def __init__(self, classifier: Classifier, stopwatch: Stopwatch) -> None:
        self._classifier = classifier
        self._stopwatch = stopwatch

    def classify(self, faces: Sequence[NDArray[np.uint8]], *, turns: Turns = "all") -> list[Classification]:
        """As `Classifier.classify`."""
        with self._stopwatch:
            return self._classifier.classify(faces, turns=turns)


class TimedProposer:
    """A locator network whose time is taken."""

    def __init__(self, network: LocatorModel, stopwatch: Stopwatch) -> None:
        self._network = network
        self._stopwatch = stopwatch

    def at_scale(self, picture: Picture, zoom: float) -> Proposals:
        """As `LocatorModel.at_scale`."""
        with self._stopwatch:
            return self._network.at_scale(picture, zoom)
