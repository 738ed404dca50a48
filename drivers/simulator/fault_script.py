"""Fault scripts: what happens to a simulated table and when, as strict YAML that people write. Pure but for reading.

    faults:
    - fault: TILE_JAM_HEAD
      side: 2
      when: {deal: 1, state: STACKING, stacks: 9}
    - line: unplug
      for: 3
      when: {deal: 2, discard: 5}

docs/fault-scripts.md is the manual. A bad script is refused with every problem at once, each with its line and remedy.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from drivers.simulator.fault_entry import Problem, read_entry
from drivers.simulator.twin_acts import Act, Break, DisturbCamera
from drivers.simulator.twin_plan import Trigger
from drivers.table.faults import FaultCode
from referee.strict_yaml import Document, YamlError, load_yaml, read_yaml
from referee.tiles.errors import InputError

Happening: TypeAlias = tuple[Trigger, Act]
_MOST: Final = 500


class FaultScriptError(InputError):
    """A script that cannot be used; `problems` has all that is wrong, the message the first and how many more."""

    def __init__(self, name: str, problems: tuple[Problem, ...]) -> None:
        more = f" (and {len(problems) - 1} more: junanaho faults check lists all)" if len(problems) > 1 else ""
        super().__init__(problems[0].sentence(name) + more)
        self.problems = problems


@dataclass(frozen=True, slots=True)
class FaultScript:
    """What happens, in the order in which it was written. `text` is the script as it was."""

    happenings: tuple[Happening, ...] = ()
    about: str = ""
    text: str = ""

    @property
    def needs_hall(self) -> bool:
        """Whether something waits for discards or troubles a camera, which only a whole simulation has."""
        return any(trigger.discard or is_of_the_hall(act) for trigger, act in self.happenings)


def is_of_the_hall(act: Act) -> bool:
    """Whether this happens to what lies on the table or looks at it, and not to the table."""
    return isinstance(act, DisturbCamera) or (isinstance(act, Break) and act.fault.code is FaultCode.ODD_TILE)


def load_fault_script(path: Path) -> FaultScript:
    """The script of a file. Raises FaultScriptError with every problem, YamlError for what is no YAML."""
    document = load_yaml(path)
    return _script(document, str(path), path.read_text(encoding="utf-8"))


def read_fault_script(text: str, name: str = "the script") -> FaultScript:
    """The script of a text. Raises FaultScriptError with every problem, YamlError for what is no YAML."""
    try:
        document = read_yaml(text)
    except YamlError as error:
        raise YamlError(f"{name} {error}") from error
    return _script(document, name, text)


def _script(document: Document, name: str, text: str) -> FaultScript:
    problems: list[Problem] = []
    data = document.data if isinstance(document.data, dict) else {}
    if not isinstance(document.data, dict):
        problems.append(Problem(1, "", "a script is a mapping: write 'faults:' and below it a list of what happens"))
    for key in data:
        if key not in ("faults", "about"):
            problems.append(
                Problem(document.line_of(key), key, "there is no such key; a script has 'faults' and 'about'")
            )
    about = data.get("about", "")
    if not isinstance(about, str):
        problems.append(Problem(document.line_of("about"), "about", "expected a text that says what the script is for"))
    entries: Any = data.get("faults")
    if isinstance(document.data, dict) and not (isinstance(entries, list) and entries):
        problems.append(Problem(document.line_of("faults"), "faults", "expected a list of at least one happening"))
    entries = entries if isinstance(entries, list) else []
    if len(entries) > _MOST:
        problems.append(Problem(document.line_of("faults"), "faults", f"{len(entries)} happenings: at most {_MOST}"))
    happenings = [read_entry(document, place, entry, problems) for place, entry in enumerate(entries)]
    if problems:
        raise FaultScriptError(name, tuple(sorted(problems, key=lambda problem: problem.line)))
    return FaultScript(tuple(happening for happening in happenings if happening is not None), str(about), text)
