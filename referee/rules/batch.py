"""Scores many hands at once: arrays in, arrays out, exactly what `score` says of each.

The readings of all hands are looked up in the tables of `suit_arrays`; what a reading is worth is asked of the same
`Scorer` as for one hand, once for all readings with the same traits. Local yaku may ask for anything about a hand, so
where the house plays some, the hands that may have one are scored by themselves. Pure.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

from referee.rules.batch_worths import NOTHING, Readings
from referee.rules.candidate_arrays import orphan_candidates, pair_candidates, set_candidates
from referee.rules.checks import HAND_TILES, check_hand
from referee.rules.hand_arrays import Bools, HandArrays
from referee.rules.limits import Limit
from referee.rules.packing import BITS
from referee.rules.pattern_arrays import can_meet
from referee.rules.ruleset import RuleSet
from referee.rules.scorer import Scorer, Worth
from referee.rules.scores import Reason, Score
from referee.rules.situation import Situation
from referee.rules.suit_arrays import Ints
from referee.tiles import ImpossibleTilesError, NotAllowedError
from referee.tiles.names import TILES

NO_VALUE: Final = -1
"""Where a single score has None: han and fu of a yakuman, and of a hand that is not complete."""

_CHUNK: Final = 1 << 16  # hands at a time; bounds the memory to some 100 MB however many there are


@dataclass(frozen=True, slots=True, eq=False)
class BatchScores:
    """The scores of n hands, each array (n,); the fields are those of `Score`.

    `limit` and `limit_for_minimum` are ranks of `Limit`; han and fu are NO_VALUE where a single score has None.
    `has_yaku` tells the two reasons apart for which a complete hand cannot win.
    """

    complete: Bools
    has_yaku: Bools
    can_ron: Bools
    han: Ints
    han_for_minimum: Ints
    fu: Ints
    fu_for_minimum: Ints
    limit: Ints
    limit_for_minimum: Ints
    yakuman: Ints
    points: Ints
    points_child: Ints
    points_dealer: Ints

    def __len__(self) -> int:
        return len(self.points)

    def put(self, rows: Ints, scores: "BatchScores") -> None:
        """Set the scores of some rows."""
        for field in fields(self):
            getattr(self, field.name)[rows] = getattr(scores, field.name)


def score_batch(
    hands: NDArray[np.integer],
    tiles: NDArray[np.integer],
    rules: RuleSet,
    situation: Situation | Sequence[Situation],
) -> BatchScores:
    """What each of `hands` (n, 13) is worth when it wins on its tile of `tiles` (n,); tiles are numbers from 0 to 36.

    `situation` is one for all hands, or one for each. Raises NotAllowedError for arrays of another shape or numbers
    that are no tiles, ImpossibleTilesError as `score` does, naming the hand.
    """
    _check_arrays(hands, tiles)
    found = _empty(len(hands))
    for asked, rows in _by_situation(situation, len(hands)):
        scorer = Scorer.of(rules, asked)
        for start in range(0, len(rows), _CHUNK):
            chunk = rows[start : start + _CHUNK]
            arrays = HandArrays.of(hands[chunk], tiles[chunk])
            _check_possible(arrays, chunk, scorer)
            found.put(chunk, _with_local(scorer, arrays) if scorer.values.has_local else _scored(scorer, arrays))
    return found


def _with_local(scorer: Scorer, hands: HandArrays) -> BatchScores:
    """All hands without local yaku, and then those that may have one, each by itself."""
    found = _scored(scorer, hands)
    complete = np.flatnonzero(found.complete)
    several = hands.some(complete)
    may = np.zeros(len(several), bool)
    for condition in scorer.values.local:
        may |= can_meet(condition, several, scorer.circumstances)
    asked = np.flatnonzero(may)
    found.put(complete[asked], _one_by_one(scorer, several.some(asked)))
    return found


def _scored(scorer: Scorer, hands: HandArrays) -> BatchScores:
    readings = Readings(scorer, [*set_candidates(hands), pair_candidates(hands), orphan_candidates(hands)])
    dora, ura = _dora(scorer, hands)
    paid = readings.best(scorer.paid, dora + ura)
    least = paid if scorer.least is scorer.paid and not ura.any() else readings.best(scorer.least, dora)
    return _listed(*paid, *least)


def _dora(scorer: Scorer, hands: HandArrays) -> tuple[Ints, Ints]:
    """The han of dora and red fives, and those of ura."""
    dora, ura = np.zeros((2, len(hands)), np.int64)
    for shift in scorer.dora:
        dora += hands.copies(shift // BITS)
    for shift in scorer.reds:
        dora += hands.reds(shift // BITS)
    for shift in scorer.ura:
        ura += hands.copies(shift // BITS)
    return dora, ura


def _listed(paid: Ints, paid_worths: list[Worth], least: Ints, least_worths: list[Worth]) -> BatchScores:
    """The arrays from places in lists of worths; the place after the last stands for NOTHING."""
    complete = paid != NOTHING

    def column(places: Ints, values: list[int], nothing: int) -> Ints:
        return np.array([*values, nothing])[places]

    def han(worth: Worth) -> int:
        return NO_VALUE if worth.price.limit is Limit.YAKUMAN else worth.han

    def fu(worth: Worth) -> int:
        return NO_VALUE if worth.price.limit is Limit.YAKUMAN else worth.value.fu

    has_yaku = column(paid, [worth.price.base > 0 for worth in paid_worths], 0) != 0
    reaches = column(least, [worth.price.reaches for worth in least_worths], 0) != 0
    return BatchScores(
        complete=complete,
        has_yaku=has_yaku,
        can_ron=has_yaku & reaches,
        han=column(paid, [han(worth) for worth in paid_worths], NO_VALUE),
        han_for_minimum=column(least, [han(worth) for worth in least_worths], NO_VALUE),
        fu=column(paid, [fu(worth) for worth in paid_worths], NO_VALUE),
        fu_for_minimum=column(least, [fu(worth) for worth in least_worths], NO_VALUE),
        limit=column(paid, [worth.price.limit.rank for worth in paid_worths], 0),
        limit_for_minimum=column(least, [worth.price.limit.rank for worth in least_worths], 0),
        yakuman=column(paid, [worth.value.yakuman for worth in paid_worths], 0),
        points=column(paid, [worth.price.points for worth in paid_worths], 0),
        points_child=column(paid, [worth.price.points_child for worth in paid_worths], 0),
        points_dealer=column(paid, [worth.price.points_dealer for worth in paid_worths], 0),
    )


def _one_by_one(scorer: Scorer, hands: HandArrays) -> BatchScores:
    found = _empty(len(hands))
    for row, tiles in enumerate(hands.tiles.T.tolist()):
        scored = scorer.score(tiles[:HAND_TILES], tiles[HAND_TILES])
        for field in fields(found):
            getattr(found, field.name)[row] = _plain(scored, field.name)
    return found


def _plain(scored: Score, name: str) -> int:
    """A field of a single score as an array holds it."""
    if name == "has_yaku":
        return scored.complete and Reason.NO_YAKU not in scored.reasons
    value = getattr(scored, name)
    if isinstance(value, Limit):
        return value.rank
    return NO_VALUE if value is None else int(value)


def _empty(count: int) -> BatchScores:
    bools = {"complete", "has_yaku", "can_ron"}
    return BatchScores(
        **{field.name: np.zeros(count, bool if field.name in bools else np.int64) for field in fields(BatchScores)}
    )


def _by_situation(situation: Situation | Sequence[Situation], count: int) -> list[tuple[Situation, Ints]]:
    if isinstance(situation, Situation):
        return [(situation, np.arange(count))]
    if len(situation) != count:
        raise NotAllowedError(f"there are {len(situation)} situations for {count} hands: expected one each, or one")
    rows: dict[Situation, list[int]] = {}
    for row, asked in enumerate(situation):
        rows.setdefault(asked, []).append(row)
    return [(asked, np.array(places)) for asked, places in rows.items()]


def _check_arrays(hands: NDArray[np.integer], tiles: NDArray[np.integer]) -> None:
    if hands.ndim != 2 or hands.shape[1] != HAND_TILES or tiles.shape != hands.shape[:1]:
        raise NotAllowedError(
            f"the arrays have shapes {hands.shape} and {tiles.shape}: expected (n, {HAND_TILES}) and (n,)"
        )
    for name, array in (("hands", hands), ("tiles", tiles)):
        if not np.issubdtype(array.dtype, np.integer):
            raise NotAllowedError(f"{name} holds {array.dtype}: expected whole numbers")
        if array.size and not 0 <= int(array.min()) <= int(array.max()) < TILES:
            raise NotAllowedError(f"{name} holds {array.min()} to {array.max()}: expected tiles from 0 to {TILES - 1}")


def _check_possible(hands: HandArrays, rows: Ints, scorer: Scorer) -> None:
    """Raise ImpossibleTilesError for the first hand that no set can lie like."""
    wrong = hands.with_fifth_copy(scorer.shown.tiles)
    for red, limit in scorer.shown.red_limits:
        wrong |= hands.reds(red) + scorer.shown.tiles.count(red) > limit
    for row in np.flatnonzero(wrong)[:1].tolist():
        *hand, tile = hands.tiles[:, row].tolist()
        try:
            check_hand(hand, tile, scorer.rules, scorer.situation)
        except ImpossibleTilesError as error:
            raise ImpossibleTilesError(f"hand {rows[row]}: {error}") from error
