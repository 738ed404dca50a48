"""The configuration file: whether it can be used at all, with every problem as a finding."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from referee.daemon.configuration import ConfigurationError, Problem, check_configuration
from referee.daemon.doctor.finding import Finding, fine, stop

AREA: Final = "configuration"
_TOLD_ELSEWHERE: Final = ("rules", "recognition", "cameras")
"""Parts whose files have areas of their own, which say more of them, as long as the file itself can be read."""

_REST: Final = "the rest was examined as if no file were named"


def look_at_file(path: Path) -> tuple[Problem, ...] | str:
    """All problems of a file, or the line that says why it cannot be read as one."""
    try:
        return check_configuration(path)
    except ConfigurationError as error:
        return str(error)


def findings_of_file(path: Path, seen: tuple[Problem, ...] | str, *, is_usable: bool) -> Iterator[Finding]:
    """What there is to say of a file; `is_usable`: it has values, although what they name may be wrong."""
    if isinstance(seen, str):
        remedy = f"correct the file, or begin anew with config/example.yaml; {_REST}"
        yield stop(AREA, "file", seen, remedy)
        return
    problems = [problem for problem in seen if not (is_usable and problem.key.split(".")[0] in _TOLD_ELSEWHERE)]
    for problem in problems:
        remedy = "correct it" if is_usable else f"correct it; {_REST}"
        yield stop(AREA, problem.key or "file", problem.sentence(path), remedy, {"line": problem.line})
    if not problems:
        yield fine(AREA, "file", f"{path} can be used")
