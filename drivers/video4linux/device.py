"""A camera's node, opened to ask what it is, what it offers, and how it is set. Sets nothing.

Works beside a program that takes pictures from it: questions disturb nobody. Used by one thread; to be closed.
"""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final, Self

from drivers.video4linux import kernel
from drivers.video4linux.mode import Mode
from drivers.video4linux.setting import Setting, Settings

Ioctl = Callable[[int, int, Any], object]
"""As `fcntl.ioctl`: descriptor, number, structure, which is changed in place. Raises OSError."""

_MOST: Final = 64
"""Entries of one list: a driver that never says that a list is over must not keep anybody here."""
_EXPOSURE_BY_ITSELF: Final = (0, 3)  # automatic, and aperture priority, which is what webcams call automatic
_BY_ITSELF: Final = (1,)


class VideoDevice:
    """One node. Raises OSError if it cannot be opened."""

    def __init__(self, path: str, ioctl: Ioctl = fcntl.ioctl) -> None:
        self._ioctl = ioctl
        self._descriptor = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)

    def close(self) -> None:
        """Let it go."""
        os.close(self._descriptor)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def card(self) -> str | None:
        """The name that it gives itself, None for a node without pictures. Raises OSError if it is no camera."""
        found = kernel.Capability()
        self._ask(kernel.QUERY_CAPABILITY, found)
        whole = found.device_caps if found.capabilities & kernel.HAS_DEVICE_CAPS else found.capabilities
        return found.card.decode(errors="replace") if whole & kernel.CAPTURE else None

    def modes(self) -> tuple[Mode, ...]:
        """Everything that it offers, in its own order."""
        return tuple(
            Mode(_letters(pixels), smallest, largest, tuple(self._rates(pixels, largest)))
            for pixels in self._formats()
            for smallest, largest in self._sizes(pixels)
        )

    def format(self) -> tuple[str, int, int]:
        """The format that it is set to: letters, width, height. Raises OSError."""
        found = kernel.Format(type=kernel.CAPTURE)
        self._ask(kernel.GET_FORMAT, found)
        width, height, pixels = found.picture[:3]
        return _letters(pixels), width, height

    def settings(self) -> Settings:
        """Focus, exposure and white balance as they are now."""
        return Settings(
            self._setting(kernel.FOCUS_AUTO, kernel.FOCUS_ABSOLUTE, _BY_ITSELF),
            self._setting(kernel.EXPOSURE_AUTO, kernel.EXPOSURE_ABSOLUTE, _EXPOSURE_BY_ITSELF),
            self._setting(kernel.AUTO_WHITE_BALANCE, kernel.WHITE_BALANCE_TEMPERATURE, _BY_ITSELF),
            self._value(kernel.EXPOSURE_AUTO_PRIORITY) == 1,
        )

    def _ask(self, number: int, structure: Any) -> None:
        self._ioctl(self._descriptor, number, structure)

    def _formats(self) -> Iterator[int]:
        with suppress(OSError):  # EINVAL ends every list
            for index in range(_MOST):
                found = kernel.FormatDescription(index=index, type=kernel.CAPTURE)
                self._ask(kernel.ENUM_FORMATS, found)
                yield found.pixel_format

    def _sizes(self, pixels: int) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        with suppress(OSError):
            for index in range(_MOST):
                found = kernel.FrameSize(index=index, pixel_format=pixels)
                self._ask(kernel.ENUM_SIZES, found)
                if found.type != kernel.DISCRETE:
                    least_w, most_w, _, least_h, most_h, _ = found.numbers
                    yield (least_w, least_h), (most_w, most_h)
                    return
                width, height = found.numbers[:2]
                yield (width, height), (width, height)

    def _rates(self, pixels: int, size: tuple[int, int]) -> Iterator[float]:
        with suppress(OSError):
            for index in range(_MOST):
                found = kernel.FrameInterval(index=index, pixel_format=pixels, width=size[0], height=size[1])
                self._ask(kernel.ENUM_INTERVALS, found)
                parts = found.numbers[:2] if found.type == kernel.DISCRETE else found.numbers[:4]
                yield from (_rate(over, under) for over, under in zip(parts[::2], parts[1::2], strict=True))
                if found.type != kernel.DISCRETE:
                    return

    def _setting(self, switch: int, value: int, by_itself: tuple[int, ...]) -> Setting | None:
        mode, found = self._value(switch), self._value(value)
        return None if mode is None and found is None else Setting(mode in by_itself, found)

    def _value(self, control: int) -> int | None:
        """A control read back; None where the camera has it not."""
        described, found = kernel.ControlDescription(id=control), kernel.ControlValue(id=control)
        try:
            self._ask(kernel.QUERY_CONTROL, described)
            if described.flags & kernel.DISABLED:
                return None
            self._ask(kernel.GET_CONTROL, found)
        except OSError:
            return None
        return found.value


def _letters(pixels: int) -> str:
    return pixels.to_bytes(4, "little").decode("latin-1").strip()


def _rate(seconds_over: int, seconds_under: int) -> float:
    """Frames a second of an interval given as a fraction of seconds."""
    return round(seconds_under / seconds_over, 2) if seconds_over else 0.0
