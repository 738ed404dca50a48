"""The best hands that a seat could have built from its 34 tiles: the dearest, and the one with most to expect. Pure."""

from dataclasses import dataclass

from referee.analysis.odds.guess import Build
from referee.analysis.solver import BestHand, Order, ReadyHands, best_hands
from referee.game import Deal, Seat
from referee.game.situations import situation_in_building
from referee.rules import HAND_TILES, RuleSet, Situation
from referee.tiles import InputError, Tile


@dataclass(frozen=True, slots=True)
class CouldBuild:
    """What a wall could become. `dearest` and `likeliest` (by expectation) are None where no hand is ready."""

    ready_hands: int
    reaching_hands: int
    dearest: BestHand | None
    likeliest: BestHand | None


def could_build(rules: RuleSet, deal: Deal, seat: Seat) -> CouldBuild | None:
    """What the wall of a seat could become, weighed as it stood while hands were built; None while it is unknown.

    None as well where the tiles were read wrongly, so that no set holds them.
    """
    if seat not in deal.walls:
        return None
    try:
        ready = ReadyHands.of(deal.walls[seat], rules, situation_in_building(rules, deal, seat))
    except InputError:
        return None
    dearest, likeliest = (best_hands(ready, 1, order) for order in (Order.VALUE, Order.EXPECTATION))
    return CouldBuild(
        ready_hands=len(ready),
        reaching_hands=int((ready.most(ready.full.astype(int)) > 0).sum()),
        dearest=dearest[0] if dearest else None,
        likeliest=likeliest[0] if likeliest else None,
    )


def likeliest_build(rules: RuleSet) -> Build:
    """Builds as somebody would who always takes the hand with most to expect."""

    def build(tiles: tuple[Tile, ...], situation: Situation) -> tuple[Tile, ...]:
        best = best_hands(ReadyHands.of(tiles, rules, situation), 1, Order.EXPECTATION)
        return best[0].hand if best else tiles[:HAND_TILES]

    return build
