"""Which tiles a player can let go without fear, by what lies open and by the own 34 tiles alone. Pure.

A tile is *certainly* safe against a seat if no hand that the seat can have could win on it: the seat has discarded its
kind, or let it pass where that is furiten, or the tiles that such a wait would need are all seen elsewhere. It is
*usually* safe if only rare waits are left: a single tile, the middle or the end of a run, thirteen orphans; no run that
is open on two sides, no two pairs. Nothing here looks at another player's hand.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique

from referee.analysis.odds.sight import seen_by, seen_tiles
from referee.game import Deal, Discard, Seat
from referee.rules import RiichiRule, RuleSet, Situation, furiten_on_pass
from referee.rules.ready import TERMINALS_AND_HONOURS
from referee.rules.traits import FIRST_HONOUR
from referee.tiles import Kind, counts_of, kind_of
from referee.tiles.names import COPIES


@unique
class Safety(StrEnum):
    """How safe a tile is, as far as its owner can tell."""

    CERTAIN = "certain"
    USUAL = "usual"
    OPEN = "open"
    """Nothing speaks for it."""


@unique
class SafeBecause(StrEnum):
    """Why a tile is safe against a seat."""

    DISCARDED = "discarded"
    """The seat discarded this kind itself: were it a wait, the seat would be furiten."""
    PASSED = "passed"
    """The seat let this kind pass: were it a wait, the seat would be furiten."""
    NO_SHAPE = "no_shape"
    """No wait for it can be made of the tiles that its owner does not see."""
    RARE_SHAPE = "rare_shape"
    """Neither a run open on two sides nor two pairs can wait for it."""


@dataclass(frozen=True, slots=True)
class KindSafety:
    """How safe a kind is against everybody; `because` says why for each seat against which something speaks for it."""

    kind: Kind
    safety: Safety
    because: Mapping[Seat, SafeBecause]


def safe_kinds(rules: RuleSet, deal: Deal, seat: Seat) -> tuple[KindSafety, ...]:
    """The safety of each kind in a seat's pool, ascending; none while its pool is unknown."""
    pool = deal.pool(seat)
    if pool is None:
        return ()
    seen = counts_of(seen_tiles(rules, seen_by(deal, (seat,))))
    unseen = tuple(max(0, COPIES - copies) for copies in seen)
    against = {other: dict(_passed_by(rules, deal, other)) for other in deal.seats if other != seat}
    return tuple(
        _kind_safety(kind, {other: _because(kind, unseen, passed) for other, passed in against.items()})
        for kind in sorted({kind_of(tile) for tile in pool})
    )


def _kind_safety(kind: Kind, because: Mapping[Seat, SafeBecause | None]) -> KindSafety:
    if None in because.values():
        safety = Safety.OPEN
    elif SafeBecause.RARE_SHAPE in because.values():
        safety = Safety.USUAL
    else:
        safety = Safety.CERTAIN
    return KindSafety(kind, safety, {seat: reason for seat, reason in because.items() if reason is not None})


def _passed_by(rules: RuleSet, deal: Deal, seat: Seat) -> Iterator[tuple[Kind, SafeBecause]]:
    """The kinds on which a seat cannot win any more, its own discards last, for they are the better reason."""
    river = deal.river(seat)
    if river and (rules.riichi is RiichiRule.AUTOMATIC or seat in deal.riichi):
        first_counts = furiten_on_pass(rules, Situation(first_discard=True))
        for discard in _before(deal, river[-1], since=None if first_counts else river[0]):
            if discard.by != seat:
                yield kind_of(discard.tile), SafeBecause.PASSED
    for discard in river:
        yield kind_of(discard.tile), SafeBecause.DISCARDED


def _before(deal: Deal, last: Discard, *, since: Discard | None) -> tuple[Discard, ...]:
    """The discards before `last`, from `since` on if that is given."""
    start = 0 if since is None else deal.discards.index(since)
    return deal.discards[start : deal.discards.index(last)]


def _because(kind: Kind, unseen: tuple[int, ...], passed: Mapping[Kind, SafeBecause]) -> SafeBecause | None:
    if kind in passed:
        return passed[kind]
    if unseen[kind] >= 2 or _may_be_two_sided(kind, unseen, passed):
        return None
    if unseen[kind] or _may_end_a_run(kind, unseen) or _may_be_an_orphan(kind, unseen):
        return SafeBecause.RARE_SHAPE
    return SafeBecause.NO_SHAPE


def _may_be_two_sided(kind: Kind, unseen: tuple[int, ...], passed: Mapping[Kind, SafeBecause]) -> bool:
    """Whether two neighbours may wait for it that also wait for the kind on their other side."""
    return any(
        unseen[near] and unseen[far] and other not in passed
        for near, far, other in ((kind - 1, kind - 2, kind - 3), (kind + 1, kind + 2, kind + 3))
        if _in_one_suit(kind, other)
    )


def _may_end_a_run(kind: Kind, unseen: tuple[int, ...]) -> bool:
    """Whether any two tiles may wait for it as the third of a run."""
    return any(
        unseen[first] and unseen[second]
        for first, second in ((kind - 2, kind - 1), (kind - 1, kind + 1), (kind + 1, kind + 2))
        if _in_one_suit(kind, first) and _in_one_suit(kind, second)
    )


def _may_be_an_orphan(kind: Kind, unseen: tuple[int, ...]) -> bool:
    """Whether the other twelve orphans, one of them twice, may be in a hand."""
    others = [unseen[other] for other in TERMINALS_AND_HONOURS if other != kind]
    return kind in TERMINALS_AND_HONOURS and all(others) and max(others) >= 2


def _in_one_suit(kind: Kind, other: Kind) -> bool:
    return kind < FIRST_HONOUR and 0 <= other < FIRST_HONOUR and kind // 9 == other // 9
