"""The reading of a complete hand: how 14 tiles are split, and where the winning tile stands.

The choice of a reading decides yaku, fu and whether a triplet counts as open, so `candidates` tries all of them. A
reading knows kinds only; red fives and dora do not depend on it.
"""

from enum import StrEnum, unique
from functools import cache
from typing import NamedTuple

from referee.rules.ready import TERMINALS_AND_HONOURS
from referee.tiles import Kind, format_tiles


@unique
class Form(StrEnum):
    """The three forms of a complete hand."""

    STANDARD = "standard"
    SEVEN_PAIRS = "seven_pairs"
    ORPHANS = "orphans"


@unique
class WaitForm(StrEnum):
    """What the winning tile completed."""

    RYANMEN = "ryanmen"
    KANCHAN = "kanchan"
    PENCHAN = "penchan"
    TANKI = "tanki"
    SHANPON = "shanpon"
    THIRTEEN = "thirteen"


class Reading(NamedTuple):
    """One way to read 14 tiles. A tuple and no dataclass, because one is made for every hand that is scored.

    `runs` are the lowest kinds of the runs, `triplets` the kinds of the triplets, both ascending; `opened` is the
    triplet that the winning tile completed, which counts as open, or None. `pairs` holds the pair, or all seven.
    """

    form: Form
    runs: tuple[Kind, ...]
    triplets: tuple[Kind, ...]
    pairs: tuple[Kind, ...]
    winning: Kind
    wait: WaitForm
    opened: Kind | None = None

    @property
    def pair(self) -> Kind:
        """The pair of four sets and a pair, the doubled kind of thirteen orphans."""
        return self.pairs[0]

    @property
    def groups(self) -> tuple[tuple[Kind, ...], ...]:
        """The groups in the order in which people write them: sets by their lowest tile, then the pair."""
        if self.form is Form.SEVEN_PAIRS:
            return tuple((pair, pair) for pair in self.pairs)
        if self.form is Form.ORPHANS:
            return tuple((kind, kind) if kind == self.pair else (kind,) for kind in TERMINALS_AND_HONOURS)
        sets = [(first, first + 1, first + 2) for first in self.runs]
        sets += [(kind, kind, kind) for kind in self.triplets]
        return (*sorted(sets), (self.pair, self.pair))

    @property
    def text(self) -> str:
        """For instance `234m 567p 567p 888s 33z`."""
        return " ".join(map(_group_text, self.groups))


@cache
def _group_text(group: tuple[Kind, ...]) -> str:
    return format_tiles(group)
