"""`junanaho solve`: every ready hand that 34 tiles hold, in figures, and the best of them."""

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from referee.daemon.commands import hand_options as options
from referee.daemon.hand_question import Asker, wall_field
from referee.tiles import InputError

if TYPE_CHECKING:
    from referee.analysis.solver import Order, Solution
    from referee.rules import RuleSet

_EXAMPLE = "Example: junanaho solve 12445568m12334567899p2345667779s14455z --indicators 7p --top 3 --by expectation"
_MOST = 1_000


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("solve", epilog=_EXAMPLE)(solve)


@options.hand_command
def solve(
    asked: options.Asked,
    tiles: Annotated[
        str | None, typer.Argument(metavar="TILES34", help="The 34 tiles of a wall, such as 1244m5p...14455z.")
    ] = None,
    top: Annotated[
        int | None, typer.Option(metavar="N", help="How many of the best hands to list; 1 if not given.")
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="value|live|expectation",
            help="What makes a hand the best: its points, the live copies of its full waits, or the points to be "
            "expected of it.",
        ),
    ] = None,
) -> None:
    """Find every ready hand among the 34 tiles of a wall: how many there are, how many can win, and the best ones.

    A wait marked ◎ reaches the minimum, △ only with ippatsu or houtei, × not at all; live are the copies that are
    neither in the wall nor shown.

    Values are those without ippatsu, houtei and ura, whether or not these options are given.
    """
    asked.with_defaults(top=top, by=by).answer({"tiles": tiles}, _answer, _print_for_people, also=("top", "by"))


def _answer(asker: Asker, fields: Mapping[str, object]) -> dict[str, object]:
    from referee.daemon.best_hand_fields import best_hand_fields

    _, solution, seconds = _solution(asker, fields)
    return {
        "ready_hands": solution.ready_hands,
        "pairs": solution.pairs,
        "reaching_hands": solution.reaching_hands,
        "reaching_all": solution.reaching_all,
        "best_points": solution.best_points,
        "best": [best_hand_fields(best) for best in solution.best],
        "seconds": round(seconds, 6),
    }


def _solution(asker: Asker, fields: Mapping[str, object]) -> "tuple[RuleSet, Solution, float]":
    from referee.analysis.solver import solve as solve_wall

    rules, situation = asker.rules_and_situation(fields)
    tiles = wall_field(fields)
    top, order = _top(fields), _order(fields)
    begin = time.perf_counter()
    solution = solve_wall(tiles, rules, situation, top, order)
    return rules, solution, time.perf_counter() - begin


def _top(fields: Mapping[str, object]) -> int:
    top = fields.get("top", 1)
    if not isinstance(top, int) or isinstance(top, bool) or not 0 <= top <= _MOST:
        raise InputError(f"top is {top!r}: expected a whole number from 0 to {_MOST}")
    return top


def _order(fields: Mapping[str, object]) -> "Order":
    from referee.analysis.solver import Order

    by = fields.get("by", Order.VALUE.value)
    if not isinstance(by, str) or by not in list(Order):
        raise InputError(f"by is {str(by)[:60]!r}: expected one of {', '.join(Order)}")
    return Order(by)


def _print_for_people(asker: Asker, fields: Mapping[str, object]) -> None:
    from referee.daemon.console import people, pictures
    from referee.daemon.wait_table import wait_table
    from referee.daemon.worth_words import minimum_words
    from referee.tiles import format_tiles

    rules, solution, seconds = _solution(asker, fields)
    console = people()
    if not solution.ready_hands:
        console.print("No ready hand: nothing that can be chosen from these tiles waits for anything.")
        return
    console.print(
        f"{solution.ready_hands:,} ready hands with {solution.pairs:,} waits, "
        f"the dearest worth {solution.best_points:,} points"
    )
    console.print(
        f"{solution.reaching_hands:,} reach the minimum of {minimum_words(rules)} on some wait, "
        f"{solution.reaching_all:,} on every wait (rules: {rules.name})"
    )
    for place, best in enumerate(solution.best, start=1):
        console.print(f"\n{place}. {format_tiles(best.hand)}   {pictures(best.hand)}", style="bold")
        console.print(
            f"{best.points:,} points, {best.live} live winning tiles, {best.expectation:,.0f} points to be expected"
        )
        console.print(wait_table(best.waits.waits, best.live_of_waits))
    console.print(f"\nfound in {1_000 * seconds:,.0f} ms")
