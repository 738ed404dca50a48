"""The structures and call numbers of Video4Linux that are used here, as <linux/videodev2.h> has them.

Sizes and alignment are those of the machine that this runs on. Numbers are built as all architectures do it but MIPS,
PowerPC, Alpha and SPARC.
"""

import ctypes
from typing import Final

CAPTURE: Final = 1
"""The buffer type, and the capability, of a node that delivers pictures."""
HAS_DEVICE_CAPS: Final = 0x8000_0000
DISCRETE: Final = 1
"""Sizes or intervals that are listed one by one; others are ranges."""
DISABLED: Final = 1

AUTO_WHITE_BALANCE: Final = 0x0098_090C
WHITE_BALANCE_TEMPERATURE: Final = 0x0098_091A
EXPOSURE_AUTO: Final = 0x009A_0901
EXPOSURE_ABSOLUTE: Final = 0x009A_0902
EXPOSURE_AUTO_PRIORITY: Final = 0x009A_0903
FOCUS_ABSOLUTE: Final = 0x009A_090A
FOCUS_AUTO: Final = 0x009A_090C


class Capability(ctypes.Structure):
    """`struct v4l2_capability`."""

    card: bytes
    capabilities: int
    device_caps: int
    _fields_ = [
        ("driver", ctypes.c_char * 16),
        ("card", ctypes.c_char * 32),
        ("bus_info", ctypes.c_char * 32),
        ("version", ctypes.c_uint32),
        ("capabilities", ctypes.c_uint32),
        ("device_caps", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32 * 3),
    ]


class FormatDescription(ctypes.Structure):
    """`struct v4l2_fmtdesc`."""

    pixel_format: int
    _fields_ = [
        ("index", ctypes.c_uint32),
        ("type", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
        ("description", ctypes.c_char * 32),
        ("pixel_format", ctypes.c_uint32),
        ("mbus_code", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32 * 3),
    ]


class FrameSize(ctypes.Structure):
    """`struct v4l2_frmsizeenum`; `numbers` are width and height, or least, most and step of each."""

    type: int
    numbers: "ctypes.Array[ctypes.c_uint32]"
    _fields_ = [
        ("index", ctypes.c_uint32),
        ("pixel_format", ctypes.c_uint32),
        ("type", ctypes.c_uint32),
        ("numbers", ctypes.c_uint32 * 6),
        ("reserved", ctypes.c_uint32 * 2),
    ]


class FrameInterval(ctypes.Structure):
    """`struct v4l2_frmivalenum`; `numbers` are seconds as a fraction, or shortest, longest and step as fractions."""

    type: int
    numbers: "ctypes.Array[ctypes.c_uint32]"
    _fields_ = [
        ("index", ctypes.c_uint32),
        ("pixel_format", ctypes.c_uint32),
        ("width", ctypes.c_uint32),
        ("height", ctypes.c_uint32),
        ("type", ctypes.c_uint32),
        ("numbers", ctypes.c_uint32 * 6),
        ("reserved", ctypes.c_uint32 * 2),
    ]


class _AnyFormat(ctypes.Union):
    """The union of `struct v4l2_format`: a picture's format begins with width, height and pixel format."""

    _fields_ = [
        ("picture", ctypes.c_uint32 * 12),
        ("raw", ctypes.c_uint8 * 200),
        ("aligned", ctypes.c_void_p),
    ]


class Format(ctypes.Structure):
    """`struct v4l2_format`."""

    type: int
    picture: "ctypes.Array[ctypes.c_uint32]"
    _anonymous_ = ("any",)
    _fields_ = [("type", ctypes.c_uint32), ("any", _AnyFormat)]


class ControlDescription(ctypes.Structure):
    """`struct v4l2_queryctrl`."""

    flags: int
    _fields_ = [
        ("id", ctypes.c_uint32),
        ("type", ctypes.c_uint32),
        ("name", ctypes.c_char * 32),
        ("minimum", ctypes.c_int32),
        ("maximum", ctypes.c_int32),
        ("step", ctypes.c_int32),
        ("default_value", ctypes.c_int32),
        ("flags", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32 * 2),
    ]


class ControlValue(ctypes.Structure):
    """`struct v4l2_control`."""

    value: int
    _fields_ = [("id", ctypes.c_uint32), ("value", ctypes.c_int32)]


def _number(direction: int, which: int, argument: type[ctypes.Structure]) -> int:
    return direction << 30 | ctypes.sizeof(argument) << 16 | ord("V") << 8 | which


_READ: Final = 2
_BOTH: Final = 3

QUERY_CAPABILITY: Final = _number(_READ, 0, Capability)
ENUM_FORMATS: Final = _number(_BOTH, 2, FormatDescription)
GET_FORMAT: Final = _number(_BOTH, 4, Format)
GET_CONTROL: Final = _number(_BOTH, 27, ControlValue)
QUERY_CONTROL: Final = _number(_BOTH, 36, ControlDescription)
ENUM_SIZES: Final = _number(_BOTH, 74, FrameSize)
ENUM_INTERVALS: Final = _number(_BOTH, 75, FrameInterval)
