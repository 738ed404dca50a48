"""`junanaho waits`: what 13 tiles wait for, and which waits reach the minimum."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from referee.daemon.commands import hand_options as options
from referee.daemon.hand_question import Asker, hand_field

if TYPE_CHECKING:
    from referee.rules import RuleSet, Waits

_EXAMPLE = "Example: junanaho waits 678m678p2345678s --indicators 3p --set kiriage_mangan=false"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("waits", epilog=_EXAMPLE)(waits)


@options.hand_command
def waits(
    asked: options.Asked,
    hand: Annotated[
        str | None, typer.Argument(metavar="HAND13", help="The 13 tiles, such as 678m678p2345678s.")
    ] = None,
) -> None:
    """List the waits of a hand: ◎ reaches the minimum, △ only with ippatsu or houtei, × cannot be won.

    Values are those without ippatsu and houtei, whether or not these options are given.
    """
    # a file of questions to `score` can be asked for its waits too; the tile is not read
    asked.answer({"hand": hand}, _answer, _print_for_people, also=("tile",))


def _answer(asker: Asker, fields: Mapping[str, object]) -> dict[str, object]:
    from referee.rules import waits_fields

    return waits_fields(_waits(asker, fields)[1])


def _waits(asker: Asker, fields: Mapping[str, object]) -> "tuple[RuleSet, Waits]":
    from referee.rules import waits as find_waits

    rules, situation = asker.rules_and_situation(fields)
    return rules, find_waits(hand_field(fields), rules, situation)


def _print_for_people(asker: Asker, fields: Mapping[str, object]) -> None:
    from referee.daemon.console import people
    from referee.daemon.wait_table import wait_table
    from referee.daemon.worth_words import minimum_words

    rules, found = _waits(asker, fields)
    console = people()
    if not found.ready:
        why = " but for a fifth copy, which does not exist" if found.ready_by_shape_only else ""
        console.print(f"Not ready: nothing completes the hand{why}.")
        return
    console.print(wait_table(found.waits))
    console.print(f"rules: {rules.name}, minimum {minimum_words(rules)}")
