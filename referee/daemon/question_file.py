"""A file of questions, one JSON object a line, answered in order: for `score`, `waits`, `solve` and `build`.

A bad line gets an error in its place and does not stop the rest; nothing is kept but the line at hand.
"""

import json
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from referee.daemon.console import print_json
from referee.daemon.exit_status import ExitStatus
from referee.daemon.hand_question import SITUATION_FIELDS, merged
from referee.tiles import InputError

_ANNOTATIONS: Final = frozenset({"id", "note", "topic", "expect", "why", "source", "one_best"})
"""Fields of a line that are let through unread: a file of questions may carry its own names and answers."""


def answer_file(
    path: Path,
    defaults: Mapping[str, object],
    arguments: Collection[str],
    answer: Callable[[Mapping[str, object]], Mapping[str, object]],
) -> int:
    """Print the answer to every line of a JSONL file, in order, and return the exit status: 1 if a line was bad.

    `defaults` are the fields of the command line, which a line overrides; `arguments` the fields that the command
    itself takes beside those of the situation. Raises InputError if the file cannot be read.
    """
    bad = False
    for number, line in enumerate(_lines(path), start=1):
        try:
            given = _read_line(line, arguments)
            print_json(answer(merged(defaults, given)))
        except InputError as error:
            bad = True
            print_json({"error": f"line {number}: {error}"})
    return ExitStatus.NO if bad else ExitStatus.DONE


def _lines(path: Path) -> Iterator[str]:
    name = "stdin" if str(path) == "-" else str(path)
    try:
        if name == "stdin":
            yield from sys.stdin
            return
        with path.open(encoding="utf-8-sig") as file:
            yield from file
    except OSError as error:
        raise InputError(f"--file {name} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"--file {name} is no UTF-8 text") from error


def _read_line(line: str, arguments: Collection[str]) -> dict[str, object]:
    try:
        data = json.loads(line, object_pairs_hook=_without_doubles)
    except (ValueError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"'{line.strip()[:60]}' is no JSON object") from error
    if not isinstance(data, dict):
        raise InputError(f"'{line.strip()[:60]}' is no JSON object")
    known = (*arguments, *SITUATION_FIELDS)
    for name in data:
        if name not in known and name not in _ANNOTATIONS:
            raise InputError(f"'{name[:60]}' is no field of a question: expected one of {', '.join(known)}")
    return {name: value for name, value in data.items() if value is not None}


def _without_doubles(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        twice = next(name for name, _ in pairs if sum(name == other for other, _ in pairs) > 1)
        raise InputError(f"'{twice[:60]}' is given twice")
    return fields
