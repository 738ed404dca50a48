"""What a camera's worker and whoever started it tell each other beside frames, as JSON (see `frame_wire`)."""

from collections.abc import Sequence
from dataclasses import asdict

from drivers.camera.config import CameraConfig, PixelFormat, SourceKind
from drivers.camera.controls import CameraControls
from drivers.camera.errors import CameraEndedError, CameraError
from drivers.camera.fault import CameraFault, Notice
from drivers.camera.frame_wire import Header


def config_message(config: CameraConfig) -> Header:
    """Which camera to open, and how: the first message."""
    return dict(asdict(config))


def config_of(message: Header) -> CameraConfig:
    """The configuration that `config_message` wrote."""
    values = dict(message)
    values.update(
        kind=SourceKind(values["kind"]),
        pixels=PixelFormat(values["pixels"]),
        controls=CameraControls(**values["controls"]),
    )
    return CameraConfig(**values)


def greeting_message(notices: Sequence[Notice]) -> Header:
    """The camera is open; what is not as it was asked for."""
    return {"notices": [_plain(notice) for notice in notices]}


def notices_of(message: Header) -> tuple[Notice, ...]:
    """The notices of a greeting. Raises CameraError if the message is a refusal."""
    raise_refusal(message)
    return tuple(_notice(plain) for plain in message["notices"])


def refusal_message(error: CameraError) -> Header:
    """There are no pictures, or no more."""
    return {"error": str(error), "notice": _plain(error.notice)}


def raise_refusal(message: Header) -> None:
    """Raise the CameraError of a refusal; any other message is let pass."""
    if "error" not in message:
        return
    notice = _notice(message["notice"])
    if notice.fault is CameraFault.OVER:
        raise CameraEndedError(str(message["error"]))
    raise CameraError(str(message["error"]), notice.fault, notice.facts)


def _plain(notice: Notice) -> list[object]:
    return [notice.fault.value, dict(notice.facts)]


def _notice(plain: Sequence[object]) -> Notice:
    fault, facts = plain
    return Notice(CameraFault(str(fault)), dict(facts) if isinstance(facts, dict) else {})
