"""Complete hands of which the shape is the yaku: seven pairs, thirteen orphans, nine gates. Pure."""

from collections.abc import Iterator
from typing import Final

from referee.analysis.players.groups import (
    ALL_TRAITS,
    BAMBOO,
    CHARACTERS,
    CIRCLES,
    ENDS,
    SIMPLES,
    YAKUMAN,
    Group,
    pairs,
    trait_han,
)
from referee.analysis.players.layouts import NOTHING, Layout
from referee.analysis.players.outlook import Outlook
from referee.rules.packing import ONE_OF, pack
from referee.rules.ready import TERMINALS_AND_HONOURS
from referee.rules.traits import FIRST_HONOUR
from referee.tiles import Kind

_PLANS: Final = (ALL_TRAITS, SIMPLES, CHARACTERS, CIRCLES, BAMBOO, ENDS)
_SEVEN_PAIRS_HAN: Final = 2


def special_layouts(outlook: Outlook) -> Iterator[Layout]:
    """The promising ones of them."""
    yield from _seven_pairs(outlook)
    yield from _orphans(outlook)
    yield from _nine_gates(outlook)


def _seven_pairs(outlook: Outlook) -> Iterator[Layout]:
    """For each plan the dearest seven pairs; where a pair is missing, six with each single tile."""
    held = [pair for pair in pairs() if outlook.count(pair.kinds[0]) >= 2]
    singles = [pair for pair in pairs() if outlook.count(pair.kinds[0]) == 1]
    held.sort(key=outlook.han_of, reverse=True)
    for plan in _PLANS:
        chosen = [pair for pair in held if pair.traits & plan]
        if len(chosen) >= 7:
            yield _paired(chosen[:7], NOTHING, outlook)
        if len(chosen) >= 6:
            for single in singles:
                if single.traits & plan:
                    yield _paired([*chosen[:6], single], single.kinds[0], outlook)


def _paired(chosen: list[Group], lacks: Kind, outlook: Outlook) -> Layout:
    traits, han = ALL_TRAITS, _SEVEN_PAIRS_HAN
    for pair in chosen:
        traits &= pair.traits
        han += outlook.han_of(pair)
    return Layout(han + trait_han()[traits], sum(pair.packed for pair in chosen), lacks)


def _orphans(outlook: Outlook) -> Iterator[Layout]:
    lacking = [kind for kind in TERMINALS_AND_HONOURS if not outlook.count(kind)]
    doubled = next((kind for kind in TERMINALS_AND_HONOURS if outlook.count(kind) >= 2), None)
    each = pack(TERMINALS_AND_HONOURS)
    if not lacking:
        for kind in TERMINALS_AND_HONOURS:
            yield Layout(YAKUMAN, each + ONE_OF[kind], kind)
    elif len(lacking) == 1 and doubled is not None:
        yield Layout(YAKUMAN, each + ONE_OF[doubled], lacking[0])


def _nine_gates(outlook: Outlook) -> Iterator[Layout]:
    """All nine gates wait for each kind of their suit."""
    for low in range(0, FIRST_HONOUR, 9):
        gates = (low, low, *range(low, low + 9), low + 8, low + 8)
        if all(outlook.count(kind) >= gates.count(kind) for kind in set(gates)):
            for kind in range(low, low + 9):
                yield Layout(YAKUMAN, pack(gates) + ONE_OF[kind], kind)
