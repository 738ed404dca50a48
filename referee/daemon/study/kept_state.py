"""What a study has counted so far, and its file: written as a whole or not at all, so any end leaves a good one."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from referee.analysis.study.plan import Part, StudyPlan
from referee.analysis.study.tally import Tally
from referee.tiles import InputError
from referee.whole_file import write_whole

_FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class PartState:
    """The tally of the first `done` cases of a part; replaced as a whole, so that the two always fit."""

    done: int = 0
    tally: Tally = field(default_factory=Tally)

    def with_more(self, cases: int, found: Tally) -> "PartState":
        """With the next cases."""
        tally = Tally()
        tally.add(self.tally)
        tally.add(found)
        return PartState(self.done + cases, tally)


class KeptState:
    """The parts of a study; kept in a file if there is one."""

    def __init__(self, plan: StudyPlan, path: Path | None) -> None:
        """Take up what the file holds. Raises InputError where it belongs to another study or is none."""
        self.parts = {part: PartState() for part in Part}
        self._identity = plan.identity()
        self._path = path
        if path is not None and path.exists():
            self.parts = _read(path, self._identity, plan.cases)

    @property
    def done(self) -> int:
        """The cases of all parts."""
        return sum(state.done for state in self.parts.values())

    def save(self) -> None:
        """Write the file anew; one with the old state stands until the new one is complete on the disk."""
        if self._path is None:
            return
        data = {
            "format": _FORMAT,
            "study": self._identity,
            "parts": {part.value: {"done": state.done} | state.tally.plain() for part, state in self.parts.items()},
        }
        write_whole(self._path, json.dumps(data).encode())


def _read(path: Path, identity: Mapping[str, Any], cases: Mapping[Part, int]) -> dict[Part, PartState]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["format"] != _FORMAT:
            raise ValueError("another version of the program wrote it")
        kept_identity = dict(data["study"])
        parts = {part: _part(data["parts"][part.value]) for part in Part}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"--state {path}: no state of a study ({error}); name another file") from error
    for name, value in identity.items():
        if kept_identity.get(name) != value:
            raise InputError(f"--state {path} belongs to a study with other {name}: name another file")
    for part, state in parts.items():
        if state.done > cases[part]:
            raise InputError(f"--state {path} holds {state.done} {part.value}: ask for as many, or name another file")
    return parts


def _part(data: Mapping[str, Any]) -> PartState:
    return PartState(int(data["done"]), Tally.of_plain(data))
