"""What the documents say a monitoring system can read: every event of the log, and nothing that is not logged."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "monitoring.md"
PACKAGES = ("referee", "drivers", "vision")
LEVELS = {"debug", "info", "warning", "error", "exception", "critical", "msg", "fatal", "log"}
LOGGERS = {"_log", "log", "logger"}
BOUND = {"match", "command", "act", "actor"}


def documented(title: str) -> dict[str, str]:
    """The first column of the table below a heading, with the rest of its row."""
    section = GUIDE.read_text(encoding="utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)`(?:\{\w+\})? \|(.*)\|$", section, re.MULTILINE)
    assert len(rows) == len(dict(rows)), "one is named twice"
    return dict(rows)


def is_log(node: ast.expr) -> bool:
    """Whether an expression is a logger's method, or one that was chosen before and is called `log`."""
    if isinstance(node, ast.Name):
        return node.id == "log"
    if not isinstance(node, ast.Attribute) or node.attr not in LEVELS:
        return False
    owner = node.value
    return (owner.id if isinstance(owner, ast.Name) else getattr(owner, "attr", "")) in LOGGERS


def names_of(node: ast.expr) -> Iterator[str | None]:
    """The events that a call's first argument can be; None for one that no reader of the code can tell."""
    if isinstance(node, ast.IfExp):
        yield from names_of(node.body)
        yield from names_of(node.orelse)
        return
    yield node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call that logs, with its place."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if "structlog" not in text and "_log" not in text:
                continue
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Call) and is_log(node.func) and "math" not in ast.unparse(node.func):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node


CALLS = list(calls())


def test_every_logger_of_the_program_is_found_by_its_name() -> None:
    """A logger under another name would log events that this test does not see."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for line in path.read_text(encoding="utf-8").splitlines():
                if "get_logger(" in line:
                    assert re.search(r"(?:^|self\.)_log = |Subscribers\(", line.strip()), (path, line)


def test_the_log_has_the_documented_events_and_no_others() -> None:
    assert len(CALLS) > 40
    logged: set[str] = set()
    for place, call in CALLS:
        for name in names_of(call.args[0]):
            assert name is not None, f"{place}: an event whose name is made as it is logged"
            assert re.fullmatch("[a-z][a-z0-9_]*", name), (place, name)
            logged.add(name)
    told = set(documented("Events of the log"))
    assert logged - told == set(), "add these to docs/monitoring.md"
    assert told - logged == set(), "nothing logs these any more"


@pytest.mark.parametrize(("place", "call"), CALLS, ids=[place for place, _ in CALLS])
def test_the_facts_of_an_event_are_in_fields_and_its_own(place: str, call: ast.Call) -> None:
    assert len(call.args) == 1, f"{place}: facts stand in fields"
    named = {keyword.arg for keyword in call.keywords}
    if place.startswith("referee/desk/"):
        assert not named & BOUND, f"{place}: the desk's thread has bound these"
