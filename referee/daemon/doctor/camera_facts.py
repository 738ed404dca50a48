"""What is seen of one camera before it is judged: its device, what it offers, and a second of it. Plain values."""

from dataclasses import dataclass, field

from drivers.camera import CameraConfig, CameraFault, Notice
from drivers.device_node import Caller, DeviceNode
from drivers.link.port_holders import Program
from drivers.video4linux import Mode, Settings


@dataclass(frozen=True, slots=True)
class StreamFacts:
    """One camera, opened and read while all others were read too.

    `failure`: the line that says why there are no pictures, with `fault` as its code. `frames` within `seconds`, as the
    camera counted them; `letters` the format in which they came, empty where nobody knows. `ended`: a folder or a film
    was read to its end.
    """

    failure: str = ""
    fault: CameraFault | None = None
    notices: tuple[Notice, ...] = ()
    frames: int = 0
    seconds: float = 0.0
    size: tuple[int, int] | None = None
    letters: str = ""
    settings: Settings | None = None
    ended: bool = False

    @property
    def fps(self) -> float | None:
        """Frames a second; None where too few came to tell."""
        return None if self.frames < 2 or self.seconds <= 0 else round((self.frames - 1) / self.seconds, 1)


@dataclass(frozen=True, slots=True)
class DeviceFacts:
    """A camera of this machine. `card`: the name that it gives itself, None for a node without pictures.

    `question`: why it could not be asked what it is, empty if it could. `stable`: other names of it, which stay.
    """

    node: DeviceNode | None
    caller: Caller
    may_open: bool = False
    renamed: bool = False
    stable: tuple[str, ...] = ()
    holders: tuple[Program, ...] = ()
    card: str | None = None
    question: str = ""
    modes: tuple[Mode, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class CameraFacts:
    """A configured camera. `stream` is None where it was not read: a running daemon has it."""

    config: CameraConfig
    device: DeviceFacts | None = None
    stream: StreamFacts | None = None
