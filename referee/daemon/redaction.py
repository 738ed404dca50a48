"""Takes tokens, passwords and keys out of texts that leave the house.

A configuration is read, so that a secret is known in whatever form it was written; a text that cannot be read, and a
log, are searched for what looks like one.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import yaml

from referee.strict_yaml import YamlError, read_yaml

REMOVED: Final = "(removed)"
_NAMES: Final = ("operator", "referee", "commentator", "overlay", "password", "token")
_SECRET: Final = re.compile(
    rf"((?:^|[{{,\s.\"'])(?:{'|'.join(_NAMES)})[\"']?\s*:)[ \t]*[^\s,}}][^,}}\n]*", re.MULTILINE
)
_IN_ADDRESS: Final = re.compile(r"(token=)[\w-]+|(//[^/\s:@]+:)[^/\s@]+(?=@)")
_SHORTEST: Final = 4  # characters; a shorter word is no secret, and would be taken out of half of the text


def without_secrets(text: str, known: Iterable[str] = ()) -> str:
    """A text without what looks like a secret, and without those that are known."""
    text = _SECRET.sub(rf"\1 {REMOVED}", text)
    for secret in sorted(known, key=len, reverse=True):
        text = text.replace(secret, REMOVED)
    return _IN_ADDRESS.sub(lambda found: (found[1] or found[2]) + REMOVED, text)


def secrets_of(configuration: str) -> tuple[str, ...]:
    """The secrets that stand in a configuration; none if it cannot be read."""
    try:
        return tuple(value for value in _values(read_yaml(configuration).data) if len(value) >= _SHORTEST)
    except YamlError:
        return ()


def configuration_without_secrets(text: str) -> str:
    """A configuration as it was written but for its secrets; written anew, without comments, where that cannot be."""
    cleaned = without_secrets(text, secrets_of(text))
    try:
        data = read_yaml(text).data
    except YamlError:
        return cleaned
    try:
        left = set(_values(read_yaml(cleaned).data)) - {REMOVED}
    except YamlError:
        left = {text}
    return yaml.safe_dump(_emptied(data), allow_unicode=True, sort_keys=False) if left else cleaned


def _values(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            if _is_secret(key, value):
                yield str(value)
            else:
                yield from _values(value)
    elif isinstance(data, list):
        for item in data:
            yield from _values(item)


def _emptied(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: REMOVED if _is_secret(key, value) else _emptied(value) for key, value in data.items()}
    return [_emptied(item) for item in data] if isinstance(data, list) else data


def _is_secret(key: str, value: object) -> bool:
    return key in _NAMES and isinstance(value, str | int | float) and not isinstance(value, bool)
