"""Choosing 13 of 34 tiles: the simulated player's build phase.

Every candidate is judged by the rules themselves (waits with their value), so a hand is never taken for more than it
is worth. Pure; chance comes in as an argument.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Final

from referee.analysis.candidates import OUTSIDE, Complete, complete_hands
from referee.rules import RuleSet, Situation, WaitKind, waits
from referee.tiles import Kind, Tile, counts_of, dora_of, kind_of

_SHORTLIST: Final = 10
_HONOUR_VALUE: Final = frozenset({31, 32, 33})


@dataclass(frozen=True, slots=True)
class Built:
    """A chosen hand with what made it the choice: `worth` is live full waits times points."""

    hand: tuple[Tile, ...]
    worth: Fraction
    full_waits: tuple[Kind, ...]


def build_hand(tiles: Sequence[Tile], rules: RuleSet, situation: Situation, rng: Random) -> Built:
    """The 13 of `tiles` (34) that a good player would pick: most live winning tiles times their points.

    Where no hand reaches the minimum, the ready hand found first is taken, and without one any 13 tiles: a hand that
    is not ready is legal and never penalised.
    """
    counts = counts_of(tiles)
    dora = Counter(dora_of(indicator) for indicator in situation.indicators)
    ranked = sorted(complete_hands(counts, rng), key=lambda hand: _promise(hand, dora), reverse=True)
    best: Built | None = None
    for complete in ranked[:_SHORTLIST]:
        for hand in _ready_hands(complete, tiles):
            built = _judged(hand, tiles, rules, situation)
            if best is None or built.worth > best.worth:
                best = built
    return best or Built(tuple(tiles[:13]), Fraction(0), ())


def _promise(hand: Complete, dora: Counter[Kind]) -> int:
    """Han that the shape is likely to bring; only a first sieve, the rules decide."""
    kinds = hand.kinds
    if hand.whole:
        return 13
    suits = {kind // 9 for kind in kinds if kind < 27}
    honours = any(kind >= 27 for kind in kinds)
    value = sum(dora[kind] for kind in kinds)
    if len(suits) <= 1:
        value += 3 if honours else 6
    if not OUTSIDE.intersection(kinds):
        value += 1
    if not hand.groups:
        return value + 2
    triplets = [group[0] for group in hand.groups if group[0] == group[2]]
    runs = Counter(group[0] for group in hand.groups if group[0] != group[2])
    value += {2: 0, 3: 2, 4: 9}.get(len(triplets), 0) + sum(1 for kind in triplets if kind in _HONOUR_VALUE)
    value += sum(count // 2 for count in runs.values())
    if not triplets:
        value += 1
    starts = {kind % 9 for kind in runs}
    if any(all(9 * suit + start in runs for suit in range(3)) for start in starts):
        value += 2
    if any(all(9 * suit + start in runs for start in (0, 3, 6)) for suit in range(3)):
        value += 2
    if all(OUTSIDE.intersection(group) for group in hand.groups):
        value += 2 if honours else 3
    return value


def _ready_hands(complete: Complete, tiles: Sequence[Tile]) -> Iterable[tuple[Tile, ...]]:
    """The hand less one tile, each distinct way that the 34 tiles allow; red fives are preferred."""
    pool: dict[Kind, list[Tile]] = {}
    for tile in sorted(tiles):
        pool.setdefault(kind_of(tile), []).append(tile)
    for dropped in sorted(set(complete.kinds)):
        kinds = list(complete.kinds)
        kinds.remove(dropped)
        needed = Counter(kinds)
        if all(len(pool.get(kind, ())) >= count for kind, count in needed.items()):
            yield tuple(tile for kind, count in sorted(needed.items()) for tile in pool[kind][-count:])


def _judged(hand: tuple[Tile, ...], tiles: Sequence[Tile], rules: RuleSet, situation: Situation) -> Built:
    own = counts_of(tiles)
    shown = counts_of(situation.indicators)
    worth = Fraction(0)
    full: list[Kind] = []
    for wait in waits(hand, rules, situation).waits:
        kind = kind_of(wait.tile)
        live = max(0, 4 - own[kind] - shown[kind])
        if wait.kind is WaitKind.FULL:
            full.append(kind)
            worth += live * Fraction(wait.points)
        elif wait.kind is WaitKind.SHORT:
            # a short wait that is discarded ends all hope for the deal
            worth -= live * 500
    return Built(hand, worth, tuple(full))
