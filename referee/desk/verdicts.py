"""What becomes an event: a sure reading of the cameras, or a person's answer to a question of the desk. Pure."""

from dataclasses import replace

from referee.desk.commands import ConfirmCandidate
from referee.desk.finding import Accept
from referee.desk.orders import draft, source_of
from referee.desk.quarantine import Spot
from referee.desk.state import Candidate, Place
from referee.game import Deal, Event, EventType, How, Phase, Source
from referee.tiles import NAMES, NotAllowedError, Tile, parse_tile

_HIDDEN = frozenset({Place.WALL, Place.HAND, Place.POOL})


def may_confirm(command: ConfirmCandidate, candidate: Candidate) -> None:
    """Raise NotAllowedError unless the sender may see what it confirms: hidden tiles are the referee's to confirm."""
    if candidate.place in _HIDDEN and command.actor != "referee":
        raise NotAllowedError("hidden tiles are confirmed by the referee, or named by their player with Ready")


def read_event(spot: Spot, found: Accept, deal: Deal, age_ms: int | None = None) -> Event:
    """The event that a sure reading stands for; `age_ms`: how old the picture is that was read."""
    return replace(_read_event(spot, found, deal), age_ms=age_ms)


def _read_event(spot: Spot, found: Accept, deal: Deal) -> Event:
    place, seat = spot
    confidence = round(found.confidence, 4)
    match place:
        case Place.HAND if seat is not None:
            how = How.AT_RON if seat in deal.hands else How.CAMERA
            return draft(EventType.BUILT, Source.CAMERA, by=seat, tiles=found.tiles, how=how, confidence=confidence)
        case Place.WALL:
            return draft(EventType.WALLS, Source.CAMERA, by=seat, tiles=found.tiles, confidence=confidence)
        case Place.RIVER if seat is not None:
            n = len(deal.river(seat)) + 1
            return draft(EventType.DISCARD, Source.CAMERA, by=seat, tile=found.tiles[0], n=n, confidence=confidence)
        case Place.INDICATOR:
            return draft(EventType.FLIP, Source.CAMERA, tile=found.tiles[0], confidence=confidence)
        case _:
            return draft(EventType.URA, Source.CAMERA, tile=found.tiles[0], confidence=confidence)


def confirmed_event(command: ConfirmCandidate, candidate: Candidate, deal: Deal) -> Event:
    """The event that the answer stands for. Raises NotAllowedError if the answer does not name what is needed."""
    age_ms = candidate.facts.get("age_ms")
    return replace(_confirmed_event(command, candidate, deal), age_ms=age_ms if isinstance(age_ms, int) else None)


def _confirmed_event(command: ConfirmCandidate, candidate: Candidate, deal: Deal) -> Event:
    source = source_of(command)
    if candidate.place is Place.WALL:
        return draft(EventType.WALLS, source, by=candidate.seat, tiles=_tiles(command, candidate))
    if candidate.place is Place.HAND:
        how = How.AT_RON if deal.phase is Phase.CALLED else How.ENTRY if command.tiles else How.CAMERA
        return draft(EventType.BUILT, source, by=candidate.seat, tiles=_tiles(command, candidate), how=how)
    tile = _tile(command, candidate)
    if candidate.place is Place.INDICATOR:
        return draft(EventType.FLIP, source, tile=tile)
    if candidate.place is Place.URA:
        return draft(EventType.URA, source, tile=tile)
    if candidate.seat is None or candidate.reason == "tile_missing":
        raise NotAllowedError("a released tile stands: put it back, or void its event with a reason")
    river = deal.river(candidate.seat)
    if candidate.reason == "river_differs":
        discard = river[int(str(candidate.facts["n"])) - 1]
        return draft(EventType.CORRECT, source, ref=discard.seq, tile=tile)
    return draft(EventType.DISCARD, source, by=candidate.seat, tile=tile, n=len(river) + 1)


def _tile(command: ConfirmCandidate, candidate: Candidate) -> Tile:
    if command.tile is not None:
        return command.tile
    if len(candidate.readings) == 1 and candidate.readings[0].label in NAMES:
        return parse_tile(candidate.readings[0].label)
    raise NotAllowedError("name the tile: what the camera saw is no single face")


def _tiles(command: ConfirmCandidate, candidate: Candidate) -> tuple[Tile, ...]:
    if command.tiles:
        return command.tiles
    if candidate.readings and all(reading.label in NAMES for reading in candidate.readings):
        return tuple(parse_tile(reading.label) for reading in candidate.readings)
    raise NotAllowedError("name the tiles: the camera did not see a face on each")
