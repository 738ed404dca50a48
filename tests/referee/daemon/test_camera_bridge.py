"""What a reading of a zone becomes on its way to the desk."""

from referee.daemon.camera_bridge import CameraBridge, place_of
from referee.daemon.camera_health import CameraHealth, Health
from referee.daemon.pictures import KeptPicture, Pictures
from referee.daemon.recognition import ZoneSeen
from referee.desk.observation import CamerasSeen, Observation, TilesSeen
from referee.desk.state import Place
from referee.game import Seat
from vision.readings import TileReading, UnseenPlace, ZoneReading

SQUARE = ((0.0, 0.0), (19.0, 0.0), (19.0, 26.0), (0.0, 26.0))


def told(zone: str, *labels: str) -> tuple[list[Observation], Pictures]:
    observations: list[Observation] = []
    pictures = Pictures()
    tiles = tuple(TileReading(label, 0.9, True, SQUARE, log_probs=(0.0,) * 39) for label in labels)
    reading = ZoneReading("overhead", zone, 7, 1_000, 800, False, tiles)
    cutouts = tuple(f"picture of {label}".encode() for label in labels)
    CameraBridge(pictures, observations.append).told(ZoneSeen(reading, cutouts))
    return observations, pictures


def test_a_river_is_seen_at_its_seat_with_a_picture_of_each_tile() -> None:
    ((seen,), pictures) = told("river:B", "5m", "back")
    assert isinstance(seen, TilesSeen)
    assert (seen.place, seen.seat, seen.still_ms, seen.frame) == (Place.RIVER, Seat.B, 800, 7)
    assert [tile.label for tile in seen.tiles] == ["5m", "back"]
    assert pictures.get(seen.tiles[1].picture) == b"picture of back"


def test_what_cannot_be_read_is_handed_on_for_a_person() -> None:
    ((seen,), pictures) = told("indicator", "other", "1z")
    assert isinstance(seen, TilesSeen)
    assert (seen.seat, [tile.label for tile in seen.tiles]) == (None, ["other", "1z"])
    assert pictures.get(seen.tiles[0].picture) == b"picture of other"


def test_what_was_not_seen_and_which_tiles_are_odd_is_handed_on() -> None:
    observations: list[Observation] = []
    under, strange = (
        TileReading("1m", 0.9, True, SQUARE, hidden=True),
        TileReading("back", 0.9, True, SQUARE, other_set=True),
    )
    reading = ZoneReading("overhead", "river:A", 7, 1_000, 800, True, (under, strange), (UnseenPlace(2, (5.0, 6.0)),))
    CameraBridge(Pictures(), observations.append).told(ZoneSeen(reading, (b"", b"")))
    (seen,) = observations
    assert isinstance(seen, TilesSeen)
    assert [(tile.hidden, tile.other_set) for tile in seen.tiles] == [(True, False), (False, True)]
    assert (seen.covered, seen.unseen) == (True, (2,))


def test_a_zone_that_the_desk_does_not_know_is_no_observation() -> None:
    assert told("ashtray", "1z")[0] == []
    assert [place_of(zone) for zone in ("river:Q", "river:A:B", "", "ura")] == [None, None, None, (Place.URA, None)]


def test_the_health_of_cameras_is_handed_on() -> None:
    observations: list[Observation] = []
    bridge = CameraBridge(Pictures(), observations.append)
    bridge.told(Health((CameraHealth("overhead", 0.0, 4_000.0, "no new picture"),)))
    (seen,) = observations
    assert isinstance(seen, CamerasSeen)
    assert (seen.cameras[0].name, seen.cameras[0].trouble) == ("overhead", "no new picture")


def test_old_pictures_make_room() -> None:
    pictures = Pictures()
    first = pictures.keep(b"first")
    for number in range(2_000):
        pictures.keep(str(number).encode())
    assert pictures.get(first) is None
    assert pictures.keep(b"") == ""


def test_a_face_for_training_is_kept_with_its_picture_and_its_camera() -> None:
    pictures, observations = Pictures(), list[Observation]()
    tiles = tuple(TileReading(label, 0.9, True, SQUARE, log_probs=(0.0,) * 39) for label in ("1m", "other", "2m"))
    reading = ZoneReading("overhead", "river:A", 7, 1_000, 800, False, tiles)
    CameraBridge(pictures, observations.append).told(ZoneSeen(reading, (b"a", b"b", b"c"), (b"AAA", b"BBB", b"CCC")))
    (seen,) = observations
    assert isinstance(seen, TilesSeen)
    assert pictures.find(seen.tiles[2].picture) == KeptPicture(b"c", b"CCC", "overhead")


def test_pictures_that_are_still_shown_outlast_newer_ones() -> None:
    pictures = Pictures()
    first, second = pictures.keep(b"first"), pictures.keep(b"second")
    for number in range(3_000):
        if number % 500 == 0:
            pictures.refresh((first, "", "gone"))
        pictures.keep(str(number).encode())
    assert (pictures.get(first), pictures.get(second)) == (b"first", None)


def test_large_pictures_make_room_by_their_size() -> None:
    pictures = Pictures()
    names = [pictures.keep(b"small", b"x" * 1_000_000) for _ in range(40)]
    kept = [name for name in names if pictures.get(name)]
    assert 10 < len(kept) < 30
    assert kept == names[-len(kept) :]
