"""`junanaho simulate`: deals between simulated players, by the rules alone or through the whole pipeline."""

from pathlib import Path
from typing import Annotated, Any

import typer


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: junanaho simulate --pipeline full --deals 2 --seed 7 --json")(simulate)


def simulate(
    matches: Annotated[int | None, typer.Option(min=1, help="How many matches to play.")] = None,
    deals: Annotated[int | None, typer.Option(min=1, help="How many deals to play (over as many matches).")] = None,
    seed: Annotated[int, typer.Option(help="The same seed plays the same deals.")] = 1,
    rules: Annotated[str, typer.Option(help="Rule set: a preset or a file.")] = "happy",
    pipeline: Annotated[str, typer.Option(help="'engine': rules and game only; 'full': bytes and pixels.")] = "engine",
    faces: Annotated[Path | None, typer.Option(help="full: photographed faces, one folder per label.")] = None,
    swap: Annotated[tuple[int, int] | None, typer.Option(help="full: exchange two tiles (ids 0-135).")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play with simulated players and a simulated operator."""
    from referee.daemon.console import people, print_json
    from referee.tiles import InputError

    if pipeline not in ("engine", "full"):
        raise InputError(f"--pipeline is '{pipeline}': expected engine or full")
    if pipeline == "engine" and (faces or swap):
        raise InputError("--faces and --swap need --pipeline full: the engine sees no pictures")
    if matches is None and deals is None:
        matches = 1
    figures = (
        _engine(matches, deals, seed, rules)
        if pipeline == "engine"
        else _full(matches, deals, seed, rules, faces, swap, show_progress=not json)
    )
    if json:
        print_json(figures)
        return
    for name, value in figures.items():
        people().print(f"{name.replace('_', ' '):18} {value}")


def _engine(matches: int | None, deals: int | None, seed: int, rules_name: str) -> dict[str, Any]:
    import time
    from collections import Counter
    from random import Random

    from referee.analysis.playout import Playout, tally
    from referee.rules import load_rules

    rules = load_rules(rules_name)
    rng = Random(seed)
    counts: Counter[str] = Counter()
    began_s = time.perf_counter()
    played = 0
    while (matches is None or played < matches) and (deals is None or counts["deals"] < deals):
        left = _MOST_DEALS if deals is None else deals - counts["deals"]
        counts += tally(Playout(rules, Random(rng.random())).play(left))
        played += 1
    seconds = time.perf_counter() - began_s
    return _figures(counts, {"tiles": 0, "wrong": 0, "unsure": 0}, seconds) | {"matches": played}


def _full(
    matches: int | None,
    deals: int | None,
    seed: int,
    rules: str,
    faces: Path | None,
    swap: tuple[int, int] | None,
    *,
    show_progress: bool,
) -> dict[str, Any]:
    from collections import Counter

    from referee.analysis.playout import tally
    from referee.daemon.console import progress
    from referee.daemon.logs import set_up_logs
    from referee.daemon.simulation.full import FullConfig, play_full

    set_up_logs(quiet=True)
    with progress("deals", deals, visible=show_progress) as tell:
        run = play_full(FullConfig(rules, deals, matches, seed, faces=faces, swap=swap), tell)
    counts: Counter[str] = Counter()
    for match in run.matches:
        counts += tally(match)
    wrong = run.comparison.differences
    recognition = {"tiles": run.comparison.tiles, "wrong": len(wrong), "unsure": run.questions}
    return _figures(counts, recognition, run.seconds) | {
        "matches": len(run.matches),
        "from_camera": run.comparison.from_camera,
        "differences": [
            {"deal": one.deal, "what": one.what, "seat": one.seat, "table": one.table, "record": one.record}
            for one in wrong[:20]
        ],
        "results": [
            {"type": deal.result.type.value, "delta": {seat.value: float(d) for seat, d in deal.result.delta.items()}}
            for match in run.matches
            for deal in match.deals
            if deal.result is not None
        ],
    }


def _figures(counts: dict[str, int], recognition: dict[str, int], seconds: float) -> dict[str, Any]:
    return {
        "deals": counts["deals"],
        "wins": counts["wins"],
        "draws": counts["draws"],
        "refused": counts["refused"],
        "recognition": recognition,
        "seconds": round(seconds, 3),
        "deals_per_second": round(counts["deals"] / seconds, 3) if seconds else 0.0,
    }


_MOST_DEALS = 10_000  # of one match: an open match of a rule set without an end
