"""Where rule sets come from: the presets that are shipped, and a house's own file.

The only module of `rules` that reads files. A preset lists what differs from `base.yaml`, which holds every option; a
house's file may start from any preset (`extends: happy`). Nothing is read at import, and nothing kept but the
shipped local yaku.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from referee.rules.choices import LocalYaku
from referee.rules.errors import RuleError, shown
from referee.rules.patterns import HouseYaku, read_local_yaku
from referee.rules.ruleset import RuleSet
from referee.strict_yaml import Document, YamlError, load_yaml

BASE: Final = "base"
_LOCAL_YAKU: Final = "local_yaku"
_NO_PRESETS: Final = (BASE, _LOCAL_YAKU)
_SUFFIX = ".yaml"
_MOST_STEPS = 8  # files that extend files: a house, its league, and some to spare


def preset_names() -> tuple[str, ...]:
    """The names of the presets, sorted; `base`, which only lends its options, is not among them."""
    return tuple(sorted(path.stem for path in _folder().glob(f"*{_SUFFIX}") if path.stem not in _NO_PRESETS))


@cache
def shipped_local_yaku() -> Mapping[LocalYaku, HouseYaku]:
    """The local yaku that are shipped. Part of the program: read once, when a rule set that names one is first used."""
    path = _folder() / f"{_LOCAL_YAKU}{_SUFFIX}"
    found = read_local_yaku(_read(path, from_file="").data, shipped=True)
    return {LocalYaku(yaku.id): yaku for yaku in found if isinstance(yaku, HouseYaku)}


def load_rules(preset_or_file: str) -> RuleSet:
    """The rule set of a preset's name or of a YAML file's path.

    Raises RuleError: no such preset or file, or a file whose text, option or value is wrong (file and line named).
    """
    path = _find(preset_or_file)
    return _build(path, _read(path, from_file=""), steps=_MOST_STEPS)


def _build(path: Path, document: Document, *, steps: int) -> RuleSet:
    data = document.data
    if not isinstance(data, dict):
        raise RuleError(f"{path}: expected options such as 'minimum: mangan', one a line")
    if path == _folder() / f"{BASE}{_SUFFIX}":
        return _validated(path, document, data)
    parent = data.get("extends", BASE)
    if not isinstance(parent, str):
        raise RuleError(f"{path} line {document.line_of('extends')}: extends is {shown(parent)}: expected a preset")
    if steps == 0:
        raise RuleError(f"{path} line {document.line_of('extends')}: extends goes on for more than {_MOST_STEPS} files")
    parent_path = _find(parent, beside=path)
    rules = _build(parent_path, _read(parent_path, from_file=str(path)), steps=steps - 1)
    extends = rules.name if parent_path.parent == _folder() else rules.extends
    return _validated(path, document, {**rules.plain_options(), **data, "extends": extends})


def _validated(path: Path, document: Document, data: Mapping[str, object]) -> RuleSet:
    try:
        return RuleSet.from_mapping(data, name=path.stem)
    except RuleError as error:
        line = document.line_of(error.option, *error.path) if error.option else 1
        raise RuleError(f"{path} line {line}: {error}", option=error.option, path=error.path) from error


def _read(path: Path, *, from_file: str) -> Document:
    try:
        return load_yaml(path)
    except YamlError as error:
        raise RuleError(f"{error} (named in {from_file})" if from_file else str(error)) from error


def _find(preset_or_file: str, *, beside: Path | None = None) -> Path:
    """The file of a preset, or the path given; `beside` is the file that names it, whose folder is tried first."""
    names = preset_names()
    if preset_or_file in names or preset_or_file == BASE:
        return _folder() / f"{preset_or_file}{_SUFFIX}"
    path = Path(preset_or_file)
    if beside is not None and not path.is_absolute():
        path = beside.parent / path
    if "\0" not in preset_or_file and path.is_file():
        return path
    raise RuleError(
        f"'{shown(preset_or_file)}' is neither a rule set nor a file: expected one of {', '.join(names)}, "
        "or the path of a YAML file"
    )


def _folder() -> Path:
    """Where the shipped rule sets lie: inside the package in a wheel, in `config/rules` in a checkout."""
    packaged = Path(__file__).parent / "presets"
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "config" / "rules"
