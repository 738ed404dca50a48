"""Which of the readings of a zone are worth telling: nothing is told twice, and what only flits by is not told."""

from typing import Final

import numpy as np

from vision.readings import TileReading, ZoneReading

_MOVED_MM: Final = 4.0  # a tile that shifts by less is the same news
_COVERED_AFTER_MS: Final = 2_500  # something that hides a place for longer than a discard takes is told
_COVERED_AGAIN_MS: Final = 1_000  # how often at most it is told what a hand that moves about hides


class News:
    """What was told about one zone."""

    def __init__(self) -> None:
        self._told: ZoneReading | None = None
        self._free_ms: int | None = None

    def rest(self, t_ms: int) -> None:
        """In the frame of that time, nothing hides anything and nothing is to be told."""
        self._free_ms = t_ms

    def choose(self, reading: ZoneReading, *, settled: bool) -> ZoneReading | None:
        """The reading of the newest frame if it is to be told.

        `settled`: all that could be seen has been read; before that, only that something hides it is told.
        """
        if not reading.covered or self._free_ms is None or reading.t_ms < self._free_ms:
            self._free_ms = reading.t_ms
        if not self._is_news(reading, settled=settled):
            return None
        self._told = reading
        return reading

    def _is_news(self, reading: ZoneReading, *, settled: bool) -> bool:
        told, free_ms = self._told, self._free_ms or 0
        lasting = reading.covered and reading.t_ms - free_ms >= _COVERED_AFTER_MS
        if told is None:
            return lasting or (settled and not reading.covered)
        if settled and not _same_tiles(reading.tiles, told.tiles):
            return True
        if reading.covered and told.covered:
            again = reading.t_ms - told.t_ms >= _COVERED_AGAIN_MS
            return lasting and again and _hidden(reading) != _hidden(told)
        return lasting if reading.covered else told.covered and settled


def _hidden(reading: ZoneReading) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    return tuple(place.before for place in reading.unseen), tuple(tile.hidden for tile in reading.tiles)


def _same_tiles(some: tuple[TileReading, ...], others: tuple[TileReading, ...]) -> bool:
    return len(some) == len(others) and all(_same_tile(a, b) for a, b in zip(some, others, strict=True))


def _same_tile(one: TileReading, other: TileReading) -> bool:
    if _look(one) != _look(other):
        return False
    if one.centre_mm is None or other.centre_mm is None:
        return one.centre_mm == other.centre_mm
    return float(np.hypot(*np.subtract(one.centre_mm, other.centre_mm))) < _MOVED_MM


def _look(tile: TileReading) -> tuple[object, ...]:
    return tile.label, tile.sure, tile.row, tile.sideways, tile.other_set
