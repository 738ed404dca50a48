"""`junanaho export`: a match of the journal as a record."""

import sys
from enum import StrEnum, unique
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from referee.game import Match


@unique
class Form(StrEnum):
    """The forms in which a record can be written."""

    RECORD17 = "record17"
    MAJIANG = "majiang"
    TENHOU = "tenhou"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("export", epilog="Example: junanaho export --last > match.json")(export_match)


def export_match(
    match: Annotated[str | None, typer.Argument(metavar="MATCH", help="The match, as `matches` names it.")] = None,
    last: Annotated[bool, typer.Option("--last", help="The match that was opened last.")] = False,
    form: Annotated[Form, typer.Option("--as", help="The form of the record.")] = Form.RECORD17,
    journal: Annotated[
        Path | None, typer.Option("--journal", metavar="FILE", help="The journal, if not the one in the data folder.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="The record is JSON in any case.")] = False,
) -> None:
    """Print the record of a match."""
    from referee.daemon.console import print_json
    from referee.daemon.folders import default_store
    from referee.game import fold
    from referee.journal import JournalError, JournalReader

    if (match is None) is not last:
        raise JournalError("name a match, or --last for the newest one; `junanaho matches` lists them")
    reader = JournalReader(journal or default_store())
    name = reader.last_match_id() if last else match
    if name is None:
        raise JournalError(f"the journal {reader.path} holds no match yet")
    print_json(_written(fold(reader.events(name)), form))
    sys.stdout.flush()


def _written(match: "Match", form: Form) -> dict[str, Any]:
    from referee.display.texts import Language, catalogue
    from referee.journal import to_majiang, to_record17, to_tenhou

    if form is Form.RECORD17:
        return to_record17(match)
    texts = catalogue(Language.JA)

    def yaku_name(yaku: str) -> str:
        return texts.get(f"term.{yaku}", yaku)

    return to_majiang(match, yaku_name) if form is Form.MAJIANG else to_tenhou(match, yaku_name)
