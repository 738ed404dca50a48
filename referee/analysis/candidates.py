"""Promising 14-tile hands among 34 tiles, found by the plans that players follow.

A plan narrows the tiles (one suit and honours, no terminals, ...) or fixes some groups (three colours, the straight);
inside it groups are put together at random until enough are found. This is a player's eye, not the exact solver: it
finds good hands, it does not prove that there is no better one. Pure; chance comes in as an argument.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from referee.rules.ready import TERMINALS_AND_HONOURS
from referee.tiles import KINDS, Counts, Kind

Group: TypeAlias = tuple[Kind, Kind, Kind]

OUTSIDE: Final = frozenset(TERMINALS_AND_HONOURS)
_SIMPLES: Final = frozenset(range(27)) - OUTSIDE
_TRIES_PER_PLAN: Final = 60


@dataclass(frozen=True, slots=True)
class Complete:
    """A complete hand of 14: four groups and a pair, seven pairs (no groups), or as a whole (orphans, nine gates)."""

    groups: tuple[Group, ...]
    pairs: tuple[Kind, ...]
    whole: tuple[Kind, ...] = ()

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The 14 kinds, sorted."""
        tiles = [kind for group in self.groups for kind in group]
        tiles += [kind for pair in self.pairs for kind in (pair, pair)]
        return tuple(sorted([*tiles, *self.whole]))


def complete_hands(counts: Counts, rng: Random) -> Iterator[Complete]:
    """Complete hands that can be laid with `counts`, several per plan, in no particular order, without repeats."""
    seen: set[tuple[Kind, ...]] = set()
    for hand in _all_plans(counts, rng):
        if hand.kinds not in seen:
            seen.add(hand.kinds)
            yield hand


def _all_plans(counts: Counts, rng: Random) -> Iterator[Complete]:
    yield from _orphans(counts)
    yield from _nine_gates(counts)
    yield from _seven_pairs(counts, rng)
    groups = _groups(counts)
    for allowed in _kind_plans():
        inside = [group for group in groups if allowed.issuperset(group)]
        yield from _assembled(counts, (), inside, allowed, rng)
    outside = [group for group in groups if OUTSIDE.intersection(group)]
    yield from _assembled(counts, (), outside, OUTSIDE, rng)
    triplets = [group for group in groups if group[0] == group[2]]
    yield from _assembled(counts, (), triplets, frozenset(range(KINDS)), rng)
    for fixed in _fixed_plans(counts):
        yield from _assembled(counts, fixed, groups, frozenset(range(KINDS)), rng)
    yield from _assembled(counts, (), groups, frozenset(range(KINDS)), rng)


def _kind_plans() -> Iterator[frozenset[Kind]]:
    yield _SIMPLES
    for suit in range(3):
        one_suit = frozenset(range(9 * suit, 9 * suit + 9))
        yield one_suit
        yield one_suit | frozenset(range(27, 34))


def _fixed_plans(counts: Counts) -> Iterator[tuple[Group, ...]]:
    for start in range(7):
        three_colours = tuple((9 * s + start, 9 * s + start + 1, 9 * s + start + 2) for s in range(3))
        if _fits(counts, three_colours):
            yield three_colours
    for suit in range(3):
        straight = tuple((9 * suit + n, 9 * suit + n + 1, 9 * suit + n + 2) for n in (0, 3, 6))
        if _fits(counts, straight):
            yield straight


def _groups(counts: Counts) -> list[Group]:
    triplets = [(kind, kind, kind) for kind in range(KINDS) if counts[kind] >= 3]
    runs = [
        (kind, kind + 1, kind + 2)
        for kind in range(27)
        if kind % 9 < 7 and counts[kind] and counts[kind + 1] and counts[kind + 2]
    ]
    return triplets + runs


def _fits(counts: Counts, groups: Sequence[Group]) -> bool:
    left = list(counts)
    return all(_take(left, group) for group in groups)


def _take(left: list[int], kinds: Sequence[Kind]) -> bool:
    for kind in kinds:
        left[kind] -= 1
    if all(left[kind] >= 0 for kind in kinds):
        return True
    for kind in kinds:
        left[kind] += 1
    return False


def _assembled(
    counts: Counts, fixed: tuple[Group, ...], groups: Sequence[Group], pair_kinds: frozenset[Kind], rng: Random
) -> Iterator[Complete]:
    for _ in range(_TRIES_PER_PLAN if groups else 0):
        left = list(counts)
        chosen = [group for group in fixed if _take(left, group)]
        # a few draws more than needed: a drawn group may not fit any more, and a run may be drawn twice on purpose
        for group in rng.choices(groups, k=12):
            if len(chosen) == 4:
                break
            if _take(left, group):
                chosen.append(group)
        pairs = [kind for kind in pair_kinds if left[kind] >= 2]
        if len(chosen) == 4 and pairs:
            yield Complete(tuple(sorted(chosen)), (rng.choice(sorted(pairs)),))


def _seven_pairs(counts: Counts, rng: Random) -> Iterator[Complete]:
    pairs = [kind for kind in range(KINDS) if counts[kind] >= 2]
    plans = [pairs, *([kind for kind in pairs if kind in plan] for plan in _kind_plans())]
    plans.append([kind for kind in pairs if kind in OUTSIDE])
    for plan in plans:
        singles = [kind for kind in range(KINDS) if counts[kind] == 1]
        if len(plan) >= 7:
            for _ in range(4):
                yield Complete((), tuple(sorted(rng.sample(plan, 7))))
        elif len(plan) == 6 and singles:
            # six pairs and a single tile are ready: the seventh pair is the win
            yield Complete((), tuple(sorted([*plan, rng.choice(singles)])))


def _orphans(counts: Counts) -> Iterator[Complete]:
    held = [kind for kind in TERMINALS_AND_HONOURS if counts[kind]]
    doubled = [kind for kind in held if counts[kind] >= 2]
    if len(held) == 13:
        yield Complete((), (), (*held, held[0]))
    if len(held) >= 12 and doubled:
        missing = [kind for kind in TERMINALS_AND_HONOURS if not counts[kind]]
        yield Complete((), (), tuple(sorted([*held, *missing, doubled[0]])))


def _nine_gates(counts: Counts) -> Iterator[Complete]:
    for suit in range(0, 27, 9):
        gates = (suit, suit, *range(suit, suit + 9), suit + 8, suit + 8)
        if all(counts[kind] >= gates.count(kind) for kind in set(gates)):
            yield Complete((), (), tuple(sorted([*gates, suit + 4])))
