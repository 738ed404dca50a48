"""The shapes of tiles within one suit: how counts split into runs, triplets and a pair, and what completes them.

A suit is the tuple of its copies by number: nine long for characters, circles and bamboo, seven long for honours,
which form no runs. Suits are split one at a time because a run never leaves its suit. This is the definition, which
searches; what is asked again and again is kept in the tables of `suit_parts` and `ready`. Pure.
"""

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

Suit: TypeAlias = tuple[int, ...]

NO_PAIR: Final = -1
_KEPT: Final = 1 << 13  # splits are kept for all three suits of numbers together
_RANKED = 9  # numbers of a suit with runs; honours have seven kinds and no runs


class SuitReading(NamedTuple):
    """One way to split a suit: first numbers of runs, numbers of triplets (both from 0), and the pair or NO_PAIR."""

    runs: tuple[int, ...]
    triplets: tuple[int, ...]
    pair: int


class Completions(NamedTuple):
    """What a suit is and lacks.

    `rest` is its number of tiles modulo 3. `whole`: it splits into sets (and a pair, if its tiles are two more than
    sets). `bits` has bit n set if one more tile of number n makes it whole; `fifth_bits` are the same where the suit
    already holds four of n.
    """

    rest: int
    whole: bool
    bits: int
    fifth_bits: int


@lru_cache(maxsize=_KEPT)
def suit_readings(suit: Suit) -> tuple[SuitReading, ...]:
    """Every way to split a suit into sets and at most one pair, each once; empty if there is none."""
    return tuple(_split(suit, 0, NO_PAIR))


def suit_completions(suit: Suit) -> Completions:
    """Whether a suit is whole, and which numbers would make it so."""
    rest = sum(suit) % 3
    whole = rest != 1 and _whole(suit)
    bits = fifth_bits = 0
    if rest != 0:
        for number, copies in enumerate(suit):
            if _whole(_with(suit, number)):
                if copies < 4:
                    bits |= 1 << number
                else:
                    fifth_bits |= 1 << number
    return Completions(rest, whole, bits, fifth_bits)


def _whole(suit: Suit) -> bool:
    return bool(_split(suit, 0, NO_PAIR))


def _with(suit: Suit, number: int) -> Suit:
    return (*suit[:number], suit[number] + 1, *suit[number + 1 :])


def _split(suit: Suit, start: int, pair: int) -> list[SuitReading]:
    number = start
    while number < len(suit) and suit[number] == 0:
        number += 1
    if number == len(suit):
        return [SuitReading((), (), pair)]
    found: list[SuitReading] = []
    copies = suit[number]
    # Every lower number is used up, so what is neither triplet nor pair can only begin runs: no split comes up twice.
    for triplets in (1, 0):
        for pairs in (1, 0) if pair == NO_PAIR else (0,):
            runs = copies - 3 * triplets - 2 * pairs
            rest = _without(suit, number, runs) if runs >= 0 else None
            if rest is None:
                continue
            for reading in _split(rest, number + 1, number if pairs else pair):
                found.append(
                    SuitReading((number,) * runs + reading.runs, (number,) * triplets + reading.triplets, reading.pair)
                )
    return found


def _without(suit: Suit, number: int, runs: int) -> Suit | None:
    """The suit once all copies of `number` are used, `runs` of them in runs; None if the runs cannot be formed."""
    if runs == 0:
        return (*suit[:number], 0, *suit[number + 1 :])
    if len(suit) != _RANKED or number > _RANKED - 3 or suit[number + 1] < runs or suit[number + 2] < runs:
        return None
    return (*suit[:number], 0, suit[number + 1] - runs, suit[number + 2] - runs, *suit[number + 3 :])
