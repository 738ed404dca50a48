"""The odds where hands are hidden: what they may be is guessed many times, and each guess weighed exactly. Pure.

A guess gives every seat with a hidden hand as many unseen tiles as it must have (or its own, where its wall is known),
and the hand that `build` would choose of those which it has not discarded. A guess is dropped if that hand could have
won on a tile that was let go, or, where players keep their own waits, waits for a tile of its own river. The rest are
all taken to be as likely. So two things are assumed: how others build, and that nothing else speaks from their rivers.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Final, TypeAlias

from referee.analysis.odds.odds import DEFAULT_MODEL, Chance, Method, Odds, deal_odds
from referee.analysis.odds.prospect import may_win, may_win_next, pass_counts, plays_riichi, worth_of
from referee.analysis.odds.race import DiscardModel
from referee.analysis.odds.sight import unseen_tiles
from referee.game import WALL_TILES, Amount, Deal, Event, EventType, Seat, situation_of
from referee.game.deal import without
from referee.game.play import play
from referee.game.situations import situation_in_building
from referee.rules import RuleSet, Situation
from referee.tiles import Tile, kind_of

Build: TypeAlias = Callable[[tuple[Tile, ...], Situation], tuple[Tile, ...]]
"""The 13 tiles that a player would choose of some tiles (13 to 34)."""

GUESSES: Final = 100
_TRIES: Final = 20  # for each guess that is kept


def guessed_odds(
    rules: RuleSet,
    deal: Deal,
    build: Build,
    rng: Random,
    guesses: int = GUESSES,
    model: DiscardModel = DEFAULT_MODEL,
) -> Odds | None:
    """The odds as the mean over so many guesses, each figure with its standard error.

    None where there is nothing left to win, or no guess fits what has been played.
    """
    found: list[Odds] = []
    hidden = tuple(seat for seat in deal.seats if seat not in deal.known)
    for _ in range(_TRIES * guesses):
        if len(found) == guesses:
            break
        guess = _guess(rules, deal, hidden, build, rng)
        if any(not _fits(rules, guess, seat, model) for seat in hidden):
            continue
        odds = deal_odds(rules, guess, model, rng=rng)
        if odds is None:
            return None
        found.append(odds)
    return _mean(rules, deal, found, hidden, model) if found else None


def _guess(rules: RuleSet, deal: Deal, hidden: tuple[Seat, ...], build: Build, rng: Random) -> Deal:
    """The deal with a wall and a hand for every seat of which they are unknown, judged as if they had been seen."""
    unseen = list(unseen_tiles(rules, deal))
    rng.shuffle(unseen)
    for seat in deal.seats:
        if seat not in deal.walls:
            known = deal.known.get(seat)
            held = (*(discard.tile for discard in deal.river(seat)), *(known.tiles if known else ()))
            drawn = [unseen.pop() for _ in range(WALL_TILES - len(held))]
            deal = play(rules, deal, _added(deal, EventType.WALLS, seat, (*held, *drawn)))
    for seat in hidden:
        left = without(deal.walls[seat], [discard.tile for discard in deal.river(seat)])
        hand = build(left, situation_in_building(rules, deal, seat))
        deal = play(rules, deal, _added(deal, EventType.BUILT, seat, hand))
    return deal


def _added(deal: Deal, kind: EventType, seat: Seat, tiles: tuple[Tile, ...]) -> Event:
    last = deal.events[-1].seq if deal.events else deal.seq
    return Event(last + 1, 0, kind, by=seat, tiles=tiles)


def _fits(rules: RuleSet, guess: Deal, seat: Seat, model: DiscardModel) -> bool:
    """Whether the seat would have played so with the hand of the guess."""
    waits, river = guess.known[seat].waits, guess.river(seat)
    if model is DiscardModel.KEEPS_OWN_WAITS and any(kind_of(discard.tile) in waits for discard in river):
        return False
    made = 0
    for discard in guess.discards:
        if discard.by == seat:
            made += 1
        elif made < len(river) and kind_of(discard.tile) in waits:
            situation = replace(situation_of(rules, guess, seat, discard), ura=())
            if worth_of(rules, guess, seat, discard.tile, situation) is not None:
                return False
            if plays_riichi(rules, guess, seat) and pass_counts(rules, first=made == 0):
                break  # furiten from here on: whatever it let go later, it could not have won on
    return True


def _mean(rules: RuleSet, deal: Deal, found: list[Odds], hidden: tuple[Seat, ...], model: DiscardModel) -> Odds:
    """The mean over guesses. A chance that no guess could have changed is as certain as it is in each of them.

    Where all walls are known guesses draw nothing, so that they are all the same.
    """
    differ = any(seat not in deal.walls for seat in deal.seats) or any(odds.method is Method.SAMPLED for odds in found)
    sets = {(), *(seats for odds in found for seats in odds.outcomes)}
    nothing = Chance(0.0)
    outcomes = {seats: _counted(odds.outcomes.get(seats, nothing) for odds in found) for seats in sorted(sets)}
    wins = {seat: _counted(odds.win[seat] for odds in found) for seat in found[0].win}
    nexts = {seat: _counted(odds.next[seat] for odds in found) for seat in found[0].next}
    expected = {seat: _counted(odds.expected[seat] for odds in found) for seat in found[0].expected}
    return Odds(
        method=Method.SAMPLED,
        model=model,
        outcomes={seats: _chance(counts, could_differ=differ) for seats, counts in outcomes.items()},
        win={
            seat: _chance(counts, could_differ=differ and may_win(rules, deal, seat)) for seat, counts in wins.items()
        },
        next={
            seat: _chance(counts, could_differ=differ and may_win_next(rules, deal, seat))
            for seat, counts in nexts.items()
        },
        expected={seat: Chance.sampled(counts) for seat, counts in expected.items()},
        hidden=hidden,
        samples=len(found),
    )


def _counted(figures: Iterable[Chance]) -> Counter[Amount | float]:
    return Counter(float(figure.value) for figure in figures)


def _chance(counts: Counter[Amount | float], *, could_differ: bool) -> Chance:
    return Chance.sampled_chance(counts) if could_differ else Chance.sampled(counts)
