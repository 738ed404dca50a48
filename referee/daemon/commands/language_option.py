"""The option `--lang` of commands that print for people, and the speaker of the language that was asked for."""

from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from referee.display.texts import Speaker

DEFAULT_LANGUAGE: Final = "en"

LanguageOption = Annotated[
    str, typer.Option("--lang", metavar="LANG", help="Language for people: en, ja, zh-Hant or zh-Hans.")
]


def speaker_of(language: str) -> "Speaker":
    """The speaker of a language. Raises InputError for one that is not there."""
    from referee.display.texts import Language, Speaker
    from referee.tiles import InputError

    known = [one.value for one in Language]
    if language not in known:
        raise InputError(f"--lang is '{language[:20]}': expected {', '.join(known[:-1])} or {known[-1]}")
    return Speaker(Language(language))
