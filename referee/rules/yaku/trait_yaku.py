"""The yaku that follow from the traits of a reading, each as the values that some fields of the traits have to have.

Names and meaning are those of common Japanese rules. Ordinary yaku exclude each other through their own definitions.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from referee.rules.reading import WaitForm
from referee.rules.traits import (
    CLOSED,
    FIRST_HONOUR,
    GATES,
    HONOUR_PAIR,
    HONOUR_TRIPLETS,
    HONOURS,
    INSIDE,
    NOT_GREEN,
    NUMBERED,
    ORPHANS,
    RUNS,
    SAME_RUN,
    SAME_TRIPLET,
    SEVEN_PAIRS,
    STRAIGHTS,
    TWINS,
    WAIT,
    WAIT_CODES,
    WITH_SIMPLES,
    WITH_TERMINALS,
    Field,
)
from referee.rules.yaku.names import YakuId
from referee.rules.yaku.yaku import Yaku
from referee.tiles import Kind

_SOME: Final = (1, 2, 3)
_WINDS: Final = range(27, 31)
_DRAGONS: Final = range(31, 34)


class TraitYaku(NamedTuple):
    """A yaku that a reading has if what `mask` leaves of its traits is among `allowed`."""

    yaku: Yaku
    mask: int
    allowed: frozenset[int]


class Family:
    """Some yaku that ask for a few fields only, so that what they say is found once for all traits with the same ones.

    What is found has bit n set for the n-th of all yaku.
    """

    def __init__(self, mask: int, entries: Sequence[tuple[int, TraitYaku]]) -> None:
        self._mask = mask
        self._entries = [(1 << number, entry.mask, entry.allowed) for number, entry in entries]
        self._known: dict[int, int] = {}

    def bits(self, traits: int) -> int:
        """The bits of the yaku that a reading with these traits has."""
        own = traits & self._mask
        found = self._known.get(own)
        if found is None:
            found = 0
            for bit, mask, allowed in self._entries:
                if own & mask in allowed:
                    found |= bit
            self._known[own] = found
        return found


def families(entries: Sequence[TraitYaku]) -> tuple[Family, ...]:
    """All yaku in families; each belongs to the first that has its fields."""
    members: list[list[tuple[int, TraitYaku]]] = [[] for _ in _FAMILIES]
    for number, entry in enumerate(entries):
        place = next(place for place, mask in enumerate(_FAMILIES) if entry.mask & ~mask == 0)
        members[place].append((number, entry))
    return tuple(Family(mask, own) for mask, own in zip(_FAMILIES, members, strict=True))


def _mask(*fields: Field) -> int:
    return sum(field.mask for field in fields)


_FAMILIES: Final = (
    _mask(HONOUR_TRIPLETS, HONOUR_PAIR),
    _mask(RUNS, CLOSED, TWINS, STRAIGHTS, SAME_RUN, SAME_TRIPLET, WAIT, HONOUR_PAIR, SEVEN_PAIRS, ORPHANS),
    _mask(RUNS, INSIDE, NUMBERED, WITH_SIMPLES, WITH_TERMINALS, NOT_GREEN, HONOURS, GATES),
)
"""The fields of each family: honours; what the groups are; which tiles occur."""


def _yaku(id_: YakuId, worth: int, fields: Mapping[Field, int | Iterable[int]]) -> TraitYaku:
    """A yaku from the fields that it asks for, each with the number or the numbers that may stand there."""
    choices = [
        [field.one * number for number in ((numbers,) if isinstance(numbers, int) else numbers)]
        for field, numbers in fields.items()
    ]
    return TraitYaku(Yaku(id_, worth), sum(field.mask for field in fields), frozenset(map(sum, product(*choices))))


def _triplets(kinds: range, many: int) -> tuple[int, ...]:
    """All bits of honour triplets that hold just so many of some kinds, whatever else."""
    wanted = sum(1 << kind - FIRST_HONOUR for kind in kinds)
    return tuple(bits for bits in range(1 << 7) if (bits & wanted).bit_count() == many)


def _pair(kinds: Iterable[Kind]) -> tuple[int, ...]:
    """The numbers of honour pairs."""
    return tuple(kind - FIRST_HONOUR + 1 for kind in kinds)


def _triplet_of(kind: Kind | None) -> tuple[int, ...]:
    return () if kind is None else _triplets(range(kind, kind + 1), 1)


_SETS: Final[Mapping[Field, int]] = {SEVEN_PAIRS: 0, ORPHANS: 0}


@lru_cache(maxsize=32)
def ordinary_yaku(round_wind: Kind | None, seat_wind: Kind) -> tuple[TraitYaku, ...]:
    """The ordinary yaku with their han, where these winds have value."""
    worthless = [0, *_pair(kind for kind in _WINDS if kind not in (round_wind, seat_wind))]
    return (
        _yaku(YakuId.PINFU, 1, {RUNS: 4, WAIT: WAIT_CODES[WaitForm.RYANMEN], HONOUR_PAIR: worthless}),
        _yaku(YakuId.TANYAO, 1, {WITH_TERMINALS: 0, HONOURS: 0}),
        # three identical runs are one pair of them
        _yaku(YakuId.IIPEIKOU, 1, {TWINS: 1}),
        _yaku(YakuId.YAKUHAI_HAKU, 1, {HONOUR_TRIPLETS: _triplet_of(31)}),
        _yaku(YakuId.YAKUHAI_HATSU, 1, {HONOUR_TRIPLETS: _triplet_of(32)}),
        _yaku(YakuId.YAKUHAI_CHUN, 1, {HONOUR_TRIPLETS: _triplet_of(33)}),
        # a double wind gives both
        _yaku(YakuId.YAKUHAI_ROUND, 1, {HONOUR_TRIPLETS: _triplet_of(round_wind)}),
        _yaku(YakuId.YAKUHAI_SEAT, 1, {HONOUR_TRIPLETS: _triplet_of(seat_wind)}),
        _yaku(YakuId.CHIITOITSU, 2, {SEVEN_PAIRS: 1}),
        _yaku(YakuId.SANSHOKU_DOUJUN, 2, {SAME_RUN: 1}),
        _yaku(YakuId.ITTSUU, 2, {STRAIGHTS: 1}),
        _yaku(YakuId.CHANTA, 2, {INSIDE: 0, RUNS: (1, 2, 3, 4), HONOURS: 1}),
        _yaku(YakuId.TOITOI, 2, {RUNS: 0, **_SETS}),
        # the triplet that a ron completed is open
        _yaku(YakuId.SANANKOU, 2, {CLOSED: 3}),
        _yaku(YakuId.SANSHOKU_DOUKOU, 2, {SAME_TRIPLET: 1}),
        _yaku(YakuId.SHOUSANGEN, 2, {HONOUR_TRIPLETS: _triplets(_DRAGONS, 2), HONOUR_PAIR: _pair(_DRAGONS)}),
        _yaku(YakuId.HONROUTOU, 2, {WITH_SIMPLES: 0, WITH_TERMINALS: _SOME, HONOURS: 1}),
        _yaku(YakuId.JUNCHAN, 3, {INSIDE: 0, RUNS: (1, 2, 3, 4), HONOURS: 0}),
        _yaku(YakuId.RYANPEIKOU, 3, {TWINS: 2}),
        _yaku(YakuId.HONITSU, 3, {NUMBERED: 1, HONOURS: 1}),
        _yaku(YakuId.CHINITSU, 6, {NUMBERED: 1, HONOURS: 0}),
    )


YAKUMAN: Final[tuple[TraitYaku, ...]] = (
    _yaku(YakuId.KOKUSHI, 1, {ORPHANS: 1}),
    _yaku(YakuId.KOKUSHI_13, 1, {ORPHANS: 2}),
    # won on the pair, or one of the four would be open
    _yaku(YakuId.SUUANKOU_TANKI, 1, {CLOSED: 4}),
    _yaku(YakuId.DAISANGEN, 1, {HONOUR_TRIPLETS: _triplets(_DRAGONS, 3)}),
    _yaku(YakuId.SHOUSUUSHII, 1, {HONOUR_TRIPLETS: _triplets(_WINDS, 3), HONOUR_PAIR: _pair(_WINDS)}),
    _yaku(YakuId.DAISUUSHII, 1, {HONOUR_TRIPLETS: _triplets(_WINDS, 4)}),
    _yaku(YakuId.TSUUIISOU, 1, {NUMBERED: 0}),
    _yaku(YakuId.RYUUIISOU, 1, {NOT_GREEN: 0}),
    _yaku(YakuId.CHINROUTOU, 1, {WITH_SIMPLES: 0, HONOURS: 0}),
    _yaku(YakuId.CHUUREN, 1, {GATES: 1}),
    # without the winning tile it is exactly 1112345678999
    _yaku(YakuId.JUNSEI_CHUUREN, 1, {GATES: 2}),
)
"""The yakuman, each once."""
