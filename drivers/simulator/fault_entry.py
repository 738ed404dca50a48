"""One entry of a fault script: its first key says what happens, `when` says when, `mend` how it ends. Pure."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from drivers.simulator.twin_acts import (
    MODES,
    Act,
    Break,
    CameraTrouble,
    CutPower,
    DisturbCamera,
    DisturbLine,
    LaySticks,
    LineTrouble,
    Mend,
    PowerLoss,
    PressKey,
    Slow,
    TurnSwitch,
    usual_mend,
)
from drivers.simulator.twin_plan import Trigger
from drivers.table.faults import FaultCode, FaultPlace, Part, fault_of
from drivers.table.states import Button, TableState
from referee.strict_yaml import Document

CAMERAS: Final = ("overhead", "tray-A", "tray-B")
CODES: Final = tuple(code for code in FaultCode if code is not FaultCode.UNKNOWN_FAULT)
_KEY_FAULTS: Final = (FaultCode.BUTTON_STUCK, FaultCode.BUTTON_BOUNCE)
_LONGEST_S: Final = 86_400.0
_LONGEST_REAL_S: Final = 600.0
_LONGEST_PART: Final = 32


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: where it stands, and what to do."""

    line: int
    key: str
    text: str

    def sentence(self, name: str) -> str:
        """One line for people."""
        return f"{name} line {self.line}: {self.key + ': ' if self.key else ''}{self.text}"


class _Fields:
    """The fields of one mapping, each looked at once; what is left over at the end is a mistake."""

    def __init__(self, document: Document, path: tuple[str | int, ...], data: Any, problems: list[Problem]) -> None:
        self._document = document
        self._path = path
        self._problems = problems
        self._data = data if isinstance(data, dict) else {}
        self._known: list[str] = []

    def below(self, key: str) -> "_Fields":
        return _Fields(self._document, (*self._path, key), self._data[key], self._problems)

    def wrong(self, key: str, text: str) -> None:
        path = (*self._path, key) if key else self._path
        words = ".".join(str(part) for part in path)
        self._problems.append(Problem(self._document.line_of(*path), words, text))

    def has(self, key: str) -> bool:
        return key in self._data

    def raw(self, key: str) -> Any:
        self._known.append(key)
        return self._data.get(key)

    def one_of(self, key: str, names: Iterable[str], default: str = "") -> str:
        value = self.raw(key)
        if value is None and default:
            return default
        choices = [str(name) for name in names]
        if value in choices:
            return str(value)
        expected = f"one of {', '.join(choices)}"
        self.wrong(key, f"{value!r}: expected {expected}" if self.has(key) else f"is missing; add it, {expected}")
        return choices[0]

    def whole(self, key: str, lowest: int, highest: int, default: int | None = None) -> int | None:
        value = self.raw(key)
        if value is None and key not in self._data:
            return default
        if isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest:
            return value
        self.wrong(key, f"{value!r}: expected a whole number from {lowest} to {highest}")
        return default

    def seconds(self, key: str, most_s: float, default: float = 0.0) -> float:
        value = self.raw(key)
        if value is None and key not in self._data:
            return default
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= most_s:
            return float(value)
        self.wrong(key, f"{value!r}: expected seconds, from 0 to {most_s:g}")
        return default

    def mend(self, usual: Mend) -> Mend:
        value = self.raw("mend")
        if value is None and not self.has("mend"):
            return usual
        if value == "reset":
            return Mend(at_reset=True)
        if value == "told" and self.has("fault"):
            return Mend(when_told=True)
        if value == "never":
            return Mend()
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _LONGEST_S:
            return Mend(after_s=float(value))
        self.wrong(
            "mend", f"{value!r}: expected seconds, reset (a person resets the table), told (it was found) or never"
        )
        return usual

    def done(self) -> None:
        for key in self._data:
            if key not in self._known:
                fields = ", ".join(dict.fromkeys(self._known))
                self.wrong(key, f"there is no such field here; this has {fields}")


def read_entry(document: Document, place: int, entry: Any, problems: list[Problem]) -> tuple[Trigger, Act] | None:
    """The happening that an entry stands for; None if something is wrong, which is added to `problems`."""
    before = len(problems)
    fields = _Fields(document, ("faults", place), entry, problems)
    kinds = [kind for kind in _KINDS if fields.has(kind)]
    if len(kinds) != 1:
        text = "is no happening" if not kinds else f"is both {' and '.join(kinds)}"
        fields.wrong("", f"{text}: give one of {', '.join(_KINDS)}")
        return None
    act = _KINDS[kinds[0]](fields)
    trigger = _trigger(fields, act)
    fields.done()
    return None if len(problems) > before else (trigger, act)


def _trigger(fields: _Fields, act: Act) -> Trigger:
    data = fields.raw("when")
    if data is None and not fields.has("when"):
        return Trigger()
    if not isinstance(data, dict) or not data:
        fields.wrong("when", f"{data!r}: expected a mapping such as {{deal: 1, state: STACKING}}")
        return Trigger()
    when = fields.below("when")
    side = act.fault.where.side if isinstance(act, Break) else None
    state = when.one_of("state", TableState, "any")
    trigger = Trigger(
        state=None if state == "any" else TableState(state),
        stacks=when.whole("stacks", 0, 17, 0) or 0,
        side=side,
        deal=when.whole("deal", 1, 1000),
        discard=when.whole("discard", 1, 84, 0) or 0,
        at_s=when.seconds("at", _LONGEST_S),
        after_s=when.seconds("after", _LONGEST_S),
    )
    when.done()
    return trigger


def _fault(fields: _Fields) -> Act:
    code = FaultCode(fields.one_of("fault", CODES))
    side = fields.whole("side", 0, 3)
    part = fields.raw("part")
    if code in _KEY_FAULTS and part is not None and part not in list(Button):
        fields.wrong("part", f"{part!r}: expected a key, one of {', '.join(Button)}")
        part = None
    if part is not None and not (isinstance(part, str) and 0 < len(part.encode()) <= _LONGEST_PART):
        fields.wrong("part", f"{part!r}: expected a text of at most {_LONGEST_PART} bytes, such as {', '.join(Part)}")
        part = None
    count = fields.whole("count", 0, 255, 0) or 0
    if code is FaultCode.MODE_CHANGED and fields.has("count") and count not in MODES:
        fields.wrong("count", f"{count!r}: the switch knows {', '.join(map(str, MODES))} tiles")
    fault = fault_of(code, FaultPlace(side, part or "", count))
    return Break(fault, fields.mend(usual_mend(fault)))


def _line(fields: _Fields) -> Act:
    return DisturbLine(LineTrouble(fields.one_of("line", LineTrouble)), fields.seconds("for", _LONGEST_REAL_S, 2.0))


def _power(fields: _Fields) -> Act:
    return CutPower(PowerLoss(fields.one_of("power", PowerLoss)), fields.seconds("for", _LONGEST_REAL_S, 1.0))


def _slow(fields: _Fields) -> Act:
    factor = fields.raw("slow")
    if not isinstance(factor, int | float) or isinstance(factor, bool) or not 0.1 <= factor <= 100:
        fields.wrong("slow", f"{factor!r}: expected how many times as long stacking takes, from 0.1 to 100")
        factor = 1.0
    return Slow(float(factor), fields.mend(Mend()))


def _key(fields: _Fields) -> Act:
    button = Button(fields.one_of("key", Button))
    side = fields.whole("side", 0, 3)
    if side is None and not fields.has("side"):
        fields.wrong("side", "is missing; add it: whose key is pressed, 0 to 3")
    return PressKey(side or 0, button, fields.seconds("for", _LONGEST_S))


def _switch(fields: _Fields) -> Act:
    tiles = fields.raw("switch")
    if tiles not in (*MODES, 0) or isinstance(tiles, bool):
        modes = ", ".join(map(str, MODES))
        fields.wrong("switch", f"{tiles!r}: expected a number of tiles, {modes}, or 0 for the test mode")
        tiles = 136
    return TurnSwitch(int(tiles))


def _sticks(fields: _Fields) -> Act:
    points = fields.whole("sticks", 0, 1_000_000)
    side = fields.whole("side", 0, 3)
    if side is None and not fields.has("side"):
        fields.wrong("side", "is missing; add it: whose sticks they are, 0 to 3")
    return LaySticks(side or 0, points or 0)


def _camera(fields: _Fields) -> Act:
    camera = fields.one_of("camera", CAMERAS)
    trouble = CameraTrouble(fields.one_of("shows", CameraTrouble))
    other = ""
    if trouble is CameraTrouble.SWAP:
        other = fields.one_of("with", [name for name in CAMERAS if name != camera])
    return DisturbCamera(camera, trouble, fields.mend(Mend(after_s=10.0)), other)


_KINDS: Final[dict[str, Callable[[_Fields], Act]]] = {
    "fault": _fault,
    "line": _line,
    "power": _power,
    "slow": _slow,
    "key": _key,
    "switch": _switch,
    "sticks": _sticks,
    "camera": _camera,
}
