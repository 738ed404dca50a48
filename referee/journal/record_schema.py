"""Whether a document is a record17: checked against the schema that is shipped beside this module.

An error is one line with the path in the document, what stands there and what is expected.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import jsonschema
from jsonschema.exceptions import ValidationError

from referee.journal.errors import RecordError

SCHEMA_FILE: Final = Path(__file__).with_name("record17.schema.json")
LARGEST_RECORD: Final = 50_000_000  # bytes; a long match has some 200,000

_SHOWN = 40


def load_record(path: Path) -> dict[str, Any]:
    """The record in a file, checked. Raises RecordError naming the file and the fault."""
    try:
        if path.stat().st_size > LARGEST_RECORD:
            raise RecordError(f"{path} is larger than {LARGEST_RECORD} bytes: no record17")
        document = json.loads(path.read_text(encoding="utf-8"), parse_constant=_no_constant)
    except RecordError:
        raise
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is no UTF-8 text") from error
    except json.JSONDecodeError as error:
        raise RecordError(f"{path} line {error.lineno} column {error.colno}: no JSON ({error.msg})") from error
    except ValueError as error:
        raise RecordError(f"{path}: {error}") from error
    except RecursionError as error:
        raise RecordError(f"{path} is nested too deeply for a record17") from error
    try:
        return check_record(document)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from error


def check_record(document: object) -> dict[str, Any]:
    """The document, if it is a record17. Raises RecordError naming the path of the first fault."""
    schema = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    errors = jsonschema.Draft202012Validator(schema).iter_errors(document)
    first = min(errors, key=lambda error: _order(error.absolute_path), default=None)
    if first is not None:
        raise RecordError(_line(first))
    if not isinstance(document, dict):
        raise RecordError("a record17 is an object")
    return document


def _no_constant(text: str) -> None:
    raise ValueError(f"{text} is no number of a record17")


def _order(path: Iterable[str | int]) -> list[tuple[int, str]]:
    return [(part, "") if isinstance(part, int) else (-1, part) for part in path]


def _line(error: ValidationError) -> str:
    path = path_text(error.absolute_path) or "the document"
    return f"{path}: {_reason(error)}"


def path_text(path: Iterable[str | int]) -> str:
    """A path in a document, such as `deals[0].events[3].tile`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def _reason(error: ValidationError) -> str:
    instance: Any = error.instance
    expected: Any = error.validator_value
    found = _shown(instance)
    kind = str(error.validator)
    if kind == "required":
        return f"{next(name for name in expected if name not in instance)} is missing"
    if kind == "type":
        return f"{found} is no {expected if isinstance(expected, str) else ' or '.join(expected)}"
    if kind in ("enum", "const"):
        return f"{found}: expected {', '.join(str(value) for value in (expected if kind == 'enum' else [expected]))}"
    if kind == "pattern":
        return f"{found} is no tile: expected a digit and m, p, s or z, such as 5m, 0p or 7z"
    bound = _BOUNDS.get(kind)
    if bound is None:
        return f"{found} does not fit the schema ({kind})"
    if kind.endswith("Items"):
        return f"{len(instance)} of them: expected {bound} {expected}"
    return f"{found}: expected {bound} {expected}"


_BOUNDS: Final = {"minItems": "at least", "minimum": "at least", "maxItems": "at most", "maximum": "at most"}


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
