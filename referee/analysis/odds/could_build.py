"""The best hands that a seat could have built from its 34 tiles: the dearest, and the one with most to expect. Pure."""

from dataclasses import dataclass

from referee.analysis.odds.guess import Build
from referee.analysis.solver import BestHand, Order, ReadyHands, Standing
from referee.game import Deal, Seat
from referee.game.situations import situation_in_building
from referee.rules import HAND_TILES, RuleSet, Situation
from referee.tiles import InputError, Tile


@dataclass(frozen=True, slots=True)
class CouldBuild:
    """What a wall could become. `dearest` and `best_expectation` are None where no hand is ready."""

    ready_hands: int
    reaching_hands: int
    dearest: BestHand | None
    best_expectation: BestHand | None


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
    standing = Standing.of(ready)
    return CouldBuild(
        ready_hands=len(ready),
        reaching_hands=int(standing.reaching.sum()),
        dearest=_best(ready, standing, Order.VALUE),
        best_expectation=_best(ready, standing, Order.EXPECTATION),
    )


def build_by_expectation(rules: RuleSet) -> Build:
    """Builds as somebody would who always takes the hand with most to expect."""

    def build(tiles: tuple[Tile, ...], situation: Situation) -> tuple[Tile, ...]:
        ready = ReadyHands.of(tiles, rules, situation)
        return ready.hand_tiles(Standing.of(ready).best(Order.EXPECTATION)) if len(ready) else tiles[:HAND_TILES]

    return build


def _best(ready: ReadyHands, standing: Standing, order: Order) -> BestHand | None:
    if not len(ready):
        return None
    row = standing.best(order)
    return BestHand.of(ready.wall, ready.hand_tiles(row), standing, row)
