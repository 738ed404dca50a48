"""`junanaho run`: the daemon."""

from pathlib import Path
from typing import Annotated

import typer


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
    journal: Annotated[Path | None, typer.Option(help="The journal, if not the one in the data folder.")] = None,
) -> None:
    """Run the table: drive it, watch it, referee the match, show it."""
    import asyncio

    from referee.analysis.players import read_characters
    from referee.daemon.configuration import Configuration, load_configuration
    from referee.daemon.logs import set_up_logs
    from referee.daemon.serving import RunOptions, run_daemon
    from referee.daemon.simulation.seats import check_seats
    from referee.rules import load_rules
    from referee.tiles import InputError

    if exit_after not in (None, "match", "deal"):
        raise InputError(f"--exit-after is '{exit_after}': expected match or deal")
    for name, value in (
        ("--speed", speed != 1.0),
        ("--truth", truth),
        ("--faces", faces),
        ("--players", players != "careful"),
    ):
        if value and not simulate:
            raise InputError(
                f"{name} needs --simulate: a real table goes at its own pace and knows no more than we see"
            )
    if faces is not None and not faces.is_dir():
        raise InputError(f"--faces {faces}: is no folder; give one with a folder of pictures per label")
    if truth is not None:
        _check_writable(truth)
    configuration = Configuration() if config is None else load_configuration(config)
    changes = {"rules": rules, "store": journal}
    web = {key: value for key, value in (("host", host), ("port", port)) if value is not None}
    configuration = configuration.model_copy(
        update={
            **{key: value for key, value in changes.items() if value is not None},
            "web": configuration.web.model_copy(update=web),
        }
    )
    if config is None and not simulate:
        raise InputError("nothing to run: give --config FILE for a real table, or --simulate")
    rule_set = load_rules(configuration.rules)
    characters = read_characters(players, rule_set.players)
    if simulate:
        check_seats(rule_set)
    set_up_logs(quiet=simulate)
    asyncio.run(
        run_daemon(
            RunOptions(configuration, simulate, speed, exit_after, truth, faces, seed, characters, typer.echo)  # type: ignore[arg-type]
        )
    )


def _check_writable(truth: Path) -> None:
    from referee.tiles import InputError

    try:
        truth.open("a").close()
    except OSError as error:
        raise InputError(f"--truth {truth}: {error.strerror}; give a file that can be written") from error
