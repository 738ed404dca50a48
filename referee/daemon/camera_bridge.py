"""Between recognition and the desk: zones become places and seats, cut-outs get an id. Decides nothing.

Zones are named by the calibration files: `river:A`, `hand:A`, `pool:A`, `wall:A`, `indicator`, `ura`.
"""

from collections.abc import Callable, Iterable
from typing import Final

import structlog

from referee.daemon.camera_health import CameraHealth, Health
from referee.daemon.pictures import Pictures
from referee.daemon.recognition import Message, WatchedCamera, ZoneSeen
from referee.desk.observation import CamerasSeen, Observation, SeenTile, TilesSeen
from referee.desk.state import CameraStatus, Place
from referee.game import Seat

_NOT_YET: Final = "starting"
_log = structlog.get_logger("cameras")


class CameraBridge:
    """Translates messages of the recognition process, in its listener thread."""

    def __init__(self, pictures: Pictures, observe: Callable[[Observation], None]) -> None:
        self._pictures = pictures
        self._observe = observe
        self._unknown: set[str] = set()
        self._troubles: dict[str, str] = {}

    def told(self, message: Message) -> None:
        """Hand one message over to the desk."""
        match message:
            case Health(cameras, _):
                for camera in cameras:
                    self._note(camera)
                self._observe(CamerasSeen(tuple(_status(camera) for camera in cameras)))
            case ZoneSeen():
                self._zone(message)

    def _note(self, camera: CameraHealth) -> None:
        """Log a trouble once, and its end."""
        before = self._troubles.get(camera.name, "")
        if camera.code == before or camera.trouble == _NOT_YET:
            return
        self._troubles[camera.name] = camera.code
        if camera.code:
            _log.warning("camera_trouble", camera=camera.name, code=camera.code, **_loggable(camera))
        else:
            _log.info("camera_well", camera=camera.name, was=before)

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
            TilesSeen(
                place,
                seat,
                tiles,
                reading.still_ms,
                reading.covered,
                reading.camera,
                reading.frame,
                unseen,
                message.age_ms,
                keep(message.whole, b"", reading.camera),
            )
        )


def _status(camera: CameraHealth) -> CameraStatus:
    return CameraStatus(
        camera.name,
        camera.frames_per_second,
        camera.age_ms,
        camera.trouble,
        camera.facts,
        camera.code,
        camera.use,
        camera.skipped,
    )


def _loggable(camera: CameraHealth) -> dict[str, str]:
    """The trouble and its facts under names that no log has of its own."""
    return {"trouble": camera.trouble, **{f"fact_{name}": str(value) for name, value in camera.facts.items()}}


def river_zones(cameras: Iterable[WatchedCamera]) -> frozenset[str]:
    """The zones in which discards lie, by name."""
    zones = {zone.name: place_of(zone.name) for camera in cameras for zone in camera.setup.zones}
    return frozenset(name for name, spot in zones.items() if spot is not None and spot[0] is Place.RIVER)


def place_of(zone: str) -> tuple[Place, Seat | None] | None:
    """The place and seat that a zone's name stands for, or None."""
    name, _, seat = zone.partition(":")
    if name not in {place.value for place in Place} or (seat and seat not in {known.value for known in Seat}):
        return None
    return Place(name), Seat(seat) if seat else None
