"""The option `local_yaku`: names of yaku that are shipped, and descriptions of a house's own."""

from collections.abc import Sequence
from typing import Final

from referee.rules.choices import LocalYaku
from referee.rules.errors import shown
from referee.rules.patterns.errors import PatternError, inside
from referee.rules.patterns.house_yaku import HouseYaku, read_house_yaku
from referee.rules.yaku.names import DORA, YakuId

_ORDER: Final = {yaku.value: place for place, yaku in enumerate(LocalYaku)}
_EXPECTED: Final = f"a list of local yaku from {', '.join(_ORDER)}, or descriptions of a house's own"
_MOST: Final = 100  # more yaku than anybody can remember


def read_local_yaku(value: object, *, shipped: bool = False) -> tuple[LocalYaku | HouseYaku, ...]:
    """The shipped yaku that are named, in their own order, then the house's own in the order given.

    `shipped`: the descriptions are those of the shipped yaku, which bear the names that a house's own may not. Raises
    PatternError.
    """
    if not isinstance(value, list | tuple):
        raise PatternError(f"is {shown(value)}: expected {_EXPECTED}")
    if len(value) > _MOST:
        raise PatternError(f"{len(value)} local yaku: at most {_MOST} are read")
    named: set[str] = set()
    own: list[HouseYaku] = []
    for place, item in enumerate(value):
        with inside(place):
            if isinstance(item, str):
                if item not in _ORDER:
                    raise PatternError(f"expected {_EXPECTED}; {shown(item)} is none of them")
                named.add(item)
            else:
                own.append(_new(read_house_yaku(item), own, shipped=shipped))
    _check_replaced(value, own)
    return (*(LocalYaku(name) for name in sorted(named, key=_ORDER.__getitem__)), *own)


def _new(yaku: HouseYaku, others: Sequence[HouseYaku], *, shipped: bool) -> HouseYaku:
    taken = {other.id for other in others}
    if not shipped:
        taken |= {id_.value for id_ in YakuId}
    if yaku.id in taken:
        with inside("id"):
            raise PatternError(f"there is a yaku {yaku.id} already: choose another id")
    return yaku


def _check_replaced(value: Sequence[object], own: Sequence[HouseYaku]) -> None:
    known = {id_.value for id_ in YakuId if id_ not in DORA} | {yaku.id for yaku in own}
    descriptions = [place for place, item in enumerate(value) if not isinstance(item, str)]
    for place, yaku in zip(descriptions, own, strict=True):
        for number, id_ in enumerate(yaku.replaces):
            if id_ not in known or id_ == yaku.id:
                with inside(place, "replaces", number):
                    raise PatternError(f"{id_} is no yaku that this one could replace")
