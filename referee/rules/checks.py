"""Whether tiles can lie like this: thirteen in the hand, no fifth copy, no more red fives than the house has."""

from collections.abc import Sequence
from typing import Final

from referee.rules.choices import DoraRule
from referee.rules.ruleset import RuleSet
from referee.rules.situation import Situation
from referee.tiles import ImpossibleTilesError, NotAllowedError, Tile, check_possible

HAND_TILES: Final = 13


def check_hand(hand: Sequence[Tile], tile: Tile | None, rules: RuleSet, situation: Situation) -> None:
    """Raise NotAllowedError unless the hand has 13 tiles, ImpossibleTilesError if no set can lie like this.

    Hand, winning tile, indicators and ura come from one set, unless the indicator is an extra tile. A red five that
    the rules do not count is an ordinary five, so any number of them is let through where the house plays none.
    """
    if len(hand) != HAND_TILES:
        raise NotAllowedError(f"the hand has {len(hand)} tiles: expected {HAND_TILES}, the winning tile apart")
    shown = [*hand] if tile is None else [*hand, tile]
    if rules.dora is not DoraRule.EXTRA_TILE:
        shown += [*situation.indicators, *situation.ura]
    try:
        check_possible(shown, rules.red_fives)
    except ImpossibleTilesError as error:
        raise ImpossibleTilesError(f"hand, winning tile, indicators and ura together: {error}") from error
