"""YAML read strictly: what a person wrote is what the program gets, or an error that names the line.

PyYAML alone accepts duplicate keys, turns `no` into false, `017` into 15 and `1:30` into 90. Here duplicate keys are
refused and only `true`, `false`, `null`, decimal numbers and text exist. Tags, anchors and further documents are
refused: a configuration needs none of them. On the ground floor, for rule sets, configurations and calibrations alike;
what the data means is theirs. Nothing is kept.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from referee.tiles.errors import InputError

_NULL: Final = "tag:yaml.org,2002:null"
_BOOL: Final = "tag:yaml.org,2002:bool"
_INT: Final = "tag:yaml.org,2002:int"
_FLOAT: Final = "tag:yaml.org,2002:float"
_DEEPEST = 20  # levels; a configuration needs four
_OPENING = (
    yaml.FlowSequenceStartToken,
    yaml.FlowMappingStartToken,
    yaml.BlockSequenceStartToken,
    yaml.BlockMappingStartToken,
)
_CLOSING = (yaml.FlowSequenceEndToken, yaml.FlowMappingEndToken, yaml.BlockEndToken)
_LONGEST_TEXT = 200_000  # characters; a rule set or a configuration is far shorter
_LARGEST_FILE = 1_000_000  # bytes


class YamlError(InputError):
    """The text is no YAML that is read here; the message names the line."""

    @property
    def line(self) -> int:
        """The line that the message names, from 1; 1 where the whole file cannot be read."""
        named = re.search(r"\bline (\d+):", str(self))
        return int(named[1]) if named else 1


class YamlTextError(InputError):
    """What a file holds is no text that could be read as YAML."""


@dataclass(frozen=True, slots=True)
class Document:
    """The data of a YAML text, and the line (from 1) of every key and item by its path, e.g. `("red_fives", "m")`."""

    data: Any
    lines: Mapping[tuple[str | int, ...], int]

    def line_of(self, *path: str | int) -> int:
        """The line where the value at `path` stands, or the nearest one above it that is known."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def load_yaml(path: Path) -> Document:
    """Data and lines of a YAML file. Raises YamlError naming the file, the line and the reason."""
    text = text_of(path)
    try:
        return read_yaml(text)
    except YamlError as error:
        raise YamlError(f"{path} {error}") from error


def text_of(path: Path) -> str:
    """The text of a file that is to be read as YAML. Raises YamlError for one that is no text, or much too long."""
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise YamlError(f"{path}: is larger than {_LARGEST_FILE} bytes, which no such file is")
        return text_in(path.read_bytes())
    except OSError as error:
        raise YamlError(f"{path}: cannot be read ({error.strerror})") from error
    except YamlTextError as error:
        raise YamlError(f"{path}: {error}") from error


def text_in(content: bytes) -> str:
    """The text of a file's content, with its lines ended as ours are. Raises YamlTextError for what is none."""
    if len(content) > _LARGEST_FILE:
        raise YamlTextError(f"is larger than {_LARGEST_FILE} bytes, which no such file is")
    try:
        return content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise YamlTextError("is no UTF-8 text") from error


def read_yaml(text: str) -> Document:
    """Data and lines of a YAML text. Raises YamlError with line and reason."""
    if len(text) > _LONGEST_TEXT:
        raise YamlError(f"line 1: text of {len(text)} characters: at most {_LONGEST_TEXT} are read")
    try:
        _refuse_what_is_not_read(text)
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
            lines: dict[tuple[str | int, ...], int] = {}
            data = None if node is None else _construct(loader, node, (), lines)
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        raise YamlError(_one_line(error)) from error
    return Document(data, lines)


_RESOLVERS: Final = (
    (_BOOL, re.compile(r"^(?:true|false|True|False)$"), ("t", "f", "T", "F")),
    (_NULL, re.compile(r"^(?:~|null|Null|)$"), ("~", "n", "N", "")),
    (_INT, re.compile(r"^[-+]?(?:0|[1-9][0-9]{0,17})$"), tuple("-+0123456789")),
    (
        _FLOAT,
        re.compile(r"^[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]+(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)$"),
        tuple("-+0123456789"),
    ),
)
"""Tag, pattern, and the first characters under which PyYAML looks for it: YAML 1.2's core words and decimal numbers."""


class _Loader(yaml.SafeLoader):
    """PyYAML's safe loader with nothing but `_RESOLVERS`: no `yes`, no octals, no sexagesimals, no dates."""

    yaml_implicit_resolvers = {  # noqa: RUF012 - the base class looks for a plain dict here
        first: [(tag, pattern) for tag, pattern, firsts in _RESOLVERS if first in firsts]
        for first in sorted({first for _, _, firsts in _RESOLVERS for first in firsts})
    }


def _refuse_what_is_not_read(text: str) -> None:
    """Anchors, aliases and tags; and depth, over which PyYAML's time grows with the square."""
    depth = 0
    for token in yaml.scan(text, Loader=_Loader):
        line = token.start_mark.line + 1
        if isinstance(token, yaml.AnchorToken | yaml.AliasToken | yaml.TagToken):
            raise YamlError(f"line {line}: anchors (&), aliases (*) and tags (!) are not read here: write it out")
        if isinstance(token, _OPENING):
            depth += 1
            if depth > _DEEPEST:
                raise YamlError(f"line {line}: nested more than {_DEEPEST} deep")
        elif isinstance(token, _CLOSING):
            depth -= 1


def _construct(loader: Any, node: Any, path: tuple[str | int, ...], lines: dict[tuple[str | int, ...], int]) -> Any:
    line = node.start_mark.line + 1
    lines.setdefault(path, line)
    if isinstance(node, yaml.MappingNode):
        result: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key_line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                raise YamlError(f"line {key_line}: a key must be a single word")
            key = key_node.value
            if key in result:
                raise YamlError(f"line {key_line}: key '{key}' is given twice (first in line {lines[(*path, key)]})")
            lines[(*path, key)] = key_line
            result[key] = _construct(loader, value_node, (*path, key), lines)
        return result
    if isinstance(node, yaml.SequenceNode):
        return [_construct(loader, item, (*path, place), lines) for place, item in enumerate(node.value)]
    return _scalar(node)


def _scalar(node: Any) -> Any:
    text = node.value
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise YamlError(f"line {node.start_mark.line + 1}: half a character (a lone surrogate) is no text")
    if node.tag == _NULL:
        return None
    if node.tag == _BOOL:
        return text.lower() == "true"
    if node.tag == _INT:
        return int(text)
    if node.tag == _FLOAT:
        return float(text)
    return text


def _one_line(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "cannot be read"
    context = getattr(error, "context", None)
    words = " ".join(str(part) for part in (context, problem) if part)
    return f"line {mark.line + 1 if mark else 1}: no YAML: {' '.join(words.split())}"
