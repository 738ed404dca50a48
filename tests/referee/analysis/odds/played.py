"""The truth about a deal as the game itself tells it: who may win now, and every way the next discard can go."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np

from referee.analysis.odds import DiscardModel
from referee.analysis.solver import ReadyHands
from referee.game import WALL_TILES, Deal, Event, EventType, Match, Phase, Seat, Win, advance
from referee.game.situations import situation_in_building
from referee.rules import DoraRule, RiichiRule, RuleSet, Situation
from referee.tiles import Tile, full_set, kind_of
from tests.referee.game.script import Script


def deal_of(match: Match) -> Deal:
    assert match.deal is not None
    return match.deal


def added(match: Match, kind: EventType, **fields: Any) -> Match:
    """The match after one more event."""
    return advance(match, Event(match.version + 1, 0, kind, **fields))


def dealt(preset: str, seed: int, **options: Any) -> Match:
    """A match whose first deal has random walls and hands: ready ones, two of three reaching the minimum.

    Nothing is discarded yet.
    """
    rng = Random(seed)
    script = Script(preset, **options).open(rng.choice("AB"))
    rules, deal = script.match.rules, script.deal
    tiles = list(full_set(rules.red_fives))
    rng.shuffle(tiles)
    walls = {seat: tuple(tiles[WALL_TILES * place :][:WALL_TILES]) for place, seat in enumerate(deal.seats)}
    for seat, wall in walls.items():
        script.add("walls", by=seat, tiles=wall)
    if rules.dora is DoraRule.NONE:
        script.add("walls")
    else:
        script.add("flip", tile=tiles[-1])
    for seat, wall in walls.items():
        situation = situation_in_building(rules, script.deal, seat)
        script.add("built", by=seat, tiles=some_hand(wall, rules, situation, rng))
    return script.match


def some_hand(wall: tuple[Tile, ...], rules: RuleSet, situation: Situation, rng: Random) -> tuple[Tile, ...]:
    ready = ReadyHands.of(wall, rules, situation)
    reaching = np.flatnonzero(ready.sums(ready.full.astype(np.int64)))
    if len(reaching) and rng.random() < 2 / 3:
        return ready.hand_tiles(int(rng.choice(reaching)))
    return ready.hand_tiles(rng.randrange(len(ready))) if len(ready) else wall[:13]


def wins(match: Match) -> tuple[Win, ...]:
    """The wins on the oldest open discard that anybody may win on, as the game pays them."""
    deal = deal_of(match)
    open_discards = sorted(
        {discard.seq for seat in deal.seats for discard in deal.open_to(seat)}
        if deal.phase is not Phase.BUILDING
        else ()
    )
    for ref in open_discards:
        called = match
        for seat in deal.seats:
            if any(discard.seq == ref for discard in deal.open_to(seat)):
                after = added(match, EventType.RON, by=seat, ref=ref)
                if not deal_of(after).calls[-1].reasons:
                    called = added(called, EventType.RON, by=seat, ref=ref)
        if called is not match:
            if deal_of(called).phase is Phase.WON:
                called = added(called, EventType.SHOW)
            result = deal_of(called).result
            assert result is not None
            return result.wins
    return ()


def winners(match: Match) -> tuple[Seat, ...]:
    """Who wins now, in order of play."""
    paid = {win.winner for win in wins(match)}
    return tuple(seat for seat in deal_of(match).order if seat in paid)


def next_discards(match: Match, model: DiscardModel) -> Iterator[tuple[Fraction, Match]]:
    """Every next discard with its chance under the model; riichi is declared with the first one."""
    rules, deal = match.rules, deal_of(match)
    seat = deal.turn
    assert seat is not None
    pool = deal.pool(seat)
    assert pool is not None
    if rules.riichi is RiichiRule.DECLARED and not deal.river(seat):
        match = added(match, EventType.RIICHI, by=seat)
    allowed = list(pool)
    harmless = [tile for tile in pool if kind_of(tile) not in deal.known[seat].waits]
    if model is DiscardModel.KEEPS_OWN_WAITS and harmless and can_still_win(match, seat, harmless[0]):
        allowed = harmless
    for tile in sorted(set(allowed)):
        yield Fraction(allowed.count(tile), len(allowed)), added(match, EventType.DISCARD, by=seat, tile=tile)


def can_still_win(match: Match, seat: Seat, harmless: Tile) -> bool:
    """Whether letting go a tile that it does not wait for, and with it whatever lies open, leaves a seat a chance."""
    deal = deal_of(added(match, EventType.DISCARD, by=seat, tile=harmless))
    furiten = deal.furiten.get(seat)
    out = not deal.known[seat].waits or seat in deal.dead or (furiten is not None and not furiten.temporary)
    return not out


def played_on(match: Match, model: DiscardModel, rng: Random) -> Match:
    """One more discard at random; the given match if it has no next one."""
    if deal_of(match).phase is not Phase.DISCARDING:
        return match
    ways = list(next_discards(match, model))
    ticket = rng.random()
    for chance, after in ways:
        ticket -= float(chance)
        if ticket < 0:
            return after
    return ways[-1][1]
