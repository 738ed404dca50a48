"""`junanaho doctor`: whether what a configuration names is really there and can be used."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.daemon.exit_status import ExitStatus
from referee.tiles import InputError

if TYPE_CHECKING:
    from referee.daemon.doctor import Finding


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: junanaho doctor --config house.yaml")(doctor)


def doctor(
    config: Annotated[Path | None, typer.Option(help="The configuration file of the house.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> int:
    """Examine all that a match needs, and say what to do. Exit status 1 if something stops a match.

    Nothing moves. What a running daemon has for itself is told and left alone.
    """
    from referee.daemon.console import print_json
    from referee.daemon.doctor import examine, stops

    if config is not None and not config.exists():
        raise InputError(f"--config {config}: there is no such file")
    findings: list[Finding] = []
    if json:
        findings += examine(config)
        print_json({"ok": not stops(findings), "findings": [finding.as_fields() for finding in findings]})
    else:
        _tell(config, findings)
    return ExitStatus.NO if stops(findings) else ExitStatus.DONE


def _tell(config: Path | None, findings: "list[Finding]") -> None:
    """Print each finding as it is made, and keep it."""
    from referee.daemon.console import people
    from referee.daemon.doctor import examine
    from referee.daemon.doctor.report import lines_of, summary

    console = people()

    def made() -> Iterator["Finding"]:
        for finding in examine(config):
            findings.append(finding)
            yield finding

    for line, style in lines_of(made()):
        console.print(line, style=style, soft_wrap=True)
    console.print(summary(findings), style="bold")
