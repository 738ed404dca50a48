"""What a device can refuse, each as an error with its code, the facts of its text, and what to do."""

import os
import stat
from typing import Final

from drivers.camera.config import CameraConfig
from drivers.camera.errors import CameraError
from drivers.camera.fault import CameraFault
from drivers.link.port_holders import programs_on

_MOST_NAMED: Final = 3


def checked_path(config: CameraConfig) -> str:
    """The device behind the configured path. Raises CameraError, where OpenCV would only call it a failure."""
    name, where = config.name, config.where
    at = {"where": where}
    if not config.path.exists():
        text = f"camera {name}: {where} is not there: plug the camera in or correct its path"
        raise CameraError(text, CameraFault.MISSING, at)
    path = config.path.resolve()
    if not stat.S_ISCHR(path.stat().st_mode):
        text = f"camera {name}: {where} is no device: expected one such as /dev/video0"
        raise CameraError(text, CameraFault.NOT_A_CAMERA, at)
    if not os.access(path, os.R_OK | os.W_OK):
        text = f"camera {name}: no right to use {where}: add the user to the group 'video'"
        raise CameraError(text, CameraFault.FORBIDDEN, at)
    return str(path)


def busy(config: CameraConfig) -> CameraError:
    """Another program has it, which is named if it can be seen."""
    others = ", ".join(programs_on(config.where)[:_MOST_NAMED])
    text = f"camera {config.name}: {config.where} cannot be opened as a camera: "
    text += f"close {others}" if others else "in use by another program?"
    return CameraError(text, CameraFault.BUSY, {"where": config.where})


def other_size(config: CameraConfig, found: tuple[int, int], wanted: tuple[int, int]) -> CameraError:
    """It has not the size that was configured."""
    sizes = {"size": f"{found[0]}x{found[1]}", "expected": f"{wanted[0]}x{wanted[1]}"}
    text = f"camera {config.name}: {config.where} offers {sizes['size']} instead of {sizes['expected']}"
    return CameraError(f"{text}: configure a size that it has", CameraFault.OTHER_SIZE, sizes)


def no_room(config: CameraConfig, mode: str) -> CameraError:
    """The kernel's "No space left on device" when the stream starts, which is about USB and not about disks."""
    text = f"camera {config.name}: USB bandwidth: there is no room for {mode} at {config.where}, nor for a lower mode: "
    text += "plug it into another root port, or set pixels: mjpg and a lower size or rate"
    return CameraError(text, CameraFault.USB_BANDWIDTH, {"where": config.where, "mode": mode})


def no_frames(config: CameraConfig) -> CameraError:
    """It can be opened, and nothing comes."""
    text = f"camera {config.name}: {config.where} gives no frames: is it plugged in?"
    return CameraError(text, CameraFault.NO_FRAMES, {"where": config.where})
