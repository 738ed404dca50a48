"""Why a camera's stream does not start, asked of the kernel: OpenCV only says that no frame came.

The same three requests that OpenCV makes, in the format that it has left the device in. Linux only; blocks no longer
than the driver does.
"""

import fcntl
import os
import struct
from typing import Final

_REQUEST_BUFFERS: Final = 0xC0145608  # VIDIOC_REQBUFS: struct v4l2_requestbuffers, 20 bytes
_STREAM_ON: Final = 0x40045612  # VIDIOC_STREAMON
_STREAM_OFF: Final = 0x40045613  # VIDIOC_STREAMOFF
_VIDEO_CAPTURE: Final = 1  # V4L2_BUF_TYPE_VIDEO_CAPTURE
_MAPPED: Final = 1  # V4L2_MEMORY_MMAP
_BUFFERS: Final = 2


def stream_errno(path: str) -> int:
    """The error number with which the device refuses to stream: ENOSPC without USB bandwidth, 0 if it does stream."""
    try:
        device = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    except OSError as error:
        return error.errno or 0
    kind = struct.pack("i", _VIDEO_CAPTURE)
    try:
        fcntl.ioctl(device, _REQUEST_BUFFERS, bytearray(_requested(_BUFFERS)))
        fcntl.ioctl(device, _STREAM_ON, kind)
        fcntl.ioctl(device, _STREAM_OFF, kind)
    except OSError as error:
        return error.errno or 0
    finally:
        os.close(device)  # gives the buffers back as well
    return 0


def _requested(buffers: int) -> bytes:
    return struct.pack("4I4x", buffers, _VIDEO_CAPTURE, _MAPPED, 0)
