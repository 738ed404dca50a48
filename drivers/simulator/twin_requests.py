"""The requests of the control channel, one JSON object each: what they ask, and what is answered. Pure.

`{"do": "press", "side": 0, "button": "ready"}` is answered by `{"ok": true}`; a request that cannot be carried out by
`{"ok": false, "error": "..."}` with one line that says what is wrong. A field `id` comes back as it was sent.
"""

from collections.abc import Callable
from typing import Final

from drivers.simulator.control_lines import Facts, Request
from drivers.simulator.fault_script import FaultScript, read_fault_script
from drivers.simulator.twin import Twin
from drivers.simulator.twin_facts import walls_facts
from drivers.simulator.twin_plan import Trigger
from drivers.table.faults import FaultCode, FaultPlace, fault_of
from drivers.table.states import Button, TableState
from referee.tiles.errors import InputError

_REQUESTS: Final = (
    *("state", "walls", "press", "hold", "let_go", "discarded", "fault", "clear", "script", "power_cycle"),
    "subscribe",
)


def answer_request(
    twin: Twin,
    request: Request,
    now_s: float,
    new_boot_id: Callable[[], int],
    may_follow: Callable[[FaultScript], None] = lambda script: None,
) -> Facts:
    """Carry out a request. Raises InputError; `may_follow` raises it for a script that cannot be followed here."""
    match request.get("do"):
        case "state":
            twin.advance(now_s)
            return {"state": twin.state().facts()}
        case "walls":
            twin.advance(now_s)
            walls = twin.walls()
            return {"walls": None if walls is None else walls_facts(walls)}
        case "press":
            return {"pressed": twin.press(_side(request), _button(request), now_s)}
        case "hold":
            return {"pressed": twin.hold(_side(request), _button(request), now_s)}
        case "let_go":
            twin.let_go(_side(request), _button(request), now_s)
            return {}
        case "discarded":
            twin.discarded(now_s)
            return {}
        case "fault":
            fault = fault_of(_code(request), _place(request))
            twin.inject(fault, now_s, _trigger(request))
            return {}
        case "clear":
            twin.clear(_code(request), now_s, _place(request) if "side" in request or "part" in request else None)
            return {}
        case "script":
            return _follow(twin, request, now_s, may_follow)
        case "power_cycle":
            twin.power_cycle(new_boot_id(), now_s, test_mode=request.get("test_mode") is True)
            return {}
        case unknown:
            raise InputError(f"'{unknown}' is no request: expected one of {', '.join(_REQUESTS)}")


def _follow(twin: Twin, request: Request, now_s: float, may_follow: Callable[[FaultScript], None]) -> Facts:
    text = request.get("text")
    if not isinstance(text, str):
        raise InputError(f"text {text!r}: expected a fault script")
    script = read_fault_script(text)
    may_follow(script)
    for trigger, act in script.happenings:
        twin.plan(trigger, act, now_s)
    return {"planned": len(script.happenings)}


def _side(request: Request) -> int:
    side = _whole(request, "side", default=None)
    if side is None or not 0 <= side <= 3:
        raise InputError(f"side {request.get('side')!r}: expected 0 to 3")
    return side


def _button(request: Request) -> Button:
    try:
        return Button(str(request.get("button")))
    except ValueError as error:
        names = ", ".join(Button)
        raise InputError(f"button {request.get('button')!r}: expected one of {names}") from error


def _code(request: Request) -> FaultCode:
    try:
        code = FaultCode(str(request.get("code")))
    except ValueError as error:
        raise InputError(f"there is no fault {request.get('code')!r}") from error
    if code is FaultCode.UNKNOWN_FAULT:
        raise InputError("UNKNOWN_FAULT stands for what a newer firmware says: it cannot be put in")
    return code


def _place(request: Request) -> FaultPlace:
    side = None if request.get("side") is None else _side(request)
    part = request.get("part", "")
    if not isinstance(part, str) or len(part.encode()) > 32:
        raise InputError(f"part {part!r}: expected a text of at most 32 bytes")
    count = _whole(request, "count", default=0) or 0
    if not 0 <= count <= 255:
        raise InputError(f"count {count}: expected 0 to 255")
    return FaultPlace(side, part, count)


def _trigger(request: Request) -> Trigger | None:
    when = request.get("when")
    if when is None:
        return None
    if not isinstance(when, dict):
        raise InputError('when: expected an object such as {"state": "STACKING", "stacks": 9}')
    try:
        state = TableState(str(when.get("state")))
    except ValueError as error:
        raise InputError(f"when: there is no state {when.get('state')!r}") from error
    return Trigger(state, _whole(when, "stacks", default=0) or 0)


def _whole(request: Request, name: str, default: int | None) -> int | None:
    value = request.get(name, default)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise InputError(f"{name} {value!r}: expected a whole number")
    return value
