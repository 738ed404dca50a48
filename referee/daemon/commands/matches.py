"""`junanaho matches`: what the journal keeps."""

from typing import TYPE_CHECKING, Annotated

import typer

from referee.daemon.commands.journal_option import ConfigOption, JournalOption, journal_meant

if TYPE_CHECKING:
    from referee.journal import StoredMatch


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("matches", epilog="Example: junanaho matches --json")(list_matches)


def list_matches(
    journal: JournalOption = None,
    config: ConfigOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the matches that the journal keeps, oldest first."""
    from referee.daemon.console import people, print_json
    from referee.journal import JournalReader

    matches = JournalReader(journal_meant(journal, config)).matches()
    if json:
        print_json({"matches": [_fields(match) for match in matches]})
        return
    from rich.table import Table

    table = Table("match", "began", "rules", "players", "events", box=None, pad_edge=False)
    for match in matches:
        fields = _fields(match)
        names = fields["players"]
        table.add_row(
            match.id,
            match.first_at,
            str(fields["rules"]),
            ", ".join(f"{seat} {name}" for seat, name in names.items()) if isinstance(names, dict) else "",
            str(match.events),
        )
    people().print(table)


def _fields(match: "StoredMatch") -> dict[str, object]:
    setup = match.setup
    return {
        "id": match.id,
        "title": "" if setup is None else setup.title,
        "rules": "" if setup is None else setup.rules,
        "source": "" if setup is None else setup.source.value,
        "players": {} if setup is None else {seat.value: name for seat, name in setup.players.items()},
        "began_at": match.first_at,
        "last_at": match.last_at,
        "events": match.events,
    }
