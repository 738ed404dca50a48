"""What a study is to do, and the pieces of work that it falls into: each can be done by any process at any time."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Any, Final

from referee.analysis.players import Character
from referee.analysis.study.deal_study import study_deals
from referee.analysis.study.tally import Tally
from referee.analysis.study.wall_study import study_walls
from referee.rules import RuleSet


@unique
class Part(StrEnum):
    """The sampled parts of a study."""

    WALLS = "walls"
    DEALS = "deals"
    THREE = "three"
    """Deals of three players, to set beside those of two."""


@dataclass(frozen=True, slots=True)
class StudyPlan:
    """How many cases of each part, by which seed, rules and players.

    A case is the same whatever else the plan asks for, so a plan of more cases goes on where one of fewer ended.
    """

    rules: RuleSet
    seed: int
    tiles: int
    character: Character
    cases: Mapping[Part, int]

    @property
    def three_rules(self) -> RuleSet:
        """The same rules for three players. Raises RuleError where they cannot be played so."""
        return self.rules.with_options({"players": 3, "seat_winds": ["E", "S", "W"]})

    def study(self, part: Part, numbers: range) -> Tally:
        """The cases of these numbers of a part."""
        return _STUDIES[part](self, numbers)

    def identity(self) -> dict[str, Any]:
        """What a kept state must agree in to be gone on with, as JSON holds it; how many cases is not part of it."""
        return {
            "rules": self.rules.name,
            "options": self.rules.plain_options(),
            "seed": self.seed,
            "tiles": self.tiles,
            "players": self.character.value,
        }


_STUDIES: Final[Mapping[Part, Callable[[StudyPlan, range], Tally]]] = {
    Part.WALLS: lambda plan, numbers: study_walls(plan.rules, plan.seed, plan.tiles, numbers),
    Part.DEALS: lambda plan, numbers: study_deals(plan.rules, plan.seed, plan.character, numbers),
    Part.THREE: lambda plan, numbers: study_deals(plan.three_rules, plan.seed, plan.character, numbers),
}
