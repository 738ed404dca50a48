"""`junanaho export`: a match of the journal as a record, or as score sheets for people."""

import sys
from enum import StrEnum, unique
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.daemon.commands.journal_option import ConfigOption, JournalOption, journal_meant
from referee.daemon.commands.language_option import DEFAULT_LANGUAGE, LanguageOption, speaker_of

if TYPE_CHECKING:
    from referee.display.texts import Speaker
    from referee.game import Match


@unique
class Form(StrEnum):
    """The forms in which a record can be written."""

    RECORD17 = "record17"
    MAJIANG = "majiang"
    TENHOU = "tenhou"
    SHEET = "sheet"
    """For people: every verdict and score sheet in words."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("export", epilog="Example: junanaho export --last > match.json")(export_match)


def export_match(
    match: Annotated[str | None, typer.Argument(metavar="MATCH", help="The match, as `matches` names it.")] = None,
    last: Annotated[bool, typer.Option("--last", help="The match that was opened last.")] = False,
    form: Annotated[Form, typer.Option("--as", help="The form of the record.")] = Form.RECORD17,
    journal: JournalOption = None,
    config: ConfigOption = None,
    json: Annotated[bool, typer.Option("--json", help="A record is JSON in any case.")] = False,
    lang: LanguageOption = DEFAULT_LANGUAGE,
) -> None:
    """Print the record of a match, or its score sheets for people (--as sheet)."""
    from referee.daemon.console import print_json
    from referee.game import fold
    from referee.journal import JournalError, JournalReader

    speaker = speaker_of(lang)
    if form is Form.SHEET and json:
        raise JournalError("--as sheet is text for people: leave out --json, or ask for a record")
    if (match is None) is not last:
        raise JournalError("name a match, or --last for the newest one; `junanaho matches` lists them")
    reader = JournalReader(journal_meant(journal, config))
    name = reader.last_match_id() if last else match
    if name is None:
        raise JournalError(f"the journal {reader.path} holds no match yet")
    played = fold(reader.events(name))
    if form is Form.SHEET:
        _print_sheet(played, speaker)
    else:
        print_json(_written(played, form))
    sys.stdout.flush()


def _print_sheet(match: "Match", speaker: "Speaker") -> None:
    from referee.daemon.console import people
    from referee.daemon.deal_words import match_lines

    console = people()
    for line in match_lines(match, speaker):
        console.print(line, style="" if line.startswith(" ") else "bold")


def _written(match: "Match", form: Form) -> dict[str, Any]:
    from referee.display.texts import Language, catalogue
    from referee.journal import to_majiang, to_record17, to_tenhou

    if form is Form.RECORD17:
        return to_record17(match)
    texts, own = catalogue(Language.JA), match.rules.yaku_titles()

    def yaku_name(yaku: str) -> str:
        return texts.get(f"term.{yaku}") or own.get(yaku, {}).get(Language.JA.value, yaku)

    return to_majiang(match, yaku_name) if form is Form.MAJIANG else to_tenhou(match, yaku_name)
