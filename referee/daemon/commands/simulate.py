"""`junanaho simulate`: deals between simulated players, by the rules alone or through the whole pipeline."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from referee.daemon.simulation.engine import EngineConfig
    from referee.daemon.simulation.full import FullConfig

_PLAYERS_HELP = (
    "Who plays, by seat with commas between, or one for all: careful, greedy, best_expectation, random, human (errs)."
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: junanaho simulate --pipeline full --deals 2 --seed 7 --json")(simulate)


def simulate(
    matches: Annotated[int | None, typer.Option(min=1, help="How many matches to play.")] = None,
    deals: Annotated[int | None, typer.Option(min=1, help="How many deals to play (over as many matches).")] = None,
    seed: Annotated[int, typer.Option(help="The same seed plays the same deals.")] = 1,
    rules: Annotated[str, typer.Option(help="Rule set: a preset or a file.")] = "happy",
    players: Annotated[str, typer.Option(help=_PLAYERS_HELP)] = "careful",
    pipeline: Annotated[str, typer.Option(help="'engine': rules and game only; 'full': bytes and pixels.")] = "engine",
    jobs: Annotated[int, typer.Option(min=1, max=64, help="engine: processes; the result is the same.")] = 1,
    faces: Annotated[Path | None, typer.Option(help="full: photographed faces, one folder per label.")] = None,
    faults: Annotated[Path | None, typer.Option(help="full: what goes wrong and when (docs/fault-scripts.md).")] = None,
    swap: Annotated[tuple[int, int] | None, typer.Option(help="full: exchange two tiles (ids 0-135).")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play with simulated players and a simulated operator."""
    from drivers.simulator.fault_script import load_fault_script
    from referee.analysis.players import read_characters
    from referee.daemon.console import print_json
    from referee.daemon.simulation.engine import EngineConfig
    from referee.daemon.simulation.full import FullConfig
    from referee.daemon.simulation.seats import check_seats
    from referee.rules import load_rules
    from referee.tiles import InputError

    if pipeline not in ("engine", "full"):
        raise InputError(f"--pipeline is '{pipeline}': expected engine or full")
    if pipeline == "engine" and (faces or swap or faults):
        raise InputError("--faces, --swap and --faults need --pipeline full: the engine has no table and no pictures")
    if faults is not None:
        load_fault_script(faults)  # a bad script is told before anything starts
    if pipeline == "full" and jobs > 1:
        raise InputError("--jobs needs --pipeline engine: the full pipeline plays one deal after the other")
    characters = read_characters(players, load_rules(rules).players)
    if matches is None and deals is None:
        matches = 1
    if pipeline == "engine":
        figures = _engine(EngineConfig(rules, characters, seed, matches, deals, jobs), show_progress=not json)
    else:
        check_seats(load_rules(rules))
        config = FullConfig(rules, deals, matches, seed, faces=faces, swap=swap, players=characters, faults=faults)
        figures = _full(config, show_progress=not json)
    if json:
        print_json(figures)
    else:
        _tell(figures)


def _engine(config: "EngineConfig", *, show_progress: bool) -> dict[str, Any]:
    from collections import Counter

    from referee.daemon.console import progress
    from referee.daemon.simulation.engine import play_engine
    from referee.daemon.simulation.figures import deal_figures, player_figures

    with progress("deals", config.deals, visible=show_progress) as tell:
        run = play_engine(config, tell)
    counts: Counter[str] = Counter(deals=len(run.deals))
    mistakes: Counter[str] = Counter()
    for deal in run.deals:
        counts += deal.counts
        mistakes += deal.mistakes
    return {
        **deal_figures(counts, {"tiles": 0, "wrong": 0, "unsure": 0}, run.seconds),
        "matches": run.matches,
        **player_figures(config.players, (deal.seats for deal in run.deals)),
        "mistakes": dict(sorted(mistakes.items())),
    }


def _full(config: "FullConfig", *, show_progress: bool) -> dict[str, Any]:
    from collections import Counter

    from referee.analysis.playout import seat_tally, tally
    from referee.daemon.console import progress
    from referee.daemon.logs import set_up_logs
    from referee.daemon.simulation.figures import deal_figures, player_figures
    from referee.daemon.simulation.full import play_full
    from referee.game import number

    set_up_logs(quiet=True)
    with progress("deals", config.deals, visible=show_progress) as tell:
        run = play_full(config, tell)
    counts: Counter[str] = Counter()
    for match in run.matches:
        counts += tally(match)
    wrong = run.comparison.differences
    recognition = {"tiles": run.comparison.tiles, "wrong": len(wrong), "unsure": run.questions}
    deals = [deal for match in run.matches for deal in match.deals]
    return {
        **deal_figures(counts, recognition, run.seconds),
        "matches": len(run.matches),
        **player_figures(config.players, ({seat: seat_tally(deal, seat) for seat in deal.seats} for deal in deals)),
        "mistakes": dict(sorted(run.mistakes.items())),
        "from_camera": run.comparison.from_camera,
        "differences": [
            {"deal": one.deal, "what": one.what, "seat": one.seat, "table": one.table, "record": one.record}
            for one in wrong[:20]
        ],
        "results": [
            {"type": result.type.value, "delta": {seat.value: number(points) for seat, points in result.delta.items()}}
            for result in (deal.result for deal in deals)
            if result is not None
        ],
    }


def _tell(figures: dict[str, Any]) -> None:
    """The figures for people: one a line, the players' as a table."""
    from rich.table import Table

    from referee.analysis.players import Character
    from referee.daemon.console import people

    console = people()
    characters = figures.pop("characters")
    players = {**figures.pop("players"), **characters}
    mistakes = figures.pop("mistakes")
    for name, value in figures.items():
        console.print(f"{name.replace('_', ' '):18} {_words(value)}")
    for name, count in mistakes.items():
        console.print(f"mistake: {name.replace('_', ' ')} {count}")
    table = Table(box=None)
    columns = ("", "character", "deals", "wins", "losses", "refused", "points", "points_per_deal")
    for column in columns:
        table.add_column(column.replace("_", " "), justify="left" if column in columns[:2] else "right")
    for name, fields in players.items():
        table.add_row(name, *(str(fields.get(column, "")) for column in columns[1:]))
    console.print(table)
    for name in characters:
        console.print(f"{name}: {Character(name).description}")


def _words(value: object) -> str:
    """A figure as people read it: `9 tiles, 0 wrong` for named ones, one after the other for a list."""
    if isinstance(value, dict):
        return ", ".join(f"{_words(part)} {name.replace('_', ' ')}" for name, part in value.items())
    if isinstance(value, list):
        return "; ".join(map(_words, value)) or "none"
    return str(value)
