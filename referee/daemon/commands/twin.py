"""`junanaho twin`: the simulated table alone, behind a port that any program can open."""

import sys
from pathlib import Path
from typing import Annotated

import typer

EPILOG = "Example: junanaho twin --speed 10 --link /tmp/table --script config/faults/wear.yaml"


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
    degraded: Annotated[
        bool, typer.Option("--degraded", help="Without a position sensor go on by learned times, with a warning.")
    ] = False,
    lower_others: Annotated[
        bool, typer.Option("--lower-others", help="When one lift does not come up, let the others down; else hold.")
    ] = False,
    script: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What goes wrong, and when (see docs/fault-scripts.md).")
    ] = None,
    link: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Let this path point to the port, as a stable name.")
    ] = None,
    tcp: Annotated[
        int | None, typer.Option(metavar="PORT", min=0, max=65535, help="Offer the port over TCP; 0: any free one.")
    ] = None,
    control: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="Make a control socket here: JSON lines to press keys and put faults in."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Run the firmware twin alone: print the path of its serial port, and answer there until interrupted."""
    from drivers.simulator.fault_script import load_fault_script
    from drivers.simulator.twin_config import TwinConfig
    from drivers.simulator.twin_process import run_until_told
    from drivers.simulator.twin_runner import TwinRunner
    from referee.daemon.console import print_json
    from referee.tiles import InputError

    happenings = None if script is None else load_fault_script(script)
    if happenings is not None and happenings.needs_hall:
        raise InputError(
            f"--script {script}: waits for discards or troubles cameras, which this table does not have; "
            "use it with run --simulate --faults, or simulate --pipeline full --faults"
        )
    config = TwinConfig(
        seed=seed, speed=speed, unit_id=unit, stacked_at_start=stacked, degraded=degraded, lower_others=lower_others
    )
    runner = TwinRunner(config, link, control, happenings, tcp)
    if json:
        print_json({"port": runner.port, "control": None if control is None else str(control), "unit": unit})
    else:
        typer.echo(f"The table answers at {runner.port} (unit {unit}, {speed:g} times real time). Ctrl-C ends it.")
    sys.stdout.flush()
    run_until_told(runner)
