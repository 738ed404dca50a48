"""What there is to say of a camera: its name, who may use it, what it offers, whether pictures come, how it is set.

Pure: `camera_device` and `camera_streams` look.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from drivers.camera import CameraFault, Notice, SourceKind
from drivers.device_node import permission_remedy
from drivers.video4linux import Mode, Setting, Settings
from referee.daemon.doctor.camera_facts import CameraFacts, DeviceFacts, StreamFacts
from referee.daemon.doctor.finding import Finding, fine, stop, told_apart, warning
from referee.daemon.doctor.running import is_junanaho

AREA: Final = "camera"
"""Followed by the camera's name."""
SLOW: Final = 0.8
"""Of the wanted rate: below that it is told."""
LEAST_FPS: Final = 5.0
"""With fewer, a discard is told late."""

_OPEN_TO_GROUP: Final = "make its group 'video' and its mode 0660 by a udev rule, and plug it in anew"
_ROOM: Final = "plug the camera into another root port, or set pixels: mjpg, a lower size or a lower fps"
_MOST_SIZES: Final = 8


def area_of(name: str) -> str:
    """How findings of a camera are headed."""
    return f"{AREA} {name}"


def findings_of_camera(facts: CameraFacts, *, daemon_runs: bool) -> Iterator[Finding]:
    """What there is to say of a camera; `daemon_runs`: a junanaho does, which may have it."""
    area = area_of(facts.config.name)
    device, stream = facts.device, facts.stream
    if device is not None:
        yield _name(area, facts, device)
        if device.node is None:
            return
        yield _access(area, facts, device)
        yield from _offers(area, facts, device)
    if stream is None or (stream.fault is CameraFault.BUSY and daemon_runs):
        holder = next((str(program) for program in device.holders if is_junanaho(program)), "") if device else ""
        found = f"a running junanaho{f', {holder},' if holder else ''} has it, so no picture was taken: see its pages"
        yield fine(area, "pictures", found)
        return
    yield from _pictures(area, facts, stream)
    if stream.settings is not None:
        yield from _settings(area, facts, stream.settings)


def _name(area: str, facts: CameraFacts, device: DeviceFacts) -> Finding:
    where = facts.config.where
    if device.node is None:
        return stop(area, "path", f"{where} is not there", "plug the camera in, or correct 'where'")
    if not device.node.is_device:
        return stop(area, "path", f"{where} is no device ({device.node})", "set 'where' to one such as /dev/video0")
    if device.renamed:
        found = f"{where} may be another camera after the next plugging in"
        better = device.stable[0] if device.stable else "its name under /dev/v4l/by-path"
        return warning(area, "path", found, f"set 'where' to {better}", {"stable_names": list(device.stable)})
    return fine(area, "path", f"{where} is a stable name")


def _access(area: str, facts: CameraFacts, device: DeviceFacts) -> Finding:
    caller, node, where = device.caller, device.node, facts.config.where
    if not device.may_open and node is not None:
        found = f"the user {caller.user} (groups {', '.join(caller.groups)}) may not open {where} ({node})"
        return stop(area, "access", found, permission_remedy(node, caller, _OPEN_TO_GROUP))
    asked_as_root = "; you are root, so ask again as the service's user" if caller.is_root else ""
    return fine(area, "access", f"the user {caller.user} may open {where} ({node}){asked_as_root}")


def _offers(area: str, facts: CameraFacts, device: DeviceFacts) -> Iterator[Finding]:
    """What kind of camera it is, and whether it offers what is wanted; nothing where it could not be asked."""
    if not device.may_open or device.node is None or not device.node.is_device:
        return
    where = facts.config.where
    if device.question:
        found = f"{where} does not say what it is ({device.question})"
        yield stop(area, "modes", found, "set 'where' to a camera, such as /dev/video0")
    elif device.card is None:
        found = f"{where} delivers no pictures: cameras have a second node that does not"
        yield stop(area, "modes", found, "set 'where' to the camera's first node, whose name ends with index0")
    else:
        yield _modes(area, facts, device)


def _modes(area: str, facts: CameraFacts, device: DeviceFacts) -> Finding:
    config, modes = facts.config, device.modes
    told = {"card": device.card, "modes": [_mode_fields(mode) for mode in modes]}
    listed = "; ".join(str(mode) for mode in _largest(modes)) or "nothing that it lists"
    found = f"{device.card} offers {listed}"
    width, height = config.width_px, config.height_px
    if not modes or width is None or height is None:
        return fine(area, "modes", found, told)
    fitting = [mode for mode in modes if mode.has_size(width, height)]
    if not fitting:
        found = f"{device.card} has no {width}x{height}; it offers {listed}"
        return stop(area, "modes", found, "set width_px and height_px to a size that it has, and calibrate again", told)
    fastest = max((rate for mode in fitting for rate in mode.fps), default=None)
    if config.fps is not None and fastest is not None and fastest < config.fps:
        found = f"{device.card} has {width}x{height} at {fastest:g} frames a second at most, not at {config.fps:g}"
        return warning(area, "modes", found, f"set fps to {fastest:g}, or a lower size", told)
    letters = config.pixels.value.upper()
    if all(mode.letters != letters for mode in fitting):
        found = f"{device.card} has {width}x{height} only as {', '.join(mode.letters for mode in fitting)}"
        return warning(area, "modes", found, "set pixels, or a size, to what it has", told)
    return fine(area, "modes", found, told)


def _pictures(area: str, facts: CameraFacts, stream: StreamFacts) -> Iterator[Finding]:
    if stream.failure:
        message = stream.failure.removeprefix(f"camera {facts.config.name}: ")
        if stream.fault is CameraFault.USB_BANDWIDTH:
            message = f"{message.partition(': ')[2] or message}"  # it begins with what it is about
            found, remedy = told_apart(message, _ROOM)
            yield stop(area, "pictures", f"USB bandwidth (not the disk) is used up: {found}", remedy)
            return
        yield stop(area, "pictures", *told_apart(message, _correct(facts)), {"fault": str(stream.fault or "")})
        return
    yield from (_notice(area, notice) for notice in stream.notices)
    yield _rate(area, facts, stream)


def _notice(area: str, notice: Notice) -> Finding:
    told: Mapping[str, object] = dict(notice.facts)
    if notice.fault is CameraFault.REDUCED:
        found = f"USB has no room for {told.get('wanted', '')}, so pictures come as {told.get('mode', '')}, enlarged"
        return warning(area, "USB bandwidth", found, _ROOM, told)
    if notice.fault is CameraFault.CONTROLS:
        found = f"it does not keep what it is set to: {told.get('controls', '')} (wanted → read back)"
        return warning(area, "controls", found, "set values that 'v4l2-ctl --list-ctrls' allows", told)
    return warning(area, str(notice.fault), f"{notice.fault} {dict(told)}", "see docs/doctor.md", told)


def _rate(area: str, facts: CameraFacts, stream: StreamFacts) -> Finding:
    config, fps = facts.config, stream.fps
    size = "x".join(map(str, stream.size)) if stream.size else "no size"
    told = {"frames": stream.frames, "fps": fps, "size": list(stream.size or ()), "format": stream.letters}
    said = f"{size}{f' as {stream.letters}' if stream.letters else ''}"
    if not config.is_live:
        end = "; it was read to its end" if stream.ended else ""
        return fine(area, "pictures", f"{said}, from a {config.kind.value}{end}", told)
    if fps is None:
        found = f"{said}, but no second picture came within a second"
        return stop(area, "pictures", found, _faster(facts, stream), told)
    found = f"{said}, {fps:g} frames a second measured"
    wanted = config.fps
    if config.kind is SourceKind.DEVICE and wanted is not None and fps < SLOW * wanted:
        return warning(area, "pictures", f"{found} instead of {wanted:g}", _faster(facts, stream), told)
    if fps < LEAST_FPS:
        return warning(area, "pictures", f"{found}, so a discard is told late", _faster(facts, stream), told)
    return fine(area, "pictures", found, told)


def _faster(facts: CameraFacts, stream: StreamFacts) -> str:
    settings = stream.settings
    if settings is not None and settings.slows_in_the_dark and settings.exposure and settings.exposure.automatic:
        return "give it more light or a fixed exposure: in the dark its automatic exposure takes longer than a frame"
    if stream.letters and stream.letters != "MJPG":
        return "set pixels: mjpg, since uncompressed pictures come slowly through USB"
    if facts.config.kind is SourceKind.DEVICE:
        return "give it more light, or plug it into a USB port of its own"
    return "look whether the machine that sends the pictures keeps up"


def _settings(area: str, facts: CameraFacts, settings: Settings) -> Iterator[Finding]:
    yield _by_hand(area, "focus", settings.focus, "the lens is turned by hand, or does not move")
    yield _exposure(area, settings.exposure)
    yield _by_hand(area, "white balance", settings.white_balance, "it cannot be set")


def _by_hand(area: str, what: str, setting: Setting | None, otherwise: str) -> Finding:
    if setting is None:
        return fine(area, what, otherwise)
    told = {"automatic": setting.automatic, "value": setting.value}
    at = "" if setting.value is None else f" at {setting.value}"
    if not setting.automatic:
        return fine(area, what, f"fixed{at}", told)
    key = what.replace(" ", "_")
    found = f"automatic{at}, so it changes when a hand is above the table"
    value = setting.value if setting.value is not None else "N"
    return warning(area, what, found, f"set controls: {{{key}: {value}}} for this camera", told)


def _exposure(area: str, setting: Setting | None) -> Finding:
    if setting is None:
        return fine(area, "exposure", "it cannot be set")
    told = {"automatic": setting.automatic, "value": setting.value}
    at = "" if setting.value is None else f" at {setting.value}"
    return fine(area, "exposure", f"{'automatic' if setting.automatic else 'fixed'}{at}", told)


def _largest(modes: tuple[Mode, ...]) -> list[Mode]:
    """Some modes for people: the largest sizes."""
    return sorted(modes, key=lambda mode: -mode.largest[0] * mode.largest[1])[:_MOST_SIZES]


def _mode_fields(mode: Mode) -> dict[str, object]:
    return {
        "format": mode.letters,
        "smallest": list(mode.smallest),
        "largest": list(mode.largest),
        "fps": list(mode.fps),
    }


def _correct(facts: CameraFacts) -> str:
    match facts.config.kind:
        case SourceKind.FOLDER | SourceKind.VIDEO:
            return "correct 'where'"
        case SourceKind.SIMULATED:
            return "start the simulator, or correct 'where'"
        case _:
            return "plug the camera in anew, or correct 'where'"
