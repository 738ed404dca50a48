"""The waits of a hand with their marks: which reach the minimum, which only with ippatsu or houtei, which never."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from typing import Final

from referee.rules.choices import DoraRule
from referee.rules.limits import Limit
from referee.rules.ready import ready_by_shape_only, waits_of_counts
from referee.rules.ruleset import RuleSet
from referee.rules.scorer import Scorer
from referee.rules.scores import Score, YakuScore
from referee.rules.situation import Situation
from referee.rules.yaku.names import YakuId
from referee.tiles import Kind, Tile, counts_of, is_red, kind_of, suit_of
from referee.tiles.names import COPIES, RED_OF


@unique
class WaitKind(StrEnum):
    """Whether a wait reaches the minimum: by itself, only with ippatsu or houtei, or not at all."""

    FULL = "full"
    CONDITIONAL = "conditional"
    SHORT = "short"

    @property
    def mark(self) -> str:
        """The mark that players know."""
        return _MARKS[self]


_MARKS: Final = {WaitKind.FULL: "◎", WaitKind.CONDITIONAL: "△", WaitKind.SHORT: "×"}


@dataclass(frozen=True, slots=True)
class Wait:
    """A kind that completes the hand, and its worth without ippatsu and houtei.

    `needs` says which of the two lift a conditional wait to the minimum, either alone.
    """

    tile: Kind
    kind: WaitKind
    needs: tuple[YakuId, ...]
    score: Score

    @property
    def mark(self) -> str:
        """◎ △ ×."""
        return self.kind.mark

    @property
    def han(self) -> int | None:
        """As `Score.han`."""
        return self.score.han

    @property
    def fu(self) -> int | None:
        """As `Score.fu`."""
        return self.score.fu

    @property
    def limit(self) -> Limit:
        """As `Score.limit`."""
        return self.score.limit

    @property
    def points(self) -> int:
        """As `Score.points`."""
        return self.score.points

    @property
    def yaku(self) -> tuple[YakuScore, ...]:
        """As `Score.yaku`."""
        return self.score.yaku


@dataclass(frozen=True, slots=True)
class Waits:
    """The waits of 13 tiles, ascending.

    `ready_by_shape_only`: the shape waits, but only for a fifth copy, so that nothing can complete it.
    """

    waits: tuple[Wait, ...]
    ready_by_shape_only: bool

    @property
    def ready(self) -> bool:
        """Whether some tile completes the hand."""
        return bool(self.waits)


def find_waits(hand: Sequence[Tile], rules: RuleSet, situation: Situation) -> Waits:
    """The waits of 13 tiles, unchecked. `ippatsu` and `houtei` of the situation do not matter here."""
    counts = counts_of(hand)
    kinds = waits_of_counts(counts)
    scorers = _Scorers(rules, situation)
    return Waits(
        tuple(scorers.wait(hand, kind) for kind in kinds),
        not kinds and ready_by_shape_only(counts),
    )


class _Scorers:
    """The scorers for one hand's waits: the plain one, and those that try ippatsu and houtei, made when needed."""

    def __init__(self, rules: RuleSet, situation: Situation) -> None:
        self._rules = rules
        self._plain = _without_ippatsu(Scorer.of(rules, replace(situation, ippatsu=False, houtei=False)))
        self._lifted = {
            YakuId.IPPATSU: Scorer.of(rules, replace(situation, ippatsu=True, houtei=False)),
            YakuId.HOUTEI: _without_ippatsu(Scorer.of(rules, replace(situation, ippatsu=False, houtei=True))),
        }

    def wait(self, hand: Sequence[Tile], kind: Kind) -> Wait:
        tile = self._tile(hand, kind)
        score = self._plain.score(hand, tile)
        if score.can_ron:
            return Wait(kind, WaitKind.FULL, (), score)
        needs = tuple(yaku for yaku, scorer in self._lifted.items() if scorer.score(hand, tile).can_ron)
        return Wait(kind, WaitKind.CONDITIONAL if needs else WaitKind.SHORT, needs, score)

    def _tile(self, hand: Sequence[Tile], kind: Kind) -> Tile:
        """The ordinary tile of the kind, or the red five where every ordinary one is accounted for."""
        red = RED_OF.get(kind)
        if red is None or not self._rules.counts_red(suit_of(kind)):
            return kind
        seen = [*hand, *(self._plain.situation.indicators if self._rules.dora is DoraRule.INDICATOR else ())]
        ordinary = sum(1 for tile in seen if kind_of(tile) == kind and not is_red(tile))
        return red if ordinary >= COPIES - self._rules.red_fives[suit_of(kind)] else kind


def _without_ippatsu(scorer: Scorer) -> Scorer:
    """A first discard can bring ippatsu by rule; a wait's own worth leaves it out all the same."""
    return replace(scorer, circumstances=replace(scorer.circumstances, ippatsu=False))
