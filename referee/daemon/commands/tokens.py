"""`junanaho tokens`: who may open which page, and making a token anew that got about."""

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command."""
    group = typer.Typer(
        help="The tokens that open the pages: list them, or renew one.",
        epilog="Example: junanaho tokens renew operator",
        no_args_is_help=True,
    )
    group.command("list", epilog="Example: junanaho tokens list")(list_tokens)
    group.command("renew", epilog="Example: junanaho tokens renew operator")(renew)
    app.add_typer(group, name="tokens")


_Config = Annotated[Path | None, typer.Option("--config", metavar="FILE", help="The table's configuration file.")]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def list_tokens(config: _Config = None, json: _Json = False) -> None:
    """List the tokens that were made for this table, and until when they hold; not those set in the configuration."""
    from datetime import timedelta

    from referee.daemon.console import people, print_json
    from referee.daemon.token_file import read_tokens

    path, days = _place(config)
    rows = [
        {
            "role": str(role),
            "token": kept.token,
            "made_at": kept.made_at.isoformat(timespec="seconds"),
            "expires_at": (kept.made_at + timedelta(days=days)).isoformat(timespec="seconds"),
        }
        for role, kept in sorted(read_tokens(path).items(), key=lambda item: str(item[0]))
    ]
    if json:
        print_json({"tokens": rows})
        return
    from rich.table import Table

    table = Table("role", "token", "made", "expires", box=None, pad_edge=False)
    for row in rows:
        table.add_row(*row.values())
    people().print(table)


def renew(
    roles: Annotated[
        list[str], typer.Argument(metavar="ROLE...", help="operator, referee, commentator, overlay, player:A ...")
    ],
    config: _Config = None,
    json: _Json = False,
) -> None:
    """Make tokens anew: whoever was signed in by the old ones is signed out within a second, at a running table too."""
    from referee.daemon.console import people, print_json
    from referee.daemon.token_file import renew_tokens
    from referee.display.roles import PUBLIC, parse_role
    from referee.tiles import InputError

    path, _ = _place(config)
    chosen = [parse_role(role) for role in roles]
    if PUBLIC in chosen:
        raise InputError("role 'public': everybody may look, it has no token")
    renewed = renew_tokens(path, chosen)
    if json:
        print_json({"tokens": [{"role": str(role), "token": kept.token} for role, kept in renewed.items()]})
        return
    for role, kept in renewed.items():
        people().print(f"{role!s:16} {kept.token}")


def _place(config: Path | None) -> tuple[Path, int]:
    """Where the tokens are kept, and for how many days they hold."""
    from referee.daemon.configuration import Configuration, load_configuration
    from referee.daemon.token_file import tokens_beside

    configuration = load_configuration(config) if config is not None else Configuration()
    return tokens_beside(configuration.journal()), configuration.tokens.valid_days
