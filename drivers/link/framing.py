"""Bytes to frames and back: flag, byte stuffing, CRC-16.

A frame is `7E | stuffed(version kind sequence payload crc) | 7E`. Inside, 7E and 7D are written 7D 5E and 7D 5D, so a
7E on the line is always the edge of a frame: after any garbage the next flag is a fresh start. Pure: no I/O, no clock;
knows nothing of what the kinds mean.
"""

import binascii
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

FLAG: Final = 0x7E
ESCAPE: Final = 0x7D
FLIP: Final = 0x20
FRAME_VERSION: Final = 1
CRC_POLYNOMIAL: Final = 0x1021
CRC_START: Final = 0xFFFF
MAX_PAYLOAD: Final = 120
HEADER_BYTES: Final = 3  # version, kind, sequence
CRC_BYTES: Final = 2
MAX_BODY: Final = HEADER_BYTES + MAX_PAYLOAD + CRC_BYTES


class FrameFault(StrEnum):
    """What is wrong with a stretch of bytes between two flags."""

    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    BAD_ESCAPE = "bad_escape"
    BAD_CRC = "bad_crc"


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame whose CRC fits. `sequence` is 0 for frames outside the window."""

    kind: int
    sequence: int
    payload: bytes
    version: int = FRAME_VERSION


@dataclass(frozen=True, slots=True)
class BadFrame:
    """Bytes between two flags that are no frame; `body` is what was read, unstuffed as far as it could be."""

    fault: FrameFault
    body: bytes


def crc16(data: bytes) -> int:
    """CRC-16 with polynomial 1021, start FFFF, not reflected, no final inversion; `123456789` gives 29B1."""
    return binascii.crc_hqx(data, CRC_START)  # its polynomial is CRC_POLYNOMIAL


def encode_frame(frame: Frame) -> bytes:
    """The bytes of a frame on the line, both flags included. Raises ValueError for a payload over MAX_PAYLOAD."""
    if len(frame.payload) > MAX_PAYLOAD:
        raise ValueError(f"a payload of {len(frame.payload)} bytes is too long: a frame holds {MAX_PAYLOAD}")
    body = bytes((frame.version, frame.kind, frame.sequence)) + frame.payload
    body += crc16(body).to_bytes(CRC_BYTES, "big")
    return bytes((FLAG, *_stuffed(body), FLAG))


def _stuffed(body: bytes) -> Iterator[int]:
    for byte in body:
        if byte in (FLAG, ESCAPE):
            yield ESCAPE
            yield byte ^ FLIP
        else:
            yield byte


class FrameDecoder:
    """Collects bytes as they come, in pieces of any size, and gives the frames they hold."""

    def __init__(self) -> None:
        self._body = bytearray()
        self._escaped = False
        self._fault: FrameFault | None = None

    def feed(self, data: bytes) -> list[Frame | BadFrame]:
        """What `data` completes, in order. Empty stretches (two flags in a row) are nothing."""
        found: list[Frame | BadFrame] = []
        for byte in data:
            if byte == FLAG:
                completed = self._completed()
                if completed is not None:
                    found.append(completed)
            else:
                self._take(byte)
        return found

    def clear(self) -> None:
        """Forget a half frame, for a port that was opened anew."""
        self._body.clear()
        self._escaped = False
        self._fault = None

    def _take(self, byte: int) -> None:
        if self._fault is not None:
            return
        if self._escaped:
            self._escaped = False
            byte ^= FLIP
            if byte not in (FLAG, ESCAPE):  # only these two are ever escaped, so this is damage
                self._fault = FrameFault.BAD_ESCAPE
        elif byte == ESCAPE:
            self._escaped = True
            return
        self._body.append(byte)
        if len(self._body) > MAX_BODY:
            self._fault = FrameFault.TOO_LONG

    def _completed(self) -> Frame | BadFrame | None:
        body, fault = bytes(self._body), self._fault
        if self._escaped and fault is None:
            fault = FrameFault.BAD_ESCAPE
        self.clear()
        if fault is None:
            if not body:
                return None
            if len(body) < HEADER_BYTES + CRC_BYTES:
                fault = FrameFault.TOO_SHORT
            elif crc16(body) != 0:  # the CRC of data followed by its own CRC is 0
                fault = FrameFault.BAD_CRC
        if fault is not None:
            return BadFrame(fault, body)
        return Frame(kind=body[1], sequence=body[2], payload=body[HEADER_BYTES:-CRC_BYTES], version=body[0])
