"""The chances of a race, exactly: every way it can go, each with its weight, in whole numbers. Pure.

Discards are drawn from small piles, so what matters of the past is small too: as long as nobody won, the tiles that lie
were waits of nobody who is still in the race. Walking through the turns with one weight per state is therefore both
exact and quick. Where passes are no furiten (no riichi, a first discard that is worth nothing) states multiply; past
`MOST_STATES` at one turn the answer is left to `sampled`.
"""

from math import lcm
from typing import Final

from referee.analysis.odds.race import DiscardModel, End, Race

MOST_STATES: Final = 5_000


def exact_ends(race: Race, model: DiscardModel, most_states: int = MOST_STATES) -> dict[End, int] | None:
    """The weight of each end; its chance is its share of all weights. None if there are too many states."""
    if race.open_wins:
        return {race.open_end(): 1}
    won: list[tuple[int, int, int, int, int]] = []  # turn, lot, winners, weight, and the whole that this is a part of
    weights = {race.begun(): 1}
    whole = 1
    for at, turn in enumerate(race.turns):
        if all(state.out == race.everybody for state in weights):
            break
        drawn = [(state, weight, race.choices(state, turn, model)) for state, weight in weights.items()]
        totals = [sum(count for _, count in choices) for _, _, choices in drawn]
        common = lcm(*totals)
        whole *= common
        weights = {}
        for (state, weight, choices), total in zip(drawn, totals, strict=True):
            share = weight * (common // total)
            for lot, count in choices:
                after, winners = race.after(state, turn, lot)
                if winners:
                    won.append((at, lot, winners, share * count, whole))
                else:
                    weights[after] = weights.get(after, 0) + share * count
        if len(weights) > most_states:
            return None
    ends: dict[End, int] = {}
    if weights:
        ends[race.drawn_end()] = sum(weights.values())
    for at, lot, winners, weight, part in won:
        end = race.end(at, lot, winners)
        ends[end] = ends.get(end, 0) + weight * (whole // part)
    return ends
