"""Between recognition and the desk: zones become places and seats, cut-outs get an id. Decides nothing.

Zones are named by the calibration files: `river:A`, `hand:A`, `pool:A`, `wall:A`, `indicator`, `ura`.
"""

from collections.abc import Callable

import structlog

from referee.daemon.pictures import Pictures
from referee.daemon.recognition import Health, Message, ZoneSeen
from referee.desk.observation import CamerasSeen, Observation, SeenTile, TilesSeen
from referee.desk.state import CameraStatus, Place
from referee.game import Seat

_log = structlog.get_logger("cameras")


class CameraBridge:
    """Translates messages of the recognition process, in its listener thread."""

    def __init__(self, pictures: Pictures, observe: Callable[[Observation], None]) -> None:
        self._pictures = pictures
        self._observe = observe
        self._unknown: set[str] = set()

    def told(self, message: Message) -> None:
        """Hand one message over to the desk."""
        match message:
            case Health(cameras):
                seen = tuple(
                    CameraStatus(camera.name, camera.frames_per_second, camera.age_ms, camera.trouble, camera.facts)
                    for camera in cameras
                )
                self._observe(CamerasSeen(seen))
            case ZoneSeen():
                self._zone(message)

    def _zone(self, message: ZoneSeen) -> None:
        reading = message.reading
        spot = place_of(reading.zone)
        if spot is None:
            if reading.zone not in self._unknown:
                self._unknown.add(reading.zone)
                _log.warning("unknown_zone", zone=reading.zone, camera=reading.camera)
            return
        faces = message.faces or (b"",) * len(reading.tiles)
        keep = self._pictures.keep
        tiles = tuple(
            SeenTile(
                tile.label,
                tile.confidence,
                tile.sure,
                tile.log_probs,
                keep(cutout, face, reading.camera),
                tile.hidden,
                tile.other_set,
            )
            for tile, cutout, face in zip(reading.tiles, message.cutouts, faces, strict=True)
        )
        place, seat = spot
        unseen = tuple(place.before for place in reading.unseen)
        self._observe(
            TilesSeen(place, seat, tiles, reading.still_ms, reading.covered, reading.camera, reading.frame, unseen)
        )


def place_of(zone: str) -> tuple[Place, Seat | None] | None:
    """The place and seat that a zone's name stands for, or None."""
    name, _, seat = zone.partition(":")
    if name not in {place.value for place in Place} or (seat and seat not in {known.value for known in Seat}):
        return None
    return Place(name), Seat(seat) if seat else None
