"""The album: for every accepted tile of the deal the look of a camera that shows it, so that people can compare both.

An accepted tile is matched with what lies at its place whenever a look leaves no doubt which is which, and keeps that
picture until a newer one tells something else. It decides nothing and is no part of the match: after a restart it fills
again as the cameras look. Pure.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from referee.desk.finding import as_seen
from referee.desk.observation import SeenTile, TilesSeen
from referee.desk.quarantine import Spot, Upheld
from referee.desk.red_fives import without_uncounted_reds
from referee.desk.river import lying
from referee.desk.state import PLACE_OF_EVENT, Place, PlaceSeen, Reading, Sighting, Word
from referee.game import Deal, EventType, Match, Source
from referee.game.effective import voided
from referee.tiles import BACK, LABELS, NAMES, OTHER, Tile, format_tile
from vision.decode import SURE_MARGIN, decode, multiset_limits

_Page: TypeAlias = list[tuple[Tile, Reading]]
_Origin: TypeAlias = int | Spot

_CERTAIN: Final = 1 / (1 + math.exp(-SURE_MARGIN))
_PEOPLE: Final = frozenset({Source.OPERATOR, Source.PLAYER, Source.REFEREE})


@dataclass(slots=True)
class Album:
    """The pictures of one deal. `upheld(spot)`: the tiles of a river that stand although a camera sees others."""

    upheld: Callable[[Spot], Upheld]
    _rivers: dict[int, Reading] = field(default_factory=dict)
    _pages: dict[Spot, _Page] = field(default_factory=dict)
    _matched: dict[Spot, tuple[TilesSeen, tuple[Tile, ...]]] = field(default_factory=dict)

    def clear(self) -> None:
        """A new deal: what was seen before shows nothing of it."""
        self._rivers.clear()
        self._pages.clear()
        self._matched.clear()

    def places(self, match: Match, latest: Mapping[Spot, TilesSeen]) -> tuple[PlaceSeen, ...]:
        """The places at which accepted tiles lie, rivers first, after the newest looks were taken in."""
        deal = match.deal
        if deal is None:
            return ()
        origins = _origins(match, deal)
        for spot, seen in latest.items():
            counted = without_uncounted_reds(seen, match.rules)
            if spot[0] is Place.RIVER:
                self._match_river(deal, spot, seen, counted)
            else:
                self._match_page(deal, spot, seen, counted, by_person=origins.get(spot) in _PEOPLE)
        rivers = [self._river(deal, (Place.RIVER, seat), origins) for seat in deal.seats]
        others = [self._page(deal, spot, origins) for spot in _other_spots(deal)]
        return tuple(place for place in (*rivers, *others) if place.tiles)

    def _match_river(self, deal: Deal, spot: Spot, seen: TilesSeen, counted: TilesSeen) -> None:
        accepted = () if spot[1] is None else deal.river(spot[1])
        for discard, place in zip(accepted, lying(counted, accepted, self.upheld(spot)), strict=False):
            self._rivers[discard.seq] = _newer(self._rivers.get(discard.seq), seen.tiles[place])

    def _match_page(self, deal: Deal, spot: Spot, seen: TilesSeen, counted: TilesSeen, *, by_person: bool) -> None:
        """Match the tiles of a place with their names, in whatever order they lie: together they are just these."""
        names = _names(deal, spot)
        known = self._matched.get(spot)
        if known is not None and known[0] is seen and known[1] == names:
            return
        self._matched[spot] = (seen, names)
        places = [place for place, tile in enumerate(seen.tiles) if tile.label != BACK]
        if len(places) != len(names):  # what cannot be read may be no tile at all
            places = [place for place in places if seen.tiles[place].label != OTHER]
        if seen.covered or not names or len(places) != len(names):
            return
        if len(names) > 1:
            self._pages[spot] = _told_apart([counted.tiles[place] for place in places], names)
            return
        face, read = seen.tiles[places[0]], counted.tiles[places[0]]
        if by_person or not read.sure or read.label == format_tile(names[0]):
            older = dict(self._pages.get(spot, ())).get(names[0])
            self._pages[spot] = [(names[0], _newer(older, face))]

    def _river(self, deal: Deal, spot: Spot, origins: Mapping[_Origin, Source]) -> PlaceSeen:
        discards = () if spot[1] is None else deal.river(spot[1])
        tiles = (_sighting(one.tile, self._rivers.get(one.seq), origins.get(one.seq)) for one in discards)
        return PlaceSeen(spot[0], spot[1], tuple(tiles))

    def _page(self, deal: Deal, spot: Spot, origins: Mapping[_Origin, Source]) -> PlaceSeen:
        left = list(self._pages.get(spot, ()))
        origin = origins.get((Place.WALL, spot[1]) if spot[0] is Place.POOL else spot)
        sightings = []
        for name in _names(deal, spot):
            place = next((place for place, (tile, _) in enumerate(left) if tile == name), None)
            reading = None if place is None else left.pop(place)[1]
            sightings.append(_sighting(name, reading, origin))
        return PlaceSeen(spot[0], spot[1], tuple(sightings))


def _told_apart(tiles: Sequence[SeenTile], names: tuple[Tile, ...]) -> _Page:
    """The tiles of which it is certain which of the names is theirs, be it because only one is left.

    A tile that surely reads otherwise is none of them: nobody was asked about it, so nobody says who errs.
    """
    no_face = (-math.inf,) * (len(LABELS) - len(NAMES))
    decoding = decode([(*tile.log_probs[: len(NAMES)], *no_face) for tile in tiles], multiset_limits(names))
    found = zip(decoding.labels, decoding.tiles, tiles, decoding.confidences, strict=True)
    return [
        (name, as_seen(tile))
        for label, name, tile, confidence in found
        if label in NAMES and confidence >= _CERTAIN and (not tile.sure or tile.label == label)
    ]


def _names(deal: Deal, spot: Spot) -> tuple[Tile, ...]:
    """The accepted tiles at a place other than a river."""
    place, seat = spot
    if place is Place.INDICATOR:
        return deal.indicators
    if place is Place.URA:
        return deal.ura
    if seat is None:
        return ()
    if place is Place.WALL:
        return deal.walls.get(seat, ())
    if place is Place.HAND:
        return deal.known[seat].tiles if seat in deal.known else ()
    return deal.pool(seat) or ()


def _other_spots(deal: Deal) -> tuple[Spot, ...]:
    trays = [(place, seat) for place in (Place.WALL, Place.HAND, Place.POOL) for seat in deal.seats]
    return ((Place.INDICATOR, None), (Place.URA, None), *trays)


def _origins(match: Match, deal: Deal) -> dict[_Origin, Source]:
    """Who said what lies there: of each discard by its event, of every other place as a whole."""
    dead = voided(match.events)
    keys: dict[int, _Origin] = {}
    origins: dict[_Origin, Source] = {}
    for event in match.events:
        if event.seq <= deal.seq or event.seq in dead or event.source is None:
            continue
        if event.type is EventType.DISCARD:
            keys[event.seq] = event.seq
        elif event.type in PLACE_OF_EVENT and (event.tiles or event.tile is not None):
            keys[event.seq] = (PLACE_OF_EVENT[event.type], event.by)
        target = event.ref if event.type is EventType.CORRECT else event.seq
        if target in keys:
            origins[keys[target]] = event.source
    return origins


def _sighting(tile: Tile, reading: Reading | None, origin: Source | None) -> Sighting:
    name = format_tile(tile)
    if origin not in _PEOPLE:
        return Sighting(name, Word.CAMERA, reading)
    if reading is None:
        return Sighting(name, Word.ENTERED, None)
    return Sighting(name, Word.CONFIRMED if reading.label == name else Word.CORRECTED, reading)


def _newer(older: Reading | None, tile: SeenTile) -> Reading:
    """The reading of the newest look; the older one as long as it told the same, so that its picture stays."""
    if older is not None and (older.label, older.sure) == (tile.label, tile.sure):
        return older
    return as_seen(tile)
