"""Changes values in the text of a configuration file; comments, order and all other values stay as they were written.

ruamel.yaml does it. It reads YAML a little otherwise than our strict reader, so what it wrote is read strictly again,
and has to be the old data with those changes and nothing else. No file is touched here.
"""

import copy
import io
import re
from collections.abc import Mapping
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.error import YAMLError

from referee.strict_yaml import YamlError, read_yaml
from referee.tiles import InputError

_WIDTH: Final = 100_000  # no line is broken anew
_DEEP_LISTS: Final = re.compile(r"^( *)[^\s#-][^\n]*:[^\n]*\n(?: *#[^\n]*\n)*\1 +- ", re.MULTILINE)
"""Lists whose entries stand further in than their key, as some write them."""


class ChangeError(InputError):
    """A value cannot be changed by itself; the text can still be edited as a whole."""


def with_changes(text: str, values: Mapping[str, object]) -> str:
    """The text with values set by key (`cameras.0.fps`). Raises ChangeError."""
    editor = YAML()
    editor.preserve_quotes = True
    editor.width = _WIDTH
    editor.representer.add_representer(type(None), _as_null)
    if _DEEP_LISTS.search(text):
        editor.indent(mapping=2, sequence=4, offset=2)
    wanted, head = copy.deepcopy(read_yaml(text).data) or {}, ""
    try:
        document = editor.load(text)
        if document is None:  # nothing but comments
            document, head = CommentedMap(), f"{text.rstrip()}\n" if text.strip() else ""
        for key, value in values.items():
            _set(document, key.split("."), value)
            _set(wanted, key.split("."), value)
        written = io.StringIO()
        editor.dump(document, written)
        changed = head + written.getvalue()
        became = read_yaml(changed).data or {}
    except (YAMLError, YamlError, KeyError, IndexError, TypeError, ValueError) as error:
        raise ChangeError(f"{', '.join(values)}: cannot be set by itself ({error}); edit the text") from error
    if became != wanted:
        raise ChangeError(f"{', '.join(values)}: cannot be set without changing more; edit the text")
    return text if became == (read_yaml(text).data or {}) else changed


def _set(document: Any, place: list[str], value: object) -> None:
    """Sections that are missing are made; entries of lists are not."""
    for name in place[:-1]:
        if isinstance(document, list):
            document = document[int(name)]
            continue
        if document.get(name) is None:
            document[name] = type(document)()
        document = document[name]
    document[int(place[-1]) if isinstance(document, list) else place[-1]] = value


def _as_null(representer: Any, _: None) -> Any:
    return representer.represent_scalar("tag:yaml.org,2002:null", "null")
