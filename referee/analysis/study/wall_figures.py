"""What one wall can become, in figures: all its ready hands and their worth under a rule set and its variants."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final

import numpy as np

from referee.analysis.solver import Needs, ReadyHands, has_reaching_hand
from referee.analysis.study.drawn_wall import DrawnWall
from referee.rules import RuleSet, Situation
from referee.rules.hand_arrays import Bools
from referee.rules.suit_arrays import Ints
from referee.rules.traits import FIRST_HONOUR

_LEAST_POINTS: Final = (8_000, 12_000, 16_000, 24_000, 32_000)


@unique
class Variant(StrEnum):
    """The rules of a study with one option changed, to ask only whether any hand reaches the minimum."""

    ROUNDING_UP = "rounding_up"
    NO_ROUNDING = "no_rounding"
    RED_FIVES = "red_fives"
    RIICHI_NOT_COUNTED = "riichi_not_counted"

    def rules(self, rules: RuleSet) -> RuleSet:
        """The rule set with that option; beside red fives and riichi, with rounding up."""
        return rules.with_hand_options({"kiriage_mangan": True} | dict(_OPTIONS[self]))


_OPTIONS: Final[Mapping[Variant, Mapping[str, object]]] = {
    Variant.ROUNDING_UP: {},
    Variant.NO_ROUNDING: {"kiriage_mangan": False},
    Variant.RED_FIVES: {"red_fives": {"m": 1, "p": 1, "s": 1}},
    Variant.RIICHI_NOT_COUNTED: {"minimum_counts_riichi": False},
}


@dataclass(frozen=True, slots=True)
class StudyRules:
    """A rule set as a study weighs it, on the scale of non-dealers, and its variants."""

    rules: RuleSet
    variants: Mapping[Variant, RuleSet]

    @classmethod
    def of(cls, rules: RuleSet) -> "StudyRules":
        """Payment decides nothing that is asked here, but points are compared: mangan is 8,000."""
        scaled = rules.with_hand_options({"payment": "flat_child"})
        return cls(scaled, {variant: variant.rules(scaled) for variant in Variant})


@dataclass(frozen=True, slots=True)
class WallFigures:
    """One wall.

    `best`: the dearest full wait of all hands, as how many of mangan, haneman, baiman, sanbaiman and yakuman it
    reaches (0 to 5). `reaching`: hands with a full wait; `conditional`: hands that reach the minimum, if at all, only
    with ippatsu or houtei. `yakuman`: the ids of all yakuman that some hand waits for. `counted_yakuman`: whether the
    best hand is one by han alone. `honitsu`: whether some ready hand is of one suit and honours, and `calm_honitsu`,
    whether one of these has no three of an honour. `without_minimum`: the variants under which no hand reaches it.
    """

    ready_hands: int
    pairs: int
    reaching: int
    conditional: int
    best: int
    yakuman: frozenset[str]
    counted_yakuman: bool
    honitsu: bool
    calm_honitsu: bool
    without_minimum: frozenset[Variant]

    @classmethod
    def of(cls, wall: DrawnWall, study: StudyRules) -> "WallFigures":
        """All of it, by the solver."""
        situation = wall.situation(study.rules)
        ready = ReadyHands.of(wall.tiles(study.rules), study.rules, situation)
        full = ready.full
        reaching = ready.sums(full.astype(np.int64)) > 0
        lifted = ready.sums(((ready.needs != Needs.NOTHING) & (ready.needs != Needs.NEVER)).astype(np.int64)) > 0
        best_points = int(ready.points[full].max(initial=0))
        yakuman = _yakuman(ready)
        honitsu, calm_honitsu = _honitsu(ready.hand_counts())
        return cls(
            ready_hands=len(ready),
            pairs=len(ready.kinds),
            reaching=int(np.count_nonzero(reaching)),
            conditional=int(np.count_nonzero(lifted & ~reaching)),
            best=sum(best_points >= points for points in _LEAST_POINTS),
            yakuman=yakuman,
            counted_yakuman=best_points >= _LEAST_POINTS[-1] and not yakuman,
            honitsu=honitsu,
            calm_honitsu=calm_honitsu,
            without_minimum=_without_minimum(wall, study, reaches=bool(reaching.any())),
        )


def _yakuman(ready: ReadyHands) -> frozenset[str]:
    """The yakuman that are waited for, as the rules name them."""
    rows = np.unique(ready.hands[ready.yakuman > 0]).tolist()
    return frozenset(
        yaku.id.value
        for row in rows
        for wait in ready.wall.waits(ready.hand_tiles(row)).waits
        if wait.score.yakuman
        for yaku in wait.yaku
    )


def _honitsu(counts: Ints) -> tuple[bool, bool]:
    """Whether some hand (n, 34) is of one suit and honours, and whether one of these has no three of an honour."""
    suits = counts[:, :FIRST_HONOUR].reshape(-1, 3, 9).sum(axis=2)
    honours = counts[:, FIRST_HONOUR:]
    mixed: Bools = (np.count_nonzero(suits, axis=1) == 1) & (honours.sum(axis=1) > 0)
    return bool(mixed.any()), bool((mixed & (honours.max(axis=1, initial=0) < 3)).any())


def _without_minimum(wall: DrawnWall, study: StudyRules, *, reaches: bool) -> frozenset[Variant]:
    def none_reaches(rules: RuleSet) -> bool:
        if rules == study.rules:
            return not reaches
        situation: Situation = wall.situation(rules)
        return not has_reaching_hand(wall.tiles(rules), rules, situation)

    return frozenset(variant for variant, rules in study.variants.items() if none_reaches(rules))
