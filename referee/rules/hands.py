"""The two questions people ask about a hand: what is it worth on this tile, and what does it wait for."""

from collections.abc import Sequence

from referee.rules.checks import HAND_TILES, check_hand
from referee.rules.packing import KIND_OF, ONE_OF, pack
from referee.rules.ruleset import RuleSet
from referee.rules.scorer import Scorer
from referee.rules.scores import Score
from referee.rules.situation import Situation
from referee.rules.wait import Waits, WaitScorers
from referee.tiles import Tile


def score(hand: Sequence[Tile], tile: Tile, rules: RuleSet, situation: Situation) -> Score:
    """What 13 tiles are worth when they win on `tile`, and whether rules and hand allow it.

    Raises NotAllowedError unless the hand has 13 tiles, ImpossibleTilesError for a fifth copy among hand, tile,
    indicators and ura.
    """
    scorer = Scorer.of(rules, situation)
    packed = pack(hand) + ONE_OF[tile]
    if len(hand) != HAND_TILES or not scorer.shown.leave_room_for(packed):
        check_hand(hand, tile, rules, situation)
    return scorer.score_packed(packed, KIND_OF[tile])


def waits(hand: Sequence[Tile], rules: RuleSet, situation: Situation) -> Waits:
    """The waits of 13 tiles with their worth and marks, judged on these 13 alone; raises as `score` does."""
    scorers = WaitScorers.of(rules, situation)
    packed = pack(hand)
    if len(hand) != HAND_TILES or not scorers.plain.shown.leave_room_for(packed):
        check_hand(hand, None, rules, situation)
    return scorers.waits(packed)
