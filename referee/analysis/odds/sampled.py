"""The chances of a race by playing it out at random: where the exact way has too many states. Pure, by seed."""

from collections import Counter
from random import Random

from referee.analysis.odds.race import DiscardModel, End, Race


def sampled_ends(race: Race, model: DiscardModel, rng: Random, samples: int) -> Counter[End]:
    """How often each end came up in so many play-outs."""
    if race.open_wins:
        return Counter({race.open_end(): samples})
    return Counter(_played_out(race, model, rng) for _ in range(samples))


def _played_out(race: Race, model: DiscardModel, rng: Random) -> End:
    state = race.begun()
    for at, turn in enumerate(race.turns):
        if state.out == race.everybody:
            break
        choices = race.choices(state, turn, model)
        lots, counts = zip(*choices, strict=True)
        lot = rng.choices(lots, counts)[0]
        state, winners = race.after(state, turn, lot)
        if winners:
            return race.end(at, lot, winners)
    return race.drawn_end()
