"""The field types of messages: how a number, a flag or a text lies in a payload. Pure.

Numbers are unsigned, big end first. A message declares its fields as `Annotated[int, Whole(2)]`, under the short names
below, so that its type says both what Python holds and what the line carries.
"""

from dataclasses import dataclass
from typing import Annotated, Protocol, TypeAlias

from drivers.link.errors import MessageError


class FieldType(Protocol):
    """One way of writing a value into a payload."""

    @property
    def label(self) -> str:
        """The name used in PROTOCOL.md."""

    def write(self, value: object) -> bytes:
        """The bytes of a value. Raises MessageError if it does not fit."""

    def read(self, data: bytes, offset: int) -> tuple[object, int]:
        """The value at `offset` and the offset after it. Raises MessageError if the bytes end too early."""


@dataclass(frozen=True, slots=True)
class Whole:
    """An unsigned number of `size` bytes."""

    size: int

    @property
    def label(self) -> str:
        """`u8`, `u16` or `u32`."""
        return f"u{8 * self.size}"

    def write(self, value: object) -> bytes:
        """Big end first."""
        if not isinstance(value, int) or not 0 <= value < 1 << (8 * self.size):
            raise MessageError(f"{value!r} does not fit a field of type {self.label}")
        return value.to_bytes(self.size, "big")

    def read(self, data: bytes, offset: int) -> tuple[object, int]:
        """Big end first."""
        return int.from_bytes(_piece(data, offset, self.size), "big"), offset + self.size


@dataclass(frozen=True, slots=True)
class Flag:
    """A yes or no in one byte: 0 or 1, nothing else."""

    @property
    def label(self) -> str:
        """`flag`."""
        return "flag"

    def write(self, value: object) -> bytes:
        """0 or 1."""
        return b"\x01" if value else b"\x00"

    def read(self, data: bytes, offset: int) -> tuple[object, int]:
        """Another byte than 0 or 1 is damage."""
        byte = _piece(data, offset, 1)[0]
        if byte > 1:
            raise MessageError(f"{byte:#04x} is no flag: expected 0 or 1")
        return bool(byte), offset + 1


@dataclass(frozen=True, slots=True)
class FourWhole:
    """Four u8 in a row, one for each side of the table."""

    @property
    def label(self) -> str:
        """`u8[4]`."""
        return "u8[4]"

    def write(self, value: object) -> bytes:
        """Side 0 first."""
        if not isinstance(value, tuple) or len(value) != 4:
            raise MessageError(f"{value!r} is no group of four numbers")
        return b"".join(Whole(1).write(item) for item in value)

    def read(self, data: bytes, offset: int) -> tuple[object, int]:
        """Side 0 first."""
        return tuple(_piece(data, offset, 4)), offset + 4


@dataclass(frozen=True, slots=True)
class Text:
    """UTF-8 behind its length in bytes (one u8), at most `limit` bytes, without a zero byte: C ends its texts there."""

    limit: int

    @property
    def label(self) -> str:
        """`text` with its limit."""
        return f"text({self.limit})"

    def write(self, value: object) -> bytes:
        """The length, then the bytes."""
        raw = str(value).encode()
        if len(raw) > self.limit:
            raise MessageError(f"'{value}' has {len(raw)} bytes: the field holds {self.limit}")
        if 0 in raw:
            raise MessageError(f"{value!r} holds a zero byte")
        return bytes((len(raw),)) + raw

    def read(self, data: bytes, offset: int) -> tuple[object, int]:
        """The length is checked before anything is taken."""
        length = _piece(data, offset, 1)[0]
        if length > self.limit:
            raise MessageError(f"a text of {length} bytes: the field holds {self.limit}")
        raw = _piece(data, offset + 1, length)
        if 0 in raw:
            raise MessageError("a text holds a zero byte")
        try:
            return raw.decode(), offset + 1 + length
        except UnicodeDecodeError as error:
            raise MessageError("a text is not UTF-8") from error


U8: TypeAlias = Annotated[int, Whole(1)]
U16: TypeAlias = Annotated[int, Whole(2)]
U32: TypeAlias = Annotated[int, Whole(4)]
YesNo: TypeAlias = Annotated[bool, Flag()]
PerSide: TypeAlias = Annotated[tuple[int, int, int, int], FourWhole()]
ShortText: TypeAlias = Annotated[str, Text(32)]


def _piece(data: bytes, offset: int, size: int) -> bytes:
    piece = data[offset : offset + size]
    if len(piece) < size:
        raise MessageError(f"a payload of {len(data)} bytes ends too early")
    return piece
