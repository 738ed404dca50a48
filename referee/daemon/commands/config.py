"""`junanaho config`: whether a configuration file can be used, with every problem at once; and what it may hold."""

from pathlib import Path
from typing import Annotated

import typer

from referee.daemon.exit_status import ExitStatus


def register(app: typer.Typer) -> None:
    """Add the command group."""
    group = typer.Typer(
        help="Check a configuration file, or say what one may hold.",
        epilog="Example: junanaho config check config/example.yaml",
        no_args_is_help=False,
        rich_markup_mode=None,
    )
    group.callback()(_group)
    group.command("check", epilog="Example: junanaho config check config/example.yaml")(check)
    group.command("reference", epilog="Example: junanaho config reference")(tell_reference)
    app.add_typer(group, name="config")


def _group() -> None:
    """Check a configuration file, or say what one may hold."""


def tell_reference() -> None:
    """Print what a configuration file may hold, as Markdown (docs/configuration.md)."""
    from referee.daemon.settings.reference import reference

    typer.echo(reference(), nl=False)


def check(
    file: Annotated[Path, typer.Argument(help="The configuration file.")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> int:
    """Say all that is wrong with a file, each with line and remedy. Exit status 1 if something is."""
    from referee.daemon.configuration import check_configuration
    from referee.daemon.console import print_json

    problems = check_configuration(file)
    if json:
        found = [{"line": problem.line, "key": problem.key, "text": problem.text} for problem in problems]
        print_json({"file": str(file), "ok": not problems, "problems": found})
    elif problems:
        for problem in problems:
            typer.echo(problem.sentence(file))
    else:
        typer.echo(f"{file}: right")
    return ExitStatus.NO if problems else ExitStatus.DONE
