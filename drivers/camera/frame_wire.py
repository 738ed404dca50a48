"""How frames travel from the simulator: messages of a JSON header and raw bytes over a Unix socket.

A message is the length of the header (4 bytes, big-endian), the header (JSON, UTF-8), and as many bytes as its key
`bytes` says (none if absent). Requests: `{"camera", "after", "timeout_s"}`, the newest frame with a number above
`after` within the time. Answers: `{"number", "width", "height", "bytes"}` and BGR pixels row by row;
`{"none": true}` if none came in time; `{"error": text}`, with a `fault` (see `fault`) where it has a code.
"""

import json
import socket
import struct
from typing import Any, Final, TypeAlias

from drivers.camera.errors import CameraError

Header: TypeAlias = dict[str, Any]

_LENGTH: Final = struct.Struct(">I")
_MAX_HEADER_BYTES: Final = 4_096
_MAX_BODY_BYTES: Final = 256 * 1024 * 1024


class WireError(CameraError):
    """The other side hung up or sent something else than messages."""


def send_message(connection: socket.socket, header: Header, body: memoryview | None = None) -> None:
    """Send one message; the length of the body is added to the header. Raises OSError."""
    full = {**header, "bytes": body.nbytes} if body is not None else header
    text = json.dumps(full).encode()
    connection.sendall(_LENGTH.pack(len(text)) + text)
    if body is not None:
        connection.sendall(body)


def receive_message(connection: socket.socket) -> tuple[Header, bytearray]:
    """Receive one message. Raises WireError, OSError (TimeoutError among them)."""
    (length,) = _LENGTH.unpack(_exactly(connection, _LENGTH.size))
    if length > _MAX_HEADER_BYTES:
        raise WireError(f"a header of {length} bytes is none: at most {_MAX_HEADER_BYTES} are read")
    try:
        header = json.loads(_exactly(connection, length))
    except ValueError as error:
        raise WireError("the header of a message is not JSON") from error
    size = header.get("bytes", 0) if isinstance(header, dict) else None
    if not isinstance(size, int) or not 0 <= size <= _MAX_BODY_BYTES:
        raise WireError("the header of a message does not say how many bytes follow")
    return header, _exactly(connection, size)


def _exactly(connection: socket.socket, count: int) -> bytearray:
    data = bytearray(count)
    rest = memoryview(data)
    while rest:
        received = connection.recv_into(rest)
        if not received:
            raise WireError("the connection ended within a message" if len(rest) < count else "the connection ended")
        rest = rest[received:]
    return data
