"""`junanaho study`: the statistics of the game, exact and sampled, beside what is stated and claimed about it."""

import sys
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.daemon.commands import hand_options as options
from referee.daemon.hand_question import DEFAULT_RULES
from referee.tiles import InputError

if TYPE_CHECKING:
    from referee.analysis.study.plan import StudyPlan
    from referee.daemon.study.kept_state import KeptState

_EXAMPLE = "Example: junanaho study --walls 20000 --deals 5000 --state study.json --plots pictures"
_WALL = 34
_MOST_SAMPLED_TILES = 40  # beyond, a wall holds more hands than can be listed


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog=_EXAMPLE)(study)


def study(
    walls: Annotated[int, typer.Option(min=0, help="How many random walls to look into.")] = 2_000,
    deals: Annotated[int, typer.Option(min=0, help="How many deals to play, and as many of three players.")] = 0,
    exact: Annotated[bool, typer.Option(help="Count the exact figures too; takes about 20 seconds.")] = True,
    seed: Annotated[int, typer.Option(help="The same seed draws the same walls and plays the same deals.")] = 1,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; as many as there are cores if not given.")] = None,
    rules: options.RulesOption = DEFAULT_RULES,
    set_: options.SetOption = None,
    players: Annotated[
        str, typer.Option(help="How players of the deals play: careful, greedy, best_expectation, random, human.")
    ] = "careful",
    tiles: Annotated[int, typer.Option(min=13, max=136, help="Tiles of a wall.")] = 34,
    state: Annotated[
        Path | None, typer.Option(help="Keep what was counted in this file, and go on with what it holds.")
    ] = None,
    plots: Annotated[Path | None, typer.Option(help="Draw plots into this folder, as PNG and SVG.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write the JSON object to this file as well.")] = None,
    json: options.JsonOption = False,
) -> None:
    """Measure the game: exact chances by counting, and samples with their 95 % intervals.

    Ctrl-C ends a study; with --state the same command goes on, and the result is that of a study never stopped.
    """
    import os
    import time

    from referee.daemon.console import people, print_json
    from referee.daemon.study.kept_state import KeptState
    from referee.daemon.study.report import print_report
    from referee.daemon.study.study_json import study_fields
    from referee.daemon.study.studying import carry_out

    plan = _plan(walls, deals, seed, rules, set_, players, tiles)
    _check_outputs(state, plots, out)
    kept = KeptState(plan, state)
    began_s = time.monotonic()
    try:
        results = carry_out(plan, kept, jobs=jobs or len(os.sched_getaffinity(0)), exact=exact, visible=not json)
    except KeyboardInterrupt:
        _tell_of_interrupt(kept, state)
        raise
    fields = study_fields(plan, results, time.monotonic() - began_s)
    if out is not None:
        out.write_text(dumps(fields, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if plots is not None:
        from referee.daemon.study.plots import draw_plots

        draw_plots(plots, plan, results)
    if json:
        print_json(fields)
    else:
        print_report(people(), plan, results)


def _plan(
    walls: int, deals: int, seed: int, rules_name: str, set_: list[str] | None, players: str, tiles: int
) -> "StudyPlan":
    from referee.analysis.players import read_characters
    from referee.analysis.study.plan import Part, StudyPlan
    from referee.rules import load_rules

    if walls and tiles > _MOST_SAMPLED_TILES:
        raise InputError(f"--tiles {tiles}: more than {_MOST_SAMPLED_TILES} hold too many hands to list; add --walls 0")
    if deals and tiles != _WALL:
        raise InputError(f"--tiles {tiles}: deals are played with {_WALL}; leave out --deals")
    (character,) = read_characters(players, 1)
    rules = load_rules(rules_name).with_options(options.settings(set_))
    cases = {Part.WALLS: walls, Part.DEALS: deals, Part.THREE: deals if rules.players == 2 else 0}
    return StudyPlan(rules, seed, tiles, character, cases)


def _check_outputs(state: Path | None, plots: Path | None, out: Path | None) -> None:
    """Raise before the work for what could not be written after it."""
    from importlib.util import find_spec

    for option, file in (("--state", state), ("--out", out)):
        if file is not None and not file.absolute().parent.is_dir():
            raise InputError(f"{option} {file}: there is no folder {file.parent}")
        if file is not None and file.is_dir():
            raise InputError(f"{option} {file} is a folder: name a file")
    if plots is not None:
        if find_spec("matplotlib") is None:
            raise InputError("--plots needs matplotlib, which is not installed: pip install 'junanaho[study]'")
        try:
            plots.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"--plots {plots}: {error.strerror}; name a folder that can be written") from error


def _tell_of_interrupt(kept: "KeptState", state: Path | None) -> None:
    words = (
        "nothing was kept: with --state FILE the same command would go on"
        if state is None
        else f"{state} keeps {kept.done:,} cases: the same command goes on"
    )
    sys.stderr.write(f"junanaho: interrupted; {words}\n")
