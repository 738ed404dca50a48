"""`junanaho faults`: what can go wrong with a simulated table: list it, check a script of it, send one to a table."""

from pathlib import Path
from typing import Annotated

import typer

from referee.daemon.exit_status import ExitStatus

_EXAMPLE = "Example: junanaho faults"


def register(app: typer.Typer) -> None:
    """Add the command group."""
    group = typer.Typer(
        help="Faults of a simulated table: list them, check a script, send one to a running table.",
        epilog=f"{_EXAMPLE} send config/faults/wear.yaml --control /tmp/table-control",
        no_args_is_help=False,
        rich_markup_mode=None,
    )
    group.callback()(_group)
    group.command("list", epilog=f"{_EXAMPLE} list")(list_faults)
    group.command("check", epilog=f"{_EXAMPLE} check config/faults/wear.yaml")(check)
    group.command("send", epilog=f"{_EXAMPLE} send config/faults/wear.yaml --control /tmp/table-control")(send)
    app.add_typer(group, name="faults")


def _group() -> None:
    """Faults of a simulated table."""


def list_faults(json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False) -> None:
    """List every fault with its level and what people are told of it."""
    from drivers.table.faults import FaultCode, level_of
    from referee.daemon.console import people, print_json
    from referee.desk.state import Fault
    from referee.display.fault_phrases import fault_phrase
    from referee.display.texts import Language, Speaker

    speaker = Speaker(Language.EN)
    faults = [
        {
            "code": code.value,
            "level": level_of(code).value,
            "text": speaker.say(fault_phrase(Fault(code, latched=True))),
        }
        for code in FaultCode
        if code is not FaultCode.UNKNOWN_FAULT
    ]
    if json:
        print_json({"faults": faults})
        return
    for fault in faults:
        people().print(f"{fault['code']:18} {fault['level']:5} {fault['text']}", soft_wrap=True)


def check(
    file: Annotated[Path, typer.Argument(help="The fault script.")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> int:
    """Say all that is wrong with a script, each with line and remedy. Exit status 1 if something is."""
    from drivers.simulator.fault_entry import Problem
    from drivers.simulator.fault_script import FaultScript, FaultScriptError, load_fault_script
    from referee.daemon.console import people, print_json

    script = FaultScript()
    problems: tuple[Problem, ...] = ()
    try:
        script = load_fault_script(file)
    except FaultScriptError as error:
        problems = error.problems
    count = len(script.happenings)
    if json:
        found = [{"line": problem.line, "key": problem.key, "text": problem.text} for problem in problems]
        print_json({"file": str(file), "ok": not problems, "happenings": count, "problems": found})
    else:
        for problem in problems:
            people().print(problem.sentence(str(file)), soft_wrap=True)
        if not problems:
            people().print(f"{file}: {count} happenings. {script.about}".rstrip(), soft_wrap=True)
    return ExitStatus.NO if problems else ExitStatus.DONE


def send(
    file: Annotated[Path, typer.Argument(help="The fault script.")],
    control: Annotated[
        Path, typer.Option(metavar="PATH", help="The control socket of the simulated table, as it was told at start.")
    ],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Let happen what a script says at a simulated table that runs, from now on."""
    from drivers.simulator.fault_script import load_fault_script
    from drivers.simulator.twin_control import TwinControl
    from referee.daemon.console import people, print_json

    script = load_fault_script(file)
    with TwinControl(control) as twin:
        planned = twin.follow(script.text)
    if json:
        print_json({"file": str(file), "planned": planned})
    else:
        people().print(f"{file}: {planned} happenings planned", soft_wrap=True)
