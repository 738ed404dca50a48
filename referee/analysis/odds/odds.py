"""The chances of each side in a deal: to win, to win with the very next tile, and what it can expect. Pure.

`model` says in which order tiles are taken to be discarded, `method` how the figures came about: `exact` ones are
fractions, `sampled` ones are floats with their standard error.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Final, TypeAlias

from referee.analysis.odds.deal_race import deal_race
from referee.analysis.odds.exact import MOST_STATES, exact_ends
from referee.analysis.odds.race import DiscardModel, End, Race
from referee.analysis.odds.sampled import sampled_ends
from referee.game import Amount, Deal, Seat
from referee.rules import RuleSet

Value: TypeAlias = Callable[[End], Amount]

DEFAULT_MODEL: Final = DiscardModel.KEEPS_OWN_WAITS
SAMPLES: Final = 4_000


@unique
class Method(StrEnum):
    """How figures came about."""

    EXACT = "exact"
    SAMPLED = "sampled"


@dataclass(frozen=True, slots=True)
class Chance:
    """A figure and its standard error, which is 0 only for one that no further sample could change."""

    value: Fraction | float
    error: float = 0.0

    @classmethod
    def sampled(cls, figures: Mapping[Amount | float, int]) -> "Chance":
        """The mean of figures that came so many times in independent samples."""
        samples = sum(figures.values())
        mean = sum(float(figure) * count for figure, count in figures.items()) / samples
        variance = sum((float(figure) - mean) ** 2 * count for figure, count in figures.items()) / max(1, samples - 1)
        return cls(mean, sqrt(variance / samples))

    @classmethod
    def sampled_chance(cls, chances: Mapping[Amount | float, int]) -> "Chance":
        """The mean of chances from 0 to 1, as `sampled`; what never came, or always, is not taken for certain.

        The variance of such samples is 0 though another one may differ: the error is that of the rule of succession
        (P. S. Laplace, 1774: one hit and one miss more than were seen).
        """
        samples = sum(chances.values())
        if set(chances) not in ({0}, {1}):
            return cls.sampled(chances)
        (value,) = chances
        return cls(float(value), sqrt((samples + 1) / (samples + 3)) / (samples + 2))


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of a deal from here on. Mappings are by seat.

    `outcomes`: every set of winners with its chance, the draw under the empty one; they add up to 1. `win`: to be among
    the winners. `next`: to win on the very next discard, or on one that lies already. `expected`: points won less
    points paid, without honba, pot and ura. `hidden`: seats whose hand is unknown; where figures are exact, these are
    taken never to win. `samples`: how many play-outs or guesses; None where the figures are exact.
    """

    method: Method
    model: DiscardModel
    outcomes: Mapping[tuple[Seat, ...], Chance]
    win: Mapping[Seat, Chance]
    next: Mapping[Seat, Chance]
    expected: Mapping[Seat, Chance]
    hidden: tuple[Seat, ...] = ()
    samples: int | None = None

    @property
    def draw(self) -> Chance:
        """That nobody wins."""
        never = Chance(Fraction(0)) if self.samples is None else Chance.sampled_chance({0: self.samples})
        return self.outcomes.get((), never)


def deal_odds(
    rules: RuleSet,
    deal: Deal,
    model: DiscardModel = DEFAULT_MODEL,
    *,
    rng: Random | None = None,
    samples: int = SAMPLES,
    most_states: int = MOST_STATES,
) -> Odds | None:
    """The odds of a deal as far as it is known; None where nothing is left to win, or no hand is known.

    `rng` and `samples` are for the rare deal with too many states for an exact answer: without `rng` it has none.
    """
    race = deal_race(rules, deal)
    hidden = tuple(seat for seat in deal.seats if seat not in deal.known)
    if race is None or len(hidden) == len(deal.seats):
        return None
    ends = exact_ends(race, model, most_states)
    if ends is not None:
        ends = _joined(ends)
        exactly = _exactly(ends)
        return _odds(race, Method.EXACT, model, (exactly, exactly), ends, hidden)
    if rng is None:
        return None
    counts = _joined(sampled_ends(race, model, rng, samples))
    ways = _roughly(counts, Chance.sampled_chance), _roughly(counts, Chance.sampled)
    return _odds(race, Method.SAMPLED, model, ways, counts, hidden, samples)


def _joined(ends: Mapping[End, int]) -> dict[End, int]:
    """The ends with all later discards taken together: only the next one is told apart."""
    joined = Counter[End]()
    for end, weight in ends.items():
        joined[end._replace(at=min(end.at, 1))] += weight
    return joined


def _odds(
    race: Race,
    method: Method,
    model: DiscardModel,
    ways: tuple[Callable[[Value], Chance], Callable[[Value], Chance]],
    ends: Mapping[End, int],
    hidden: tuple[Seat, ...],
    samples: int | None = None,
) -> Odds:
    """`ways`: how the ends are weighed for a chance, and for a mean of points."""
    seats = race.seats
    chance, mean = ways
    return Odds(
        method=method,
        model=model,
        outcomes={
            tuple(seats[place] for place in places): chance(_is_won_by(places))
            for places in sorted({end.winners for end in ends})
        },
        win={seat: chance(_wins(place)) for place, seat in enumerate(seats)},
        next={seat: chance(_wins_at_once(place)) for place, seat in enumerate(seats)},
        expected={seat: mean(_balance(place)) for place, seat in enumerate(seats)},
        hidden=hidden,
        samples=samples,
    )


def _is_won_by(places: tuple[int, ...]) -> Value:
    return lambda end: int(end.winners == places)


def _wins(place: int) -> Value:
    return lambda end: int(place in end.winners)


def _wins_at_once(place: int) -> Value:
    return lambda end: int(end.at <= 0 and place in end.winners)


def _balance(place: int) -> Value:
    def balance(end: End) -> Amount:
        if place == end.discarder:
            return -sum(end.worths)
        return sum(worth for winner, worth in zip(end.winners, end.worths, strict=True) if winner == place)

    return balance


def _exactly(ends: Mapping[End, int]) -> Callable[[Value], Chance]:
    whole = sum(ends.values())
    return lambda value: Chance(Fraction(sum(weight * value(end) for end, weight in ends.items())) / whole)


def _roughly(
    counts: Mapping[End, int], sampled: Callable[[Mapping[Amount | float, int]], Chance]
) -> Callable[[Value], Chance]:
    def mean(value: Value) -> Chance:
        figures = Counter[Amount | float]()
        for end, count in counts.items():
            figures[value(end)] += count
        return sampled(figures)

    return mean
