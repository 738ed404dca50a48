"""The whole examination: every area in turn, what is configured and what is there, findings as they are made.

The only module here that knows all areas. It moves nothing, and asks nobody whom a running daemon has for itself.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from drivers.camera import SourceKind, open_source
from referee.daemon.camera_settings import CameraSettings
from referee.daemon.configuration import Configuration, ConfigurationError, ManualTableSettings, load_configuration
from referee.daemon.doctor.calibration import findings_of_calibration, look_at_calibration, references_of
from referee.daemon.doctor.camera_device import look_at_device
from referee.daemon.doctor.camera_facts import CameraFacts, DeviceFacts
from referee.daemon.doctor.camera_streams import read_all
from referee.daemon.doctor.cameras import findings_of_camera
from referee.daemon.doctor.clock import findings_of_clock, look_at_clock
from referee.daemon.doctor.disk import findings_of_disk, look_at_disk
from referee.daemon.doctor.finding import Finding, fine
from referee.daemon.doctor.fonts import findings_of_fonts, look_at_fonts
from referee.daemon.doctor.line import findings_of_line, look_at_line
from referee.daemon.doctor.models import findings_of_models, look_at_models, try_models
from referee.daemon.doctor.rules import findings_of_rules, look_at_rules
from referee.daemon.doctor.running import has_owner, is_junanaho
from referee.daemon.doctor.settings_file import findings_of_file, look_at_file
from referee.daemon.doctor.versions import findings_of_firmware, findings_of_versions, look_at_versions
from referee.daemon.folders import default_captured

_NO_FILE: Final = "no file was named: the shipped values are looked at, and no table and no cameras"


def examine(path: Path | None) -> Iterator[Finding]:
    """Examine what a configuration file names; without one, what every start of the program needs.

    Raises nothing for a file that is wrong: that is a finding, and what does not depend on it is examined all the same.
    """
    configuration = Configuration()
    if path is None:
        yield fine("configuration", "file", _NO_FILE)
    else:
        read = _read(path)
        configuration = read or configuration
        yield from findings_of_file(path, look_at_file(path), is_usable=read is not None)
    store = configuration.journal()
    answered = yield from _table(configuration)
    yield from _cameras(configuration.cameras, path or Path("FILE"), daemon_runs=has_owner(store))
    yield from _models(configuration)
    yield from findings_of_rules(look_at_rules(configuration.rules))
    capture = configuration.capture
    yield from findings_of_disk(
        look_at_disk(store, (capture.folder or default_captured()) if capture.enabled else None)
    )
    yield from findings_of_clock(look_at_clock(store))
    yield from findings_of_fonts(look_at_fonts())
    yield from findings_of_versions(look_at_versions())
    yield from findings_of_firmware(answered)


def _read(path: Path) -> Configuration | None:
    with suppress(ConfigurationError):
        return load_configuration(path)
    return None


def _table(configuration: Configuration) -> Generator[Finding, None, dict[str, object]]:
    """Tells the line's findings, and returns the facts of the board that answered."""
    settings = configuration.table
    if isinstance(settings, ManualTableSettings):
        yield fine("table", "table", "nothing is connected that this command looks into: people say what happens")
        return {}
    answered: dict[str, object] = {}
    for finding in findings_of_line(look_at_line(settings)):
        answered |= finding.facts if finding.what == "answer" else {}
        yield finding
    return answered


def _cameras(cameras: Sequence[CameraSettings], config: Path, *, daemon_runs: bool) -> Iterator[Finding]:
    if not cameras:
        yield fine("cameras", "cameras", "none is configured: the operator enters the tiles")
        return
    configs = {camera.name: camera.camera() for camera in cameras}
    devices = {name: look_at_device(each) for name, each in configs.items() if each.kind is SourceKind.DEVICE}
    free = [each for name, each in configs.items() if _is_free(devices.get(name))]
    streamed = read_all(free, open_source)
    references, now = references_of(cameras), datetime.now(UTC)
    for camera in cameras:
        name = camera.name
        own = streamed.get(name)
        facts = CameraFacts(configs[name], devices.get(name), own.facts if own else None)
        yield from findings_of_camera(facts, daemon_runs=daemon_runs)
        others = {other: reference for other, reference in references.items() if other != name}
        calibration = look_at_calibration(camera, own.pictures if own else (), others)
        yield from findings_of_calibration(calibration, now, config)


def _is_free(device: DeviceFacts | None) -> bool:
    """Whether a camera may be opened: it is no device, or no running daemon of ours has it."""
    return device is None or not any(is_junanaho(program) for program in device.holders)


def _models(configuration: Configuration) -> Iterator[Finding]:
    settings = configuration.recognition
    models = look_at_models(settings)
    usable = not any(model.error for model in models)
    yield from findings_of_models(models, try_models(settings) if usable else None)
