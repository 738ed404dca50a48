"""Every text of pages, sheets and verdicts by code. Data files, one per language (four), with the same keys.

Terms have keys `term.ID`, the ids of the project's list of terms. `{name}` stands for a fact. No clock, no state.
"""

import json
from enum import StrEnum, unique
from importlib.resources import files


@unique
class Language(StrEnum):
    """The languages of the pages, by their BCP 47 tag."""

    EN = "en"
    JA = "ja"
    ZH_HANT = "zh-Hant"
    ZH_HANS = "zh-Hans"


def catalogue_json(language: Language) -> str:
    """All texts of a language as JSON text, as the pages load it."""
    return (files("referee.display.texts") / f"{language.value}.json").read_text(encoding="utf-8")


def catalogue(language: Language) -> dict[str, str]:
    """All texts of a language by code."""
    texts: dict[str, str] = json.loads(catalogue_json(language))
    return texts
