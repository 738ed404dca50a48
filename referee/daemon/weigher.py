"""Weighs moments of a deal for a command: for somebody who sees everything, or for the player at one seat."""

from dataclasses import dataclass, replace
from random import Random

from referee.analysis.odds import DiscardModel, build_by_expectation, could_build, guessed_odds, live_state, seen_by
from referee.daemon.record_moments import Moment
from referee.display.views.live import LiveFacts, PossibleHands, live_facts, possible_hands
from referee.game import Seat


@dataclass(frozen=True, slots=True)
class Weigher:
    """How to weigh: the model of discards, whose eyes, how often to guess hidden hands (0: not), the seed of chance."""

    model: DiscardModel
    seat: Seat | None
    guesses: int
    seed: int

    def live(self, moment: Moment) -> LiveFacts | None:
        """The live state at a moment; None while nothing can be won."""
        deal = moment.deal if self.seat is None else seen_by(moment.deal, (self.seat,))
        rng = Random(self.seed)
        state = live_state(moment.rules, deal, self.model, rng=rng)
        if state is None:
            return None
        if self.guesses and any(seat not in deal.known for seat in deal.seats):
            build = build_by_expectation(moment.rules)
            odds = guessed_odds(moment.rules, deal, build, rng, self.guesses, self.model)
            state = replace(state, odds=odds)
        return live_facts(state)

    def possible(self, moment: Moment) -> tuple[PossibleHands, ...]:
        """What the walls could become, of those seats whose wall may be seen."""
        seats = moment.deal.seats if self.seat is None else (self.seat,)
        found = {seat: could_build(moment.rules, moment.deal, seat) for seat in seats}
        return possible_hands({seat: could for seat, could in found.items() if could is not None})
