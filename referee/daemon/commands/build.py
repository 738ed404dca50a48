"""`junanaho build`: what a partly chosen hand can still become, and what each further tile would keep possible."""

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from referee.daemon.commands import hand_options as options
from referee.daemon.hand_question import Asker, tiles_field, wall_field
from referee.tiles import NotAllowedError

if TYPE_CHECKING:
    from referee.analysis.build_help import Change, Progress, Reach
    from referee.rules import RuleSet

_EXAMPLE = "Example: junanaho build 12445568m12334567899p2345667779s14455z --chosen 234567p2345s"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("build", epilog=_EXAMPLE)(build)


@options.hand_command
def build(
    asked: options.Asked,
    tiles: Annotated[
        str | None, typer.Argument(metavar="TILES34", help="The 34 tiles of a wall, such as 1244m5p...14455z.")
    ] = None,
    chosen: Annotated[
        str | None, typer.Option(metavar="TILES", help="The tiles chosen so far, 13 at most; none if not given.")
    ] = None,
) -> None:
    """Tell what can still become of a partly chosen hand, and what each tile more or less would change.

    A wait marked ◎ reaches the minimum, △ only with ippatsu or houtei, × not at all; live are the copies that are
    neither in the wall nor shown.

    Values are those without ippatsu, houtei and ura, whether or not these options are given.
    """
    asked.answer({"tiles": tiles, "chosen": chosen}, _answer, _print_for_people)


def _answer(asker: Asker, fields: Mapping[str, object]) -> dict[str, object]:
    from referee.daemon.best_hand_fields import best_hand_fields, live_waits_fields
    from referee.tiles import format_tiles

    _, progress, seconds = _progress(asker, fields)
    dearest, best_expectation = progress.dearest, progress.best_expectation
    return {
        "chosen": format_tiles(progress.chosen),
        **_reach_fields(progress.reach),
        "dearest": None if dearest is None else best_hand_fields(dearest),
        "best_expectation": None if best_expectation is None else best_hand_fields(best_expectation),
        "waits": None if progress.waits is None else live_waits_fields(progress.waits, progress.live),
        "adding": [_change_fields(change) for change in progress.adding],
        "removing": [_change_fields(change) for change in progress.removing],
        "seconds": round(seconds, 6),
    }


def _print_for_people(asker: Asker, fields: Mapping[str, object]) -> None:
    from referee.daemon.build_words import print_progress

    print_progress(*_progress(asker, fields))


def _progress(asker: Asker, fields: Mapping[str, object]) -> "tuple[RuleSet, Progress, float]":
    """The progress, and how long the change took once the ready hands of the wall were known."""
    from referee.analysis.build_help import BuildHelp

    rules, situation = asker.rules_and_situation(fields)
    helper = BuildHelp.of(wall_field(fields), rules, situation)
    begin = time.perf_counter()
    try:
        progress = helper.after(tiles_field(fields, "chosen"))
    except NotAllowedError as error:
        raise NotAllowedError(f"chosen: {error}") from error
    return rules, progress, time.perf_counter() - begin


def _reach_fields(reach: "Reach") -> dict[str, object]:
    return {"ready_hands": reach.ready_hands, "reaching_hands": reach.reaching_hands, "points": reach.points}


def _change_fields(change: "Change") -> dict[str, object]:
    from referee.rules import wait_fields
    from referee.tiles import format_tile

    fields = {"tile": format_tile(change.tile), "count": change.count, **_reach_fields(change.reach)}
    return fields if change.waits is None else {**fields, "waits": list(map(wait_fields, change.waits.waits))}
