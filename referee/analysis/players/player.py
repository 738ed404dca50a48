"""What every simulated player decides: which 13 to keep, what to let go, whether to call. Pure.

A player knows what a person in its seat knows. Chance is part of it, so that a seed plays the same match again.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from referee.analysis.players.blunder import Blunder, Moment, Slip
from referee.analysis.players.knowledge import Knowledge
from referee.rules import RuleSet, Situation, furiten_on_pass, score, wait_kinds
from referee.tiles import Kind, Tile, kind_of


class Player(ABC):
    """Honest and attentive: keeps its waits, and calls every win that it may have and none else.

    Characters say which hand they build and which tile goes next.
    """

    def __init__(self, rules: RuleSet, rng: Random) -> None:
        self.rules = rules
        self.rng = rng
        self.is_furiten = False
        """Whether it knows that it cannot win any more in this deal."""
        self._hand: tuple[Tile, ...] = ()
        self._waits: frozenset[Kind] = frozenset()

    def choose_hand(self, tiles: tuple[Tile, ...], situation: Situation) -> tuple[Tile, ...]:
        """The 13 to keep of the 34 opened; a new deal begins."""
        self.is_furiten = False
        return self._build(tiles, situation)

    def choose_discard(self, knowledge: Knowledge) -> Tile:
        """A tile of the pool: no own wait while another tile can go."""
        waits = self.waits_of(knowledge.hand)
        harmless = [tile for tile in knowledge.pool if kind_of(tile) not in waits]
        return self._let_go(self._discard(harmless or knowledge.pool, knowledge), knowledge)

    def calls_ron(self, knowledge: Knowledge, tile: Tile, situation: Situation) -> bool:
        """Whether to call on `tile`, which another seat has just discarded."""
        if self.is_furiten or kind_of(tile) not in self.waits_of(knowledge.hand):
            return False
        if score(knowledge.hand, tile, self.rules, situation).can_ron:
            return True
        self._pass(situation)
        return False

    def blunder(self, moment: Moment, knowledge: Knowledge) -> Blunder | None:
        """What it does at a moment where a careful player does nothing; such a one never does."""
        return None

    def slips(self) -> tuple[Slip, ...]:
        """The mistakes in what it decided since it was asked last; a careful player makes none."""
        return ()

    def waits_of(self, hand: tuple[Tile, ...]) -> frozenset[Kind]:
        """The kinds that its hand waits for; kept, since a hand is asked about all through a deal."""
        if hand != self._hand:
            self._hand, self._waits = hand, frozenset(wait_kinds(hand))
        return self._waits

    @abstractmethod
    def _build(self, tiles: tuple[Tile, ...], situation: Situation) -> tuple[Tile, ...]:
        """The 13 to keep."""

    @abstractmethod
    def _discard(self, tiles: Sequence[Tile], knowledge: Knowledge) -> Tile:
        """Which of these tiles of the pool goes next."""

    def _let_go(self, tile: Tile, knowledge: Knowledge) -> Tile:
        """The tile, once it is remembered whether letting it go costs the win."""
        if kind_of(tile) in self.waits_of(knowledge.hand):
            self.is_furiten = True
        return tile

    def _pass(self, situation: Situation) -> None:
        """Remember that a wait was let pass."""
        if furiten_on_pass(self.rules, situation):
            self.is_furiten = True
