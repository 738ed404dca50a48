"""`junanaho run`: the daemon."""

import signal
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.tiles import InputError

if TYPE_CHECKING:
    from referee.daemon.configuration import Configuration
    from referee.daemon.serving import RunOptions
    from referee.daemon.settings.file import StartedWith


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: junanaho run --simulate --speed 30 --exit-after match")(run)


def run(
    config: Annotated[Path | None, typer.Option(help="Configuration file (see config/example.yaml).")] = None,
    simulate: Annotated[bool, typer.Option("--simulate", help="Simulated table, cameras, players, operator.")] = False,
    rules: Annotated[str | None, typer.Option(help="Rule set of new matches: a preset or a file.")] = None,
    host: Annotated[str | None, typer.Option(help="Address to serve the pages on (default 127.0.0.1).")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port of the pages (default 8017).")] = None,
    speed: Annotated[float, typer.Option(min=0.1, max=1000, help="Simulation: times as fast, at most.")] = 1.0,
    seed: Annotated[int, typer.Option(help="Simulation: decides tiles, dice and players.")] = 1,
    players: Annotated[
        str, typer.Option(help="Simulation: who plays, as for `simulate`: one name, or one by seat with commas.")
    ] = "careful",
    exit_after: Annotated[str | None, typer.Option(help="End by itself after the first 'match' or 'deal'.")] = None,
    truth: Annotated[Path | None, typer.Option(help="Simulation: write what really happened, JSON lines.")] = None,
    faces: Annotated[Path | None, typer.Option(help="Simulation: photographed faces, one folder per label.")] = None,
    faults: Annotated[
        Path | None, typer.Option(help="Simulation: what goes wrong and when (docs/fault-scripts.md).")
    ] = None,
    journal: Annotated[Path | None, typer.Option(help="The journal, if not the one in the data folder.")] = None,
    safe_mode: Annotated[
        bool,
        typer.Option("--safe-mode", help="If the table cannot be started: serve the settings page, move nothing."),
    ] = False,
) -> None:
    """Run the table: drive it, watch it, referee the match, show it."""
    from referee.daemon.logs import set_up_logs

    if not simulate:
        _refuse_of_a_real_table(
            speed=speed != 1.0, truth=truth, faces=faces, faults=faults, players=players != "careful"
        )
    _check_given(exit_after, faults, faces, truth)
    if config is None and not simulate:
        raise InputError("nothing to run: give --config FILE for a real table, or --simulate")
    if safe_mode and config is None:
        raise InputError("--safe-mode needs --config FILE: there are no settings to mend without one")
    web = _given({"host": host, "port": port})
    others = _given({"rules": rules, "store": journal})

    def options() -> "RunOptions":
        from referee.analysis.players import read_characters
        from referee.daemon.serving import RunOptions
        from referee.daemon.simulation.seats import check_seats
        from referee.rules import load_rules

        configuration, started = _read(config)
        configuration = configuration.model_copy(update={**others, "web": configuration.web.model_copy(update=web)})
        rule_set = load_rules(configuration.rules)
        characters = read_characters(players, rule_set.players)
        if simulate:
            check_seats(rule_set)
        return RunOptions(
            configuration,
            simulate,
            speed,
            exit_after,  # type: ignore[arg-type]
            truth,
            faces,
            seed,
            characters,
            typer.echo,
            faults,
            started,
        )

    set_up_logs(quiet=simulate)
    _run_until_over(options, config if safe_mode else None, web)


def _run_until_over(options: Callable[[], "RunOptions"], mend: Path | None, web: Mapping[str, object]) -> None:
    """Run, and start anew as often as the settings page asks for it."""
    before = signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # an emergency stop where nothing can move ends nothing
    try:
        while _run_once(options, mend, web):
            pass
    finally:
        signal.signal(signal.SIGUSR1, before)


def _run_once(options: Callable[[], "RunOptions"], mend: Path | None, web: Mapping[str, object]) -> bool:
    """Run until it ends; whether to start anew. `mend`: the file whose settings are served if it cannot be started."""
    import asyncio

    from referee.daemon.safe_mode import SafeMode, run_safely
    from referee.daemon.serving import run_daemon
    from referee.daemon.settings.file import ConfigurationFile, StartedWith

    try:
        return asyncio.run(run_daemon(options()))
    except InputError as error:
        if mend is None:
            raise
        file = ConfigurationFile(mend)
        return asyncio.run(run_safely(SafeMode(str(error), StartedWith(file, file.read().text), typer.echo, web)))


def _check_given(exit_after: str | None, faults: Path | None, faces: Path | None, truth: Path | None) -> None:
    """What is wrong with these is told before anything starts."""
    from drivers.simulator.fault_script import load_fault_script

    if exit_after not in (None, "match", "deal"):
        raise InputError(f"--exit-after is '{exit_after}': expected match or deal")
    if faults is not None:
        load_fault_script(faults)
    if faces is not None and not faces.is_dir():
        raise InputError(f"--faces {faces}: is no folder; give one with a folder of pictures per label")
    if truth is not None:
        _check_writable(truth)


def _refuse_of_a_real_table(**given: object) -> None:
    """Raise InputError if any of these options was given, by name."""
    for name, value in given.items():
        if value:
            raise InputError(
                f"--{name} needs --simulate: a real table goes at its own pace and knows no more than we see"
            )


def _read(config: Path | None) -> "tuple[Configuration, StartedWith | None]":
    """The configuration of the file with its text, or the default one."""
    from referee.daemon.configuration import Configuration
    from referee.daemon.settings.file import read_file

    return (Configuration(), None) if config is None else read_file(config)


def _given(options: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in options.items() if value is not None}


def _check_writable(truth: Path) -> None:
    try:
        truth.open("a").close()
    except OSError as error:
        raise InputError(f"--truth {truth}: {error.strerror}; give a file that can be written") from error
