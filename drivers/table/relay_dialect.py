"""The lines that a relay board is spoken to with: one table per family of boards, and a house may write its own. Pure.

In a line `{n}` is the number of the channel. A line that begins with `hex:` stands for bytes, and `{sum}` in it for the
low byte of the sum of those before. What a board echoes, and its prompt, is passed over.
"""

import re
from dataclasses import dataclass
from typing import Final

from referee.tiles.errors import InputError

_HEX: Final = "hex:"
_LONGEST_LINE: Final = 200


@dataclass(frozen=True, slots=True)
class RelayDialect:
    """How to switch outputs, read inputs, and ask whether anybody is there.

    `yes` and `no` are patterns that a whole answer to `read` must match, `there` one for the answer to `hello`. A board
    without inputs has no `read`, one that never answers has no `hello`. Raises InputError for what cannot be meant.
    """

    on: str
    off: str
    read: str = ""
    yes: str = "1"
    no: str = "0"
    hello: str = ""
    there: str = ".+"
    ending: str = "\r\n"
    prompt: str = ""

    def __post_init__(self) -> None:
        for name in ("on", "off", "read", "hello"):
            line = getattr(self, name)
            if name != "hello" and line and "{n}" not in line:
                raise InputError(f"{name} '{line}': has no {{n}}, the place of the channel's number")
            try:
                self.spoken(line, 0)
            except (ValueError, KeyError, IndexError) as error:
                raise InputError(
                    f"{name} '{line}': cannot be said ({error}); write {{n}}, and bytes as hex:A0 {{n}}"
                ) from error
        for name in ("yes", "no", "there"):
            try:
                re.compile(getattr(self, name))
            except re.error as error:
                raise InputError(f"{name} '{getattr(self, name)}': is no pattern ({error})") from error

    def spoken(self, line: str, channel: int) -> bytes:
        """The bytes of a line for a channel."""
        if not line.startswith(_HEX):
            return (line.replace("{n}", str(channel)) + self.ending).encode("ascii")
        spoken = bytearray()
        for word in line.removeprefix(_HEX).split():
            known = {"{n}": channel, "{sum}": sum(spoken) & 0xFF}
            spoken.append(known[word] if word in known else int(word, 16))
        return bytes(spoken)


DIALECTS: Final = {
    # USB relay and GPIO modules with an ACM port and a prompt (Numato and kin): inputs at the GPIO pins
    "numato": RelayDialect("relay on {n}", "relay off {n}", "gpio read {n}", "1|on", "0|off", "ver", r"\w+", "\r", ">"),
    # serial boards with AT commands, channels from 1; input answers such as +IN1:1, or just 1
    "at": RelayDialect(
        "AT+CH{n}=1", "AT+CH{n}=0", "AT+IN{n}=?", r"(\+?IN\d+[:=] ?)?(1|ON)", r"(\+?IN\d+[:=] ?)?(0|OFF)", "AT", "OK"
    ),
    # LCUS boards: bytes, channels from 1, no inputs; FF is answered by the state of the relays
    "lcus": RelayDialect(
        "hex:A0 {n} 01 {sum}", "hex:A0 {n} 00 {sum}", hello="hex:FF", there=r"CH\d+ ?: ?(ON|OFF).*", ending=""
    ),
}


class AnswerReader:
    """Puts the bytes of a board together to answers: lines without echoes, prompts and blanks."""

    def __init__(self, dialect: RelayDialect) -> None:
        self._prompt = dialect.prompt
        self._received = ""
        self._said: list[str] = []

    def said(self, line: bytes) -> None:
        """We said this: a board that echoes will say it too."""
        self._said = [*self._said[-3:], line.decode("ascii", "replace").strip()]

    def feed(self, data: bytes) -> list[str]:
        """The answers that are complete; what a noisy line adds is part of them, and matches nothing."""
        text = self._received + data.decode("ascii", "replace")
        if self._prompt:
            text = text.replace(self._prompt, "\n")
        *lines, self._received = re.split(r"[\r\n]+", text)
        self._received = self._received[-_LONGEST_LINE:]
        return [line.strip() for line in lines if line.strip() and line.strip() not in self._said]
