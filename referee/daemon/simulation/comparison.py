"""What the record says against what the simulated table really did: the figures of `simulate --pipeline full`. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from referee.game import Deal, EventType, Match, Source
from referee.game.effective import effective
from referee.rules import HandSubmission
from referee.tiles import Tile, format_tile

Fact: TypeAlias = Mapping[str, Any]
_Key: TypeAlias = tuple[int, str, str, int]


@dataclass(frozen=True, slots=True)
class Difference:
    """One tile that the record has otherwise than the table: the deal, what it was, whose, and both tiles."""

    deal: int
    what: str
    seat: str
    place: int
    table: str | None
    record: str | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """`tiles`: tiles that really lay where a camera looks. `from_camera`: how many the record took from a camera."""

    tiles: int
    from_camera: int
    differences: tuple[Difference, ...]


def compare(matches: Iterable[Match], facts: Iterable[Fact]) -> Comparison:
    """Compare every tile of the matches, played one after the other, with the facts of the table."""
    matches = tuple(matches)
    deals = [deal for match in matches for deal in match.deals]
    closed = set(_closed(matches))
    truth = {key: tile for key, tile in _truth(facts).items() if key[:3] not in closed}
    record = {key: tile for number, deal in enumerate(deals, start=1) for key, tile in _record(number, deal)}
    differences = [
        Difference(*key, truth.get(key), record.get(key))
        for key in sorted({*truth, *record})
        if truth.get(key) != record.get(key)
    ]
    return Comparison(len(truth), _from_camera(matches), tuple(differences))


def _closed(matches: Iterable[Match]) -> Iterator[tuple[int, str, str]]:
    """The hands that the rules let stay closed to the end: no camera was to see them."""
    deals = [(match, deal) for match in matches for deal in match.deals]
    for number, (match, deal) in enumerate(deals, start=1):
        if match.rules.hand_submission is HandSubmission.AT_RON:
            yield from ((number, "hand", seat.value) for seat, hand in deal.hands.items() if hand.tiles is None)


def _truth(facts: Iterable[Fact]) -> dict[_Key, str]:
    """What lies where in the end: of a tile that was taken back nothing is left."""
    truth: dict[_Key, str] = {}
    for fact in facts:
        deal, kind, seat = int(fact["deal"]), str(fact["type"]), str(fact.get("seat", ""))
        if "tiles" in fact:
            truth |= {(deal, kind, seat, place): tile for place, tile in enumerate(sorted(fact["tiles"]))}
        elif kind == "take_back":
            del truth[deal, "discard", seat, int(fact["n"])]
        else:
            truth[deal, kind, seat, int(fact.get("n", 0))] = str(fact["tile"])
    return truth


def _record(number: int, deal: Deal) -> Iterator[tuple[_Key, str]]:
    for seat, wall in deal.walls.items():
        yield from _sorted(number, "wall", seat.value, wall)
    for seat, hand in deal.hands.items():
        yield from _sorted(number, "hand", seat.value, hand.tiles or ())
    for seat, river in deal.rivers.items():
        for discard in river:
            yield (number, "discard", seat.value, discard.n), format_tile(discard.tile)
    for kind, tiles in (("indicator", deal.indicators), ("ura", deal.ura)):
        for tile in tiles[:1]:
            yield (number, kind, "", 0), format_tile(tile)


def _sorted(number: int, kind: str, seat: str, tiles: Iterable[Tile]) -> Iterator[tuple[_Key, str]]:
    for place, tile in enumerate(sorted(format_tile(tile) for tile in tiles)):
        yield (number, kind, seat, place), tile


def _from_camera(matches: Iterable[Match]) -> int:
    counted = 0
    for match in matches:
        for event in effective(match.events):
            if event.source is Source.CAMERA and event.type is not EventType.NOTE:
                counted += len(event.tiles) + (event.tile is not None)
    return counted
