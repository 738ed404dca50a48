"""The waits of a hand with their marks: which reach the minimum, which only with ippatsu or houtei, which never."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from functools import lru_cache
from typing import Final, NamedTuple

from referee.rules.candidates import candidates
from referee.rules.choices import DoraRule
from referee.rules.limits import Limit
from referee.rules.packing import ONE_OF, copies_of, pack
from referee.rules.ready import ready_by_shape_only, waits_of_packed
from referee.rules.ruleset import RuleSet
from referee.rules.scorer import Scorer, scorer_for
from referee.rules.scores import Score, YakuScore
from referee.rules.situation import Circumstances, Situation
from referee.rules.yaku.names import YakuId
from referee.tiles import Kind, Tile, suit_of
from referee.tiles.names import COPIES, RED_FIVES


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


class Wait(NamedTuple):
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


class Waits(NamedTuple):
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
    return WaitScorers.of(rules, situation).waits(pack(hand))


@dataclass(frozen=True, slots=True, eq=False)
class WaitScorers:
    """The scorers for the waits of hands: the plain one, and those that try ippatsu and houtei.

    `reds`: for each five that can be red, the red one and how many ordinary ones there are beside those shown.
    """

    plain: Scorer
    lifted: tuple[tuple[YakuId, Scorer], ...]
    reds: Mapping[Kind, tuple[Tile, int]]

    @staticmethod
    def of(rules: RuleSet, situation: Situation) -> "WaitScorers":
        """The scorers for the rules and the situation; asked again, the same ones."""
        return _wait_scorers(rules, situation)

    def waits(self, packed: int) -> Waits:
        """The waits of 13 packed tiles."""
        kinds = waits_of_packed(packed)
        if not kinds:
            return Waits((), ready_by_shape_only(packed))
        return Waits(tuple([self._wait(packed, kind) for kind in kinds]), False)

    def _wait(self, packed: int, kind: Kind) -> Wait:
        tile = self._tile(packed, kind) if kind in self.reds else kind
        complete = packed + ONE_OF[tile]
        found = candidates(complete, kind)
        score = self.plain.score_candidates(found, complete, kind)
        if not score.reasons:
            return Wait(kind, WaitKind.FULL, (), score)
        needs = tuple([yaku for yaku, scorer in self.lifted if scorer.allows(found, complete, kind)])
        return Wait(kind, WaitKind.CONDITIONAL if needs else WaitKind.SHORT, needs, score)

    def _tile(self, packed: int, five: Kind) -> Tile:
        """The ordinary five, or the red one where every ordinary one is accounted for."""
        red, ordinary = self.reds[five]
        return red if copies_of(packed, five) - copies_of(packed, red) >= ordinary else five


@lru_cache(maxsize=128)
def _wait_scorers(rules: RuleSet, situation: Situation) -> WaitScorers:
    calm = replace(situation, ippatsu=False, houtei=False)
    shown = situation.indicators if rules.dora is DoraRule.INDICATOR else ()
    return WaitScorers(
        plain=_without_ippatsu(rules, calm),
        lifted=(
            (YakuId.IPPATSU, Scorer.of(rules, replace(calm, ippatsu=True))),
            (YakuId.HOUTEI, _without_ippatsu(rules, replace(calm, houtei=True))),
        ),
        reds={
            five: (red, COPIES - rules.red_fives[suit_of(red)] - shown.count(five))
            for red, five in RED_FIVES.items()
            if rules.counts_red(suit_of(red))
        },
    )


def _without_ippatsu(rules: RuleSet, situation: Situation) -> Scorer:
    """A first discard can bring ippatsu by rule; a wait's own worth leaves it out all the same."""
    return scorer_for(rules, situation, replace(Circumstances.of(rules, situation), ippatsu=False))
