"""Every way to read a complete hand: how it splits, and where the winning tile can stand.

They come in a fixed order (seven pairs first; triplets before runs; the winning tile in the pair, the triplet, the
runs), so that of equal readings the same one is shown every time. Pure.
"""

from functools import cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from referee.rules.fu import CLOSED_RON_PARTS, OPEN_TRIPLETS, SEVEN_PAIRS_PARTS, WAIT_PARTS, FuPart
from referee.rules.packing import KINDS_MASK, ONE_OF, SHIFT_OF, SUIT_MASKS, pack
from referee.rules.reading import Form, Reading, WaitForm
from referee.rules.ready import TERMINALS_AND_HONOURS
from referee.rules.suit_parts import (
    RUN_BITS,
    Place,
    SuitPart,
    alone,
    gates_number,
    held_bits,
    places,
    suit_tables,
)
from referee.rules.traits import GATES, ORPHANS, PAIRS, SAME_RUN, SAME_TRIPLET, SEVEN_PAIRS, tile_traits
from referee.tiles import KINDS, Kind

_CHARACTERS, _CIRCLES, _BAMBOO, _HONOURS = SUIT_MASKS
_PAIRS: Final = PAIRS.mask
_ONE_PAIR: Final = PAIRS.one
_GATES: Final = GATES.mask
_NO_TWO: Final = ~sum(2 << shift for shift in SHIFT_OF[:KINDS])


_made: Final = tuple.__new__
"""Makes a named tuple from all its fields in their order, in half the time: one is made for every hand."""


class SetsCandidate(NamedTuple):
    """Four sets and a pair."""

    traits: int
    parts: tuple[SuitPart, ...]
    place: Place

    def reading(self, winning: Kind) -> Reading:
        """The reading, won on `winning`."""
        first, second, third, fourth = self.parts
        wait, opens, _ = self.place
        fields = (
            Form.STANDARD,
            first.runs + second.runs + third.runs,
            first.triplets + second.triplets + third.triplets + fourth.triplets,
            first.pairs + second.pairs + third.pairs + fourth.pairs,
            winning,
            wait,
            winning if opens else None,
        )
        return _made(Reading, fields)

    def fu_parts(self, winning: Kind, pair_parts: tuple[tuple[FuPart, ...], ...]) -> tuple[FuPart, ...]:
        """The parts of the fu; `pair_parts` are those of a pair, by kind."""
        first, second, third, fourth = self.parts
        (pair,) = first.pairs + second.pairs + third.pairs + fourth.pairs
        triplets = first.fu_parts + second.fu_parts + third.fu_parts + fourth.fu_parts
        wait, opens, _ = self.place
        if opens:
            triplets = tuple([OPEN_TRIPLETS[winning] if part.kind == winning else part for part in triplets])
        return CLOSED_RON_PARTS + triplets + pair_parts[pair] + WAIT_PARTS[wait][winning]


class PairsCandidate(NamedTuple):
    """Seven pairs."""

    traits: int
    pairs: tuple[Kind, ...]

    def reading(self, winning: Kind) -> Reading:
        """The reading, won on `winning`."""
        return Reading(Form.SEVEN_PAIRS, (), (), self.pairs, winning, WaitForm.TANKI)

    def fu_parts(self, winning: Kind, pair_parts: tuple[tuple[FuPart, ...], ...]) -> tuple[FuPart, ...]:
        """25, whatever the pairs are."""
        return SEVEN_PAIRS_PARTS


class OrphansCandidate(NamedTuple):
    """Thirteen orphans."""

    traits: int
    pair: Kind

    def reading(self, winning: Kind) -> Reading:
        """The reading, won on `winning`."""
        wait = WaitForm.THIRTEEN if winning == self.pair else WaitForm.TANKI
        return Reading(Form.ORPHANS, (), (), (self.pair,), winning, wait)

    def fu_parts(self, winning: Kind, pair_parts: tuple[tuple[FuPart, ...], ...]) -> tuple[FuPart, ...]:
        """None: a yakuman does not ask for fu."""
        return ()


Candidate: TypeAlias = SetsCandidate | PairsCandidate | OrphansCandidate


def candidates(packed: int, winning: Kind) -> list[Candidate]:
    """Every way to read 14 packed tiles that hold `winning`; none if they are not complete."""
    kinds = packed & KINDS_MASK
    found: list[Candidate] = []
    if not kinds & _NO_TWO and kinds.bit_count() == 7:
        found.append(_seven_pairs(kinds))
    characters, circles, bamboo, honours = suit_tables()
    own = winning // 9
    for parts in product(
        characters[kinds & _CHARACTERS], circles[kinds & _CIRCLES], bamboo[kinds & _BAMBOO], honours[kinds & _HONOURS]
    ):
        first, second, third, fourth = parts
        traits = first.traits + second.traits + third.traits + fourth.traits
        if traits & _PAIRS != _ONE_PAIR:
            break  # two pairs and more, in every split
        same = first.groups & second.groups & third.groups
        if same:
            traits += SAME_RUN.one if same & RUN_BITS else SAME_TRIPLET.one
        if traits & _GATES and gates_number(alone(kinds, own)) == winning % 9:
            traits += GATES.one  # pure
        for place in places(parts[own].groups, winning):
            found.append(_made(SetsCandidate, (traits + place.traits, parts, place)))
    if not found and kinds in orphan_hands():
        pair = orphan_hands()[kinds]
        found.append(OrphansCandidate(orphan_traits() + ORPHANS.one * (2 if pair == winning else 1), pair))
    return found


def _seven_pairs(kinds: int) -> PairsCandidate:
    traits = SEVEN_PAIRS.one + sum(tile_traits(suit, held_bits(alone(kinds, suit))) for suit in range(4))
    pairs = tuple(kind for kind in range(KINDS) if kinds >> SHIFT_OF[kind] & 2)
    return PairsCandidate(traits, pairs)


@cache
def orphan_traits() -> int:
    """What the tiles of thirteen orphans give."""
    packed = pack(TERMINALS_AND_HONOURS)
    return sum(tile_traits(suit, held_bits(alone(packed, suit))) for suit in range(4))


@cache
def orphan_hands() -> dict[int, Kind]:
    """The packed thirteen orphans of 14 tiles, with their pair."""
    return {pack(TERMINALS_AND_HONOURS) + ONE_OF[pair]: pair for pair in TERMINALS_AND_HONOURS}
