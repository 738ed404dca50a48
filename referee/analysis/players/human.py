"""The human player: careful, but for the mistakes that people make, which the referee has to catch. Pure."""

from collections.abc import Mapping
from random import Random

from referee.analysis.players.blunder import RATES, Blunder, Moment, Slip
from referee.analysis.players.careful import CarefulPlayer
from referee.analysis.players.knowledge import Knowledge
from referee.rules import RuleSet, Situation, score, wait_kinds
from referee.tiles import Tile, kind_of


class HumanPlayer(CarefulPlayer):
    """Plays carefully, and now and then makes one of the mistakes that people make, for the referee to catch."""

    def __init__(self, rules: RuleSet, rng: Random, rates: Mapping[Slip, float] = RATES) -> None:
        super().__init__(rules, rng)
        self._rates = rates
        self._slips: list[Slip] = []
        self._overlooked: Tile | None = None
        self._has_changed_hand = False

    def choose_hand(self, tiles: tuple[Tile, ...], situation: Situation) -> tuple[Tile, ...]:
        """The 13 to keep; a hand that is not ready by mistake."""
        self._overlooked = None
        self._has_changed_hand = False
        hand = super().choose_hand(tiles, situation)
        return self._spoiled(hand, tiles) if self._happens(Slip.UNREADY_HAND) else hand

    def choose_discard(self, knowledge: Knowledge) -> Tile:
        """The safest tile of the pool; an own wait by mistake."""
        waits = self.waits_of(knowledge.hand)
        own = [tile for tile in knowledge.pool if kind_of(tile) in waits]
        if own and len(own) < len(knowledge.pool) and self._happens(Slip.OWN_WAIT_DISCARDED):
            self._slips.append(Slip.OWN_WAIT_DISCARDED)
            return self._let_go(self.rng.choice(own), knowledge)
        return super().choose_discard(knowledge)

    def calls_ron(self, knowledge: Knowledge, tile: Tile, situation: Situation) -> bool:
        """Whether to call on `tile`: not always where it is a win, and sometimes where it is none."""
        if kind_of(tile) not in self.waits_of(knowledge.hand):
            return self._errs(Slip.RON_ON_NO_WAIT)
        if self.is_furiten:
            return self._errs(Slip.RON_WHILE_FURITEN)
        if not score(knowledge.hand, tile, self.rules, situation).can_ron:
            self._pass(situation)
            if not self._errs(Slip.RON_ON_SHORT_WAIT):
                return False
            self.is_furiten = True
            return True
        if not self._errs(Slip.WIN_OVERLOOKED):
            return True
        self._pass(situation)
        self._overlooked = tile
        return False

    def blunder(self, moment: Moment, knowledge: Knowledge) -> Blunder | None:
        """An act that no rule allows, or None."""
        if moment is Moment.LOCKING:
            return self._locking(knowledge)
        if moment is Moment.DISCARDING:
            return self._discarding(knowledge)
        overlooked, self._overlooked = self._overlooked, None
        if overlooked is not None and self._happens(Slip.RON_TOO_LATE):
            return Blunder(Slip.RON_TOO_LATE, (overlooked,))
        if knowledge.pool and self._happens(Slip.TAKEN_BACK):
            return Blunder(Slip.TAKEN_BACK, (self.rng.choice(knowledge.pool),))
        return None

    def slips(self) -> tuple[Slip, ...]:
        """The mistakes in what it decided since it was asked last."""
        made, self._slips = tuple(self._slips), []
        return made

    def _locking(self, knowledge: Knowledge) -> Blunder | None:
        if self._happens(Slip.LATE_HAND):
            return Blunder(Slip.LATE_HAND, knowledge.hand)
        if not self._happens(Slip.WRONG_COUNT):
            return None
        place = self.rng.randrange(len(knowledge.hand))
        fewer = (*knowledge.hand[:place], *knowledge.hand[place + 1 :])
        more = (*knowledge.hand, self.rng.choice(knowledge.pool))
        return Blunder(Slip.WRONG_COUNT, self.rng.choice((fewer, more)))

    def _discarding(self, knowledge: Knowledge) -> Blunder | None:
        own = sorted(set(knowledge.hand) - set(knowledge.pool))
        if self._has_changed_hand or not own or not self._happens(Slip.HAND_TILE_DISCARDED):
            return None
        # whatever the rule set says, it knows that it has spoiled its hand
        self.is_furiten = self._has_changed_hand = True
        return Blunder(Slip.HAND_TILE_DISCARDED, (self.rng.choice(own),))

    def _spoiled(self, hand: tuple[Tile, ...], tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """The hand with two tiles exchanged for others, so that it is not ready; rarely that cannot be."""
        rest = list(tiles)
        for tile in hand:
            rest.remove(tile)
        for _ in range(20):
            kept = self.rng.sample(hand, len(hand) - 2)
            spoiled = tuple(sorted([*kept, *self.rng.sample(rest, 2)]))
            if not wait_kinds(spoiled):
                self._slips.append(Slip.UNREADY_HAND)
                return spoiled
        return hand

    def _errs(self, slip: Slip) -> bool:
        """Whether it makes this mistake now; remembered."""
        errs = self._happens(slip)
        if errs:
            self._slips.append(slip)
        return errs

    def _happens(self, slip: Slip) -> bool:
        return self.rng.random() < self._rates[slip]
