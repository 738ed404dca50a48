"""The most likely labels of several tiles together, under what can physically lie there.

A set has four copies of a kind, a pool of 21 known tiles has just those. Each tile alone takes its best label; together
they must fit the limits. That is a flow of least cost from at most 34 tiles to 39 labels, solved exactly. numpy only:
on so few labels it is fifty lines, and they also give every tile's second best labelling at once, for which an
assignment solver (scipy, 40 MB on the box) would have to be run again for each tile.

What cannot be is not bent in silence: if fitting the limits means to overrule a reading that is certain by itself, the
picture is called impossible, with the tiles and the reason. Pure.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from referee.tiles.names import COPIES, KINDS, LABELS, NAMES, RED_FIVES, TILES, Tile, kind_of
from vision.errors import LimitsError

SURE_MARGIN: Final = math.log(50.0)
"""A label is sure if the best labelling that gives the tile another one is at least 50 times less likely."""

OVERRULED_MARGIN: Final = math.log(200.0)
"""A reading this much more likely than what the limits leave to it is not overruled: the picture is impossible."""

_ROOM: Final = len(LABELS)  # the node after the labels in the graph of moves
_FLOOR: Final = math.log(1e-9)  # a classifier's certainty is never worth more than this against the limits

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Impossible:
    """Why the picture cannot be: `text` is one line; `label` is read too often, on the tiles at places `tiles`.

    `allowed` is how often it can lie there.
    """

    text: str
    label: str
    tiles: tuple[int, ...]
    allowed: int

    @property
    def facts(self) -> dict[str, object]:
        """What a sentence about it needs: the label, how often it is read, how often it can lie there, the places."""
        return {"label": self.label, "count": len(self.tiles), "allowed": self.allowed, "tiles": list(self.tiles)}


@dataclass(frozen=True, slots=True)
class Decoding:
    """The joint labelling of n tiles, each in order of the input.

    `tiles` are places in `LABELS` (0-36 faces, 37 back, 38 other). `confidences` are the odds of the labelling against
    the best one that labels this tile differently, as a probability. `sure` is False for every tile that the
    explanation in `impossible` names.
    """

    tiles: tuple[int, ...]
    confidences: tuple[float, ...]
    sure: tuple[bool, ...]
    impossible: Impossible | None

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels as text."""
        return tuple(LABELS[tile] for tile in self.tiles)


def set_limits(red_fives: Mapping[str, int] | None = None, seen: Iterable[Tile] = ()) -> dict[Tile, int]:
    """How many of each tile can lie here: a set's copies less those `seen` elsewhere.

    `red_fives` is the number of red fives per suit in the set, such as `{"m": 1, "p": 1, "s": 1}` (default: none).
    """
    reds = dict(red_fives or {})
    limits = dict.fromkeys(range(KINDS), COPIES)
    for red, five in RED_FIVES.items():
        limits[red] = reds.get(NAMES[red][1], 0)
        limits[five] = COPIES - limits[red]
    for tile, count in Counter(seen).items():
        limits[tile] = max(0, limits[tile] - count)
    return limits


def multiset_limits(tiles: Iterable[Tile]) -> dict[Tile, int]:
    """Limits that allow exactly these tiles, each as often as given: a pool, a wall."""
    return dict(Counter(tiles))


def decode(log_probs: ArrayLike, limits: Mapping[Tile, int], sure_margin: float = SURE_MARGIN) -> Decoding:
    """The most likely labels of n tiles from (n, 39) natural log probabilities.

    A tile that `limits` does not name cannot occur; `back` and `other` are never limited. Raises LimitsError for
    arrays of the wrong shape, values that are no probabilities, and limits on things that are no tiles.
    """
    scores = _checked(log_probs, limits)
    if not len(scores):
        return Decoding((), (), (), None)
    labelling = _Labelling(scores, _capacities(len(scores), limits))
    chosen = labelling.label_of
    margins = labelling.margins()
    impossible = _explain(scores, chosen, limits)
    blamed = set(impossible.tiles) if impossible else set()
    return Decoding(
        tiles=tuple(int(label) for label in chosen),
        confidences=tuple(float(1.0 / (1.0 + math.exp(-min(margin, 700.0)))) for margin in margins),
        sure=tuple(bool(margin >= sure_margin) and row not in blamed for row, margin in enumerate(margins)),
        impossible=impossible,
    )


def _checked(log_probs: ArrayLike, limits: Mapping[Tile, int]) -> Floats:
    scores = np.asarray(log_probs, np.float64)
    if scores.size == 0:
        scores = scores.reshape(0, len(LABELS))
    if scores.ndim != 2 or scores.shape[1] != len(LABELS):
        raise LimitsError(f"log_probs has shape {scores.shape}, expected (tiles, {len(LABELS)})")
    if np.isnan(scores).any() or (scores > 1e-3).any():
        raise LimitsError("log_probs holds values that are no logarithms of probabilities")
    for tile, count in limits.items():
        if not 0 <= tile < TILES or count < 0:
            raise LimitsError(f"limits: {count} of tile {tile} makes no sense, expected tiles 0-36 and counts from 0")
    return np.maximum(scores, _FLOOR)


def _capacities(rows: int, limits: Mapping[Tile, int]) -> NDArray[np.int64]:
    capacities = np.zeros(len(LABELS), np.int64)
    for tile, count in limits.items():
        capacities[tile] = count
    capacities[TILES:] = rows
    return capacities


class _Labelling:
    """The best labelling so far, and what it costs to move tiles from label to label (a flow of least cost).

    Adding a tile to a label that is full pushes another one out of it, that one perhaps a third, until a label has
    room: a shortest path over the 39 labels, where the step from a to b is the cheapest move of a tile from a to b. A
    fortieth node stands for "room": a label that has some leads there, and from there one reaches every label in use,
    since a tile may leave it and nothing need come.
    """

    def __init__(self, scores: Floats, capacities: NDArray[np.int64]) -> None:
        self._scores = scores
        self._capacities = capacities
        self._used = np.zeros(len(capacities), np.int64)
        self.label_of = np.full(len(scores), -1)
        for tile in range(len(scores)):
            self._add(tile)

    def _add(self, tile: int) -> None:
        best = int(self._scores[tile].argmax())
        if self._used[best] >= self._capacities[best]:
            cost, mover, step = self._paths()
            label = best = int((cost[:-1, _ROOM] - self._scores[tile]).argmin())
            moves = []
            while (following := int(step[label, _ROOM])) != _ROOM:
                moves.append((int(mover[label, following]), following))  # made later: no move rests on another
                label = following
            for moved, to in moves:
                self.label_of[moved] = to
            self._used[label] += 1
        else:
            self._used[best] += 1
        self.label_of[tile] = best

    def margins(self) -> Floats:
        """For each tile, how much less likely the best labelling is that gives it another label."""
        cost = self._paths()[0]
        margins = np.empty(len(self.label_of))
        for tile, label in enumerate(self.label_of):
            others = self._scores[tile, label] - self._scores[tile] + cost[:-1, label]
            others[label] = np.inf
            margins[tile] = max(0.0, float(others.min()))
        return margins

    def _paths(self) -> tuple[Floats, NDArray[np.intp], NDArray[np.intp]]:
        """Cost of the cheapest chain of moves between labels, the tile that each single move takes, the next label."""
        nodes = len(LABELS) + 1
        cost = np.full((nodes, nodes), np.inf)
        mover = np.full((nodes, nodes), -1, np.intp)
        for label in np.unique(self.label_of[self.label_of >= 0]):
            tiles = np.flatnonzero(self.label_of == label)
            loss = self._scores[tiles, label][:, None] - self._scores[tiles]
            cost[label, :-1] = loss.min(axis=0)
            mover[label, :-1] = tiles[loss.argmin(axis=0)]
        cost[:-1, :-1][:, self._capacities == 0] = np.inf  # nothing is moved where nothing can lie
        cost[:-1, _ROOM] = np.where(self._used < self._capacities, 0.0, np.inf)
        cost[_ROOM, :-1] = np.where(self._used > 0, 0.0, np.inf)
        np.fill_diagonal(cost, 0.0)
        step = np.broadcast_to(np.arange(nodes), cost.shape).copy()
        for via in range(nodes):  # Floyd and Warshall; the best labelling has no cycle that gains
            through = cost[:, via, None] + cost[None, via, :]
            shorter = through < cost - 1e-9
            cost[shorter] = through[shorter]
            step[shorter] = np.broadcast_to(step[:, via, None], cost.shape)[shorter]
        return cost, mover, step


def _explain(scores: Floats, chosen: NDArray[np.intp], limits: Mapping[Tile, int]) -> Impossible | None:
    """The label that is read too often with certainty, if there is one."""
    alone = scores.argmax(axis=1)
    rows = np.arange(len(scores))
    lost = scores[rows, alone] - scores[rows, chosen]
    overruled = [row for row in rows if lost[row] > OVERRULED_MARGIN]
    if not overruled:
        return None
    worst = max(overruled, key=lambda row: lost[row])
    label = int(alone[worst])
    tiles = tuple(int(row) for row in rows if alone[row] == label)
    allowed = limits.get(label, 0)
    places = ", ".join(str(tile + 1) for tile in tiles)
    copies = "copy" if len(tiles) == 1 else "copies"
    text = f"{len(tiles)} {copies} of {LABELS[label]} (tiles {places}), where {_allowed_text(label, allowed)}"
    return Impossible(text, LABELS[label], tiles, allowed)


def _allowed_text(label: Tile, allowed: int) -> str:
    if not allowed:
        return f"no {NAMES[kind_of(label)] if label < KINDS else NAMES[label]} can lie"
    return f"{allowed} can lie"
