"""The two questions people ask about a hand: what is it worth on this tile, and what does it wait for."""

from collections.abc import Sequence

from referee.rules.checks import check_hand
from referee.rules.ruleset import RuleSet
from referee.rules.scorer import Scorer
from referee.rules.scores import Score
from referee.rules.situation import Situation
from referee.rules.wait import Waits, find_waits
from referee.tiles import Tile


def score(hand: Sequence[Tile], tile: Tile, rules: RuleSet, situation: Situation) -> Score:
    """What 13 tiles are worth when they win on `tile`, and whether rules and hand allow it.

    Raises NotAllowedError unless the hand has 13 tiles, ImpossibleTilesError for a fifth copy among hand, tile,
    indicators and ura.
    """
    check_hand(hand, tile, rules, situation)
    return Scorer.of(rules, situation).score(hand, tile)


def waits(hand: Sequence[Tile], rules: RuleSet, situation: Situation) -> Waits:
    """The waits of 13 tiles with their worth and marks, judged on these 13 alone; raises as `score` does."""
    check_hand(hand, None, rules, situation)
    return find_waits(hand, rules, situation)
