"""A webcam as its driver answers the kernel's calls: tables in, structures filled in, and the errors of real ones."""

import errno
from dataclasses import dataclass, field
from typing import Any

from drivers.video4linux import kernel

MJPG, YUYV = (int.from_bytes(letters, "little") for letters in (b"MJPG", b"YUYV"))
CAPTURES, ONLY_FACTS = 0x8420_0001, 0x84A0_0000


@dataclass
class Webcam:
    """Answers as `fcntl.ioctl` would."""

    card: bytes = b"HD Webcam"
    node: int = 1  # 1: pictures, 0: the second node of a webcam, which tells only facts of them
    formats: dict[int, dict[tuple[int, int], list[tuple[int, int]]]] = field(
        default_factory=lambda: {
            MJPG: {(1920, 1080): [(1, 30), (1, 15)], (1280, 720): [(1, 60)]},
            YUYV: {(1920, 1080): [(1, 5)]},
        }
    )
    controls: dict[int, int] = field(default_factory=dict)
    disabled: tuple[int, ...] = ()
    set_to: tuple[int, int, int] = (640, 480, YUYV)

    def ioctl(self, descriptor: int, number: int, asked: Any) -> int:
        assert descriptor >= 0
        names = {kernel.__dict__[name]: name for name in CALLS}
        getattr(self, names[number].lower())(asked)
        return 0

    def query_capability(self, asked: Any) -> None:
        asked.card, asked.capabilities = self.card, kernel.HAS_DEVICE_CAPS | CAPTURES
        asked.device_caps = CAPTURES if self.node else ONLY_FACTS

    def enum_formats(self, asked: Any) -> None:
        asked.pixel_format = _entry(list(self.formats), asked.index)

    def enum_sizes(self, asked: Any) -> None:
        size = _entry(list(self.formats[asked.pixel_format]), asked.index)
        asked.type, asked.numbers[:2] = kernel.DISCRETE, size

    def enum_intervals(self, asked: Any) -> None:
        over, under = _entry(self.formats[asked.pixel_format][asked.width, asked.height], asked.index)
        asked.type, asked.numbers[:2] = kernel.DISCRETE, (over, under)

    def get_format(self, asked: Any) -> None:
        asked.picture[:3] = self.set_to

    def query_control(self, asked: Any) -> None:
        if asked.id not in self.controls:
            raise OSError(errno.EINVAL, "no such control")
        asked.flags = kernel.DISABLED if asked.id in self.disabled else 0

    def get_control(self, asked: Any) -> None:
        asked.value = self.controls[asked.id]


CALLS = [name.upper() for name, call in vars(Webcam).items() if callable(call) and name.upper() in vars(kernel)]


def _entry(entries: list[Any], index: int) -> Any:
    if index >= len(entries):
        raise OSError(errno.EINVAL, "the list is over")
    return entries[index]
