"""Whether tiles can lie like this: thirteen in the hand, no fifth copy, no more red fives than the house has."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from referee.rules.choices import DoraRule
from referee.rules.packing import MOST_PACKED, SHIFT_OF, copies_of, has_fifth_copy, pack
from referee.rules.ruleset import RuleSet
from referee.rules.situation import Situation
from referee.tiles import KINDS, ImpossibleTilesError, NotAllowedError, Tile, check_possible, suit_of
from referee.tiles.names import RED_FIVES

HAND_TILES: Final = 13


def check_hand(hand: Sequence[Tile], tile: Tile | None, rules: RuleSet, situation: Situation) -> None:
    """Raise NotAllowedError unless the hand has 13 tiles, ImpossibleTilesError if no set can lie like this.

    Hand, winning tile, indicators and ura come from one set, unless the indicator is an extra tile. A red five that
    the rules do not count is an ordinary five, so any number of them is let through where the house plays none.
    """
    if len(hand) != HAND_TILES:
        raise NotAllowedError(f"the hand has {len(hand)} tiles: expected {HAND_TILES}, the winning tile apart")
    shown = [*hand, *_of_the_same_set(rules, situation)]
    if tile is not None:
        shown.append(tile)
    try:
        check_possible(shown, rules.red_fives)
    except ImpossibleTilesError as error:
        raise ImpossibleTilesError(f"hand, winning tile, indicators and ura together: {error}") from error


class ShownTiles(NamedTuple):
    """What lies open beside a hand: the quick way to see that a hand is possible, without saying what is wrong.

    `tiles` are the indicators and ura of the same set; `countable` is whether they are few enough to be packed.
    """

    tiles: tuple[Tile, ...]
    packed: int
    countable: bool
    red_limits: tuple[tuple[Tile, int], ...]

    @classmethod
    def of(cls, rules: RuleSet, situation: Situation) -> "ShownTiles":
        """What the rules and the situation show."""
        shown = _of_the_same_set(rules, situation)
        limits = ((red, rules.red_fives.get(suit_of(red), 0)) for red in RED_FIVES)
        return cls(
            tiles=shown,
            packed=pack(shown),
            countable=len(shown) + HAND_TILES + 1 <= MOST_PACKED,
            red_limits=tuple((red, limit) for red, limit in limits if limit),
        )

    def leave_room_for(self, packed: int) -> bool:
        """Whether `check_hand` has nothing against at most 14 packed tiles beside these; if in doubt, False."""
        together = packed + self.packed
        if not self.countable or has_fifth_copy(together):
            return False
        reds = together >> SHIFT_OF[KINDS]
        return not reds or all(copies_of(together, red) <= limit for red, limit in self.red_limits)


def _of_the_same_set(rules: RuleSet, situation: Situation) -> tuple[Tile, ...]:
    return () if rules.dora is DoraRule.EXTRA_TILE else (*situation.indicators, *situation.ura)
