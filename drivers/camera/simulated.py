"""A camera of the simulator: frames over its socket, asked for one at a time."""

import socket
from typing import Final

import numpy as np

from drivers.camera.config import CameraConfig
from drivers.camera.errors import CameraError
from drivers.camera.fault import CameraFault, Notice
from drivers.camera.frame import Clock, Frame
from drivers.camera.frame_wire import Header, receive_message, send_message

_RENDER_TIME_S: Final = 5.0  # what the simulator may take on top of the time it was asked to wait


class SimulatedSource:
    """The newest frame of one simulated camera; the simulator renders nothing unless it is asked."""

    notices: tuple[Notice, ...] = ()

    def __init__(self, config: CameraConfig, clock_ms: Clock) -> None:
        self._config = config
        self._clock_ms = clock_ms
        self._number = 0
        self._connection: socket.socket | None = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._connection.settimeout(_RENDER_TIME_S)
            self._connection.connect(config.where)
        except OSError as error:
            self.close()
            raise CameraError(f"camera {config.name}: no simulator at {config.where} ({error}): start it") from error

    def read(self, timeout_s: float) -> Frame | None:
        """The newest frame that was not read before. Raises CameraError when the simulator has gone."""
        if self._connection is None:
            raise CameraError(f"camera {self._config.name} has been closed")
        self._connection.settimeout(timeout_s + _RENDER_TIME_S)
        request = {"camera": self._config.name, "after": self._number, "timeout_s": timeout_s}
        try:
            send_message(self._connection, request)
            header, body = receive_message(self._connection)
        except (OSError, CameraError) as error:
            self.close()
            raise CameraError(f"camera {self._config.name}: lost the simulator at {self._config.where}") from error
        if "error" in header:
            fault = CameraFault(header.get("fault", CameraFault.UNREADABLE))
            raise CameraError(f"camera {self._config.name}: {header['error']}", fault, {"where": self._config.where})
        return None if header.get("none") else self._frame(header, body)

    def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _frame(self, header: Header, body: bytearray) -> Frame:
        try:
            shape = (int(header["height"]), int(header["width"]), 3)
            number = int(header["number"])
            image = np.frombuffer(body, np.uint8).reshape(shape)
        except (KeyError, TypeError, ValueError) as error:
            raise CameraError(f"camera {self._config.name}: the simulator sent no whole frame") from error
        self._number = number
        return Frame(self._config.name, number, self._clock_ms(), image)
