"""`junanaho doctor`: whether what a configuration names is really there and can be used."""

from pathlib import Path
from typing import Annotated

import typer

from referee.daemon.exit_status import ExitStatus


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: junanaho doctor --config house.yaml")(doctor)


def doctor(
    config: Annotated[Path, typer.Option(help="The configuration file of the house.")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> int:
    """Look into the line to the table and the clock, and say what to do. Exit status 1 if something is not good.

    A running daemon has the port for itself: stop it first. Nothing moves.
    """
    from referee.daemon.configuration import ControllerTableSettings, load_configuration
    from referee.daemon.console import print_json
    from referee.daemon.line_doctor import Finding, examine_line
    from referee.daemon.wall_clock import is_synchronised

    table = load_configuration(config).table
    findings: list[Finding] = []
    if isinstance(table, ControllerTableSettings):
        findings += examine_line(table)
    else:
        findings.append(Finding("table", True, "nothing is connected that this command looks into"))
    if not is_synchronised():
        findings.append(Finding("clock", True, "the clock is not synchronised: times in records are not to be trusted"))
    good = all(finding.good for finding in findings)
    if json:
        told = [{"what": finding.what, "good": finding.good, "text": finding.text} for finding in findings]
        print_json({"ok": good, "findings": told})
    else:
        for finding in findings:
            typer.echo(f"{'good' if finding.good else 'BAD ':4s}  {finding.what}: {finding.text}")
    return ExitStatus.DONE if good else ExitStatus.NO
