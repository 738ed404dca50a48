"""The readings of a complete hand: every way to split 14 tiles and every place where the winning tile can stand.

The choice of a reading decides yaku, fu and whether a triplet counts as open, so all of them are tried. A reading
knows kinds only; red fives and dora do not depend on it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum, unique
from itertools import product

from referee.rules.ready import TERMINALS_AND_HONOURS
from referee.rules.shapes import NO_PAIR, SuitReading, suit_readings, suits_of
from referee.tiles import Counts, Kind, format_tiles


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


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read 14 tiles.

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
        return " ".join(format_tiles(group) for group in self.groups)


def readings(counts: Counts, winning: Kind) -> Iterator[Reading]:
    """Every reading of the 34 counts of 14 tiles that hold `winning`; none if they are not complete."""
    orphans = _orphans(counts, winning)
    if orphans is not None:
        yield orphans
        return
    if counts.count(2) == 7:
        pairs = tuple(kind for kind, copies in enumerate(counts) if copies)
        yield Reading(Form.SEVEN_PAIRS, (), (), pairs, winning, WaitForm.TANKI)
    for parts in product(*(suit_readings(suit) for suit in suits_of(counts))):
        if sum(part.pair != NO_PAIR for part in parts) == 1:
            yield from _placed(parts, winning)


def _orphans(counts: Counts, winning: Kind) -> Reading | None:
    if any(counts[kind] == 0 for kind in TERMINALS_AND_HONOURS):
        return None
    pair = next((kind for kind in TERMINALS_AND_HONOURS if counts[kind] == 2), None)
    if pair is None:
        return None
    wait = WaitForm.THIRTEEN if pair == winning else WaitForm.TANKI
    return Reading(Form.ORPHANS, (), (), (pair,), winning, wait)


def _placed(parts: tuple[SuitReading, ...], winning: Kind) -> Iterator[Reading]:
    """The readings of one split: one for each different place where the winning tile can stand."""
    runs = tuple(9 * place + number for place, part in enumerate(parts) for number in part.runs)
    triplets = tuple(9 * place + number for place, part in enumerate(parts) for number in part.triplets)
    pair = next(9 * place + part.pair for place, part in enumerate(parts) if part.pair != NO_PAIR)
    if pair == winning:
        yield Reading(Form.STANDARD, runs, triplets, (pair,), winning, WaitForm.TANKI)
    if winning in triplets:
        yield Reading(Form.STANDARD, runs, triplets, (pair,), winning, WaitForm.SHANPON, winning)
    for first in dict.fromkeys(runs):
        if first <= winning <= first + 2:
            yield Reading(Form.STANDARD, runs, triplets, (pair,), winning, _run_wait(first, winning))


def _run_wait(first: Kind, winning: Kind) -> WaitForm:
    place = winning - first
    if place == 1:
        return WaitForm.KANCHAN
    lowest = first % 9
    edge = (lowest == 0 and place == 2) or (lowest == 6 and place == 0)
    return WaitForm.PENCHAN if edge else WaitForm.RYANMEN
