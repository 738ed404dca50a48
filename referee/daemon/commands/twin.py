"""`junanaho twin`: the simulated table alone, behind a port that any program can open."""

import sys
from pathlib import Path
from typing import Annotated

import typer

EPILOG = "Example: junanaho twin --speed 10 --seed 7 --link /tmp/table --control /tmp/table-control"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("twin", epilog=EPILOG)(twin)


def twin(
    speed: Annotated[float, typer.Option(metavar="X", help="How many times as fast as a real table.")] = 1.0,
    seed: Annotated[int, typer.Option(metavar="S", help="Decides tiles, dice and the pace of stacking.")] = 1,
    unit: Annotated[str, typer.Option(metavar="ID", help="The unit id that the table answers with.")] = "twin-1",
    stacked: Annotated[
        bool, typer.Option("--stacked", help="The second set stands stacked below from the start.")
    ] = False,
    link: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Let this path point to the port, as a stable name.")
    ] = None,
    control: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="Make a control socket here: JSON lines to press keys and put faults in."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Run the firmware twin alone: print the path of its serial port, and answer there until interrupted."""
    from drivers.simulator.twin_config import TwinConfig
    from drivers.simulator.twin_process import run_until_told
    from drivers.simulator.twin_runner import TwinRunner
    from referee.daemon.console import print_json

    runner = TwinRunner(TwinConfig(seed=seed, speed=speed, unit_id=unit, stacked_at_start=stacked), link, control)
    if json:
        print_json({"port": runner.port, "control": None if control is None else str(control), "unit": unit})
    else:
        typer.echo(f"The table answers at {runner.port} (unit {unit}, {speed:g} times real time). Ctrl-C ends it.")
    sys.stdout.flush()
    run_until_told(runner)
