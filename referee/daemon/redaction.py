"""Takes tokens, passwords and keys out of texts that leave the house.

A configuration is read, so that a secret is known in whatever form it was written; a text that cannot be read, and a
log, are searched for what looks like one.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import yaml

from referee.daemon.configuration import SECRETS, TokenSettings
from referee.daemon.obs_settings import ObsSettings
from referee.strict_yaml import YamlError, read_yaml

REMOVED: Final = "(removed)"
_NAMES: Final = frozenset({secret.rpartition(".")[2] for secret in SECRETS} | {"token"})
_OPEN: Final = {
    "tokens": frozenset(TokenSettings.model_fields) - _NAMES,
    "obs": frozenset(ObsSettings.model_fields) - _NAMES,
}
"""Sections that hold secrets, and what in them is none; a key that is misspelt may well be one."""

_SECRET: Final = re.compile(
    rf"((?:^|[{{,\s.#\"'])(?:{'|'.join(sorted(_NAMES))})[\"']?\s*:)[ \t]*[^\s,}}][^,}}\n]*", re.MULTILINE
)
_IN_ADDRESS: Final = re.compile(r"(token=)[\w-]+|(//[^/\s:@]+:)[^/\s]+(?=@)")
_SHORTEST: Final = 4  # characters; a shorter word is no secret, and would be taken out of half of the text


def without_secrets(text: str, known: Iterable[str] = ()) -> str:
    """A text without what looks like a secret, and without those that are known."""
    for secret in sorted(known, key=len, reverse=True):
        text = text.replace(secret, REMOVED)
    text = _SECRET.sub(rf"\1 {REMOVED}", text)
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


def _values(data: Any, place: tuple[str, ...] = ()) -> Iterator[str]:
    if _is_secret(place, data):
        yield str(data)
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _values(value, (*place, key))
    elif isinstance(data, list):
        for item in data:
            yield from _values(item, place)


def _emptied(data: Any, place: tuple[str, ...] = ()) -> Any:
    if _is_secret(place, data):
        return REMOVED
    if isinstance(data, dict):
        return {key: _emptied(value, (*place, key)) for key, value in data.items()}
    return [_emptied(item, place) for item in data] if isinstance(data, list) else data


def _is_secret(place: tuple[str, ...], value: object) -> bool:
    if not place or isinstance(value, bool) or not isinstance(value, str | int | float):
        return False
    known = _OPEN.get(place[0])
    return place[-1] in _NAMES or (known is not None and (len(place) == 1 or place[1] not in known))
