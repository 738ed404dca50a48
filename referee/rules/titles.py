"""Titles in the languages of the pages: of rule sets, and of a house's own yaku."""

from collections.abc import Mapping
from typing import Final

from referee.rules.frozen import FrozenMap

LANGUAGES: Final = ("en", "ja", "zh-Hant", "zh-Hans")

TITLE_EXPECTED: Final = f"a text for each of {', '.join(LANGUAGES)}"


def read_title(value: object) -> FrozenMap[str] | None:
    """A title from plain data, languages to texts; None if it is none."""
    if not isinstance(value, Mapping):
        return None
    if any(key not in LANGUAGES or not isinstance(text, str) or not text.strip() for key, text in value.items()):
        return None
    return FrozenMap({str(key): str(text) for key, text in value.items()})
