"""A camera's calibration: that it is there, fits the pictures, and still shows what the camera sees.

`look_at_calibration` reads the files and holds pictures against the reference; the rest is pure.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from referee.daemon.camera_settings import CameraSettings
from referee.daemon.doctor.cameras import area_of
from referee.daemon.doctor.finding import Finding, Level, fine, stop, told_apart, warning
from referee.display.texts import Language, Speaker
from vision.condition import Condition, examine, faulty, other_size
from vision.condition import Finding as Look
from vision.errors import CalibrationError
from vision.rectify import Picture
from vision.reference import Reference
from vision.reference_file import load_reference, reference_path
from vision.setup import CameraSetup, load_setup

OLD_DAYS: Final = 180
"""An older calibration is mentioned where nothing tells whether it still holds."""


@dataclass(frozen=True, slots=True)
class CalibrationFacts:
    """A calibration file and the reference beside it.

    `error`: why the file cannot be used. `made`: when it was written. `wanted_size`: what the configuration asks the
    camera for, None where it leaves that to the camera. `reference_error`: why the reference cannot be used.
    `looks`: what each picture showed, empty where there was none to look at.
    """

    camera: str
    path: Path
    is_there: bool = True
    error: str = ""
    made: datetime | None = None
    size: tuple[int, int] = (0, 0)
    wanted_size: tuple[int, int] | None = None
    zones: tuple[str, ...] = ()
    has_reference: bool = False
    tells_moves: bool = False
    reference_error: str = ""
    looks: tuple[Look, ...] = ()


def look_at_calibration(
    camera: CameraSettings, pictures: Sequence[Picture], others: Mapping[str, Reference]
) -> CalibrationFacts:
    """Read the files of a camera, and hold its pictures against them; `others`: references of the other cameras."""
    path = camera.calibration
    wanted = (camera.width_px, camera.height_px)
    wanted_size = None if wanted[0] is None or wanted[1] is None else (wanted[0], wanted[1])
    if not path.exists():
        return CalibrationFacts(camera.name, path, is_there=False)
    try:
        setup = load_setup(path)
    except CalibrationError as error:
        return CalibrationFacts(camera.name, path, error=str(error))
    reference, error_of_reference = _reference(path, setup)
    return CalibrationFacts(
        camera.name,
        path,
        made=_made(path),
        size=setup.calibration.image_size,
        wanted_size=wanted_size,
        zones=tuple(zone.name for zone in setup.zones),
        has_reference=reference is not None,
        tells_moves=reference is not None and reference.can_tell_moves,
        reference_error=error_of_reference,
        looks=tuple(_look(picture, setup, reference, others) for picture in pictures),
    )


def references_of(cameras: Sequence[CameraSettings]) -> dict[str, Reference]:
    """The references by camera, as far as they can be read: each camera is held against those of the others too."""
    found = {}
    for camera in cameras:
        with suppress(CalibrationError):
            reference = load_reference(reference_path(camera.calibration), load_setup(camera.calibration).calibration)
            if reference is not None:
                found[camera.name] = reference
    return found


def findings_of_calibration(facts: CalibrationFacts, now: datetime, config: Path) -> Iterator[Finding]:
    """What there is to say of a calibration; `config` is the configuration file, which the remedies name."""
    area = area_of(facts.camera)
    again = f"calibrate it: junanaho calibrate --config {config} --camera {facts.camera}"
    if not facts.is_there:
        yield stop(area, "calibration", f"{facts.path} is not there", again)
        return
    if facts.error:
        yield stop(area, "calibration", facts.error, again)
        return
    yield _file(area, facts, now, again)
    if not facts.zones:
        yield warning(area, "zones", f"{facts.path} names no zones, so nothing will be read", f"{again} --zones table")
    yield _view(area, facts, again)


def _file(area: str, facts: CalibrationFacts, now: datetime, again: str) -> Finding:
    size, wanted = "x".join(map(str, facts.size)), facts.wanted_size
    told: dict[str, object] = {"size": list(facts.size), "zones": list(facts.zones)}
    age = "" if facts.made is None else f", {_age(now - facts.made)}"
    if facts.made is not None:
        told["days"] = round((now - facts.made) / timedelta(days=1), 1)
    found = f"{facts.path} is of {size} pictures{age}"
    if wanted is not None and wanted != facts.size:
        found += f", and the configuration wants {'x'.join(map(str, wanted))}"
        return stop(area, "calibration", found, f"set width_px and height_px to {size}, or {again}", told)
    is_old = facts.made is not None and now - facts.made > timedelta(days=OLD_DAYS)
    if is_old and not facts.tells_moves:
        return warning(area, "calibration", f"{found}; nothing tells whether it still holds", again, told)
    return fine(area, "calibration", found, told)


def _view(area: str, facts: CalibrationFacts, again: str) -> Finding:
    """Whether the camera sees what it saw, by what most of its last pictures show."""
    if facts.reference_error:
        return stop(area, "view", *told_apart_at_end(facts.reference_error, again))
    if facts.looks:
        look = _most_told(facts.looks)
        if look.condition is not Condition.WELL:
            text = Speaker(Language.EN).text(f"camera.{look.condition}", look.facts)
            found, remedy = told_apart(text, again, ". ")
            level = Level.STOP if look.condition.is_blocking else Level.WARNING
            told = {"condition": look.condition.value, **look.facts}
            return Finding(area, "view", level, found, remedy[:1].lower() + remedy[1:].rstrip("."), told)
    if not facts.has_reference:
        return warning(area, "view", "there is no reference picture, so nobody notices when it is moved", again)
    if not facts.tells_moves:
        found = "the reference picture has too little in it to notice a moved camera by"
        return warning(area, "view", found, f"leave four printed markers on the table, and {again}")
    if not facts.looks:
        return fine(area, "view", "no picture was taken, so it was not held against the reference")
    return fine(area, "view", "it sees what it saw when it was calibrated", {"condition": Condition.WELL.value})


def told_apart_at_end(message: str, otherwise: str) -> tuple[str, str]:
    """As `told_apart`, for lines that name a file and a reason before the remedy."""
    found, _, remedy = message.rpartition(": ")
    return (found, remedy) if found else (message, otherwise)


def _most_told(looks: tuple[Look, ...]) -> Look:
    """The condition that most pictures show, of several the newest; with the facts of its newest picture."""
    newest = reversed(looks)
    conditions = [look.condition for look in looks]
    return max(newest, key=lambda look: conditions.count(look.condition))


def _look(picture: Picture, setup: CameraSetup, reference: Reference | None, others: Mapping[str, Reference]) -> Look:
    wrong = other_size(picture, setup.calibration) or faulty(picture)
    if wrong is not None or reference is None:
        return wrong or Look()
    return examine(picture, reference, setup.calibration, others)


def _reference(path: Path, setup: CameraSetup) -> tuple[Reference | None, str]:
    try:
        return load_reference(reference_path(path), setup.calibration), ""
    except CalibrationError as error:
        return None, str(error)


def _made(path: Path) -> datetime | None:
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError:
        return None


def _age(age: timedelta) -> str:
    if age < timedelta(0):
        return "dated in the future"
    return "made today" if age.days == 0 else f"{age.days} day{'' if age.days == 1 else 's'} old"
