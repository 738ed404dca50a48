"""`junanaho waits`: what 13 tiles wait for, and which waits reach the minimum."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.daemon.commands import hand_options as options
from referee.daemon.hand_question import DEFAULT_RULES, Asker, hand_field
from referee.daemon.question_file import answer_file

if TYPE_CHECKING:
    from referee.rules import RuleSet, Waits

_EXAMPLE = "Example: junanaho waits 678m678p2345678s --indicators 3p --set kiriage_mangan=false"
_FIELDS = ("hand", "tile")  # a file of questions to `score` can be asked for its waits too; the tile is not read


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("waits", epilog=_EXAMPLE)(waits)


def waits(
    hand: Annotated[
        str | None, typer.Argument(metavar="HAND13", help="The 13 tiles, such as 678m678p2345678s.")
    ] = None,
    rules: options.RulesOption = DEFAULT_RULES,
    set_: options.SetOption = None,
    indicators: options.IndicatorsOption = None,
    ura: options.UraOption = None,
    seat_wind: options.SeatWindOption = None,
    round_wind: options.RoundWindOption = None,
    dealer: options.DealerOption = None,
    ippatsu: options.IppatsuOption = False,
    houtei: options.HouteiOption = False,
    first_discard: options.FirstDiscardOption = False,
    no_riichi: options.NoRiichiOption = False,
    json: options.JsonOption = False,
    file: options.FileOption = None,
) -> None:
    """List the waits of a hand: ◎ reaches the minimum, △ only with ippatsu or houtei, × cannot be won.

    Values are those without ippatsu and houtei, whether or not these options are given.
    """
    fields = options.situation_fields(
        rules=rules,
        set_=set_,
        indicators=indicators,
        ura=ura,
        seat_wind=seat_wind,
        round_wind=round_wind,
        dealer=dealer,
        ippatsu=ippatsu,
        houtei=houtei,
        first_discard=first_discard,
        no_riichi=no_riichi,
    )
    asker = Asker()
    if file is not None:
        options.check_file_use(json=json, arguments=(hand,))
        raise typer.Exit(answer_file(file, fields, _FIELDS, partial(_answer, asker)))
    if hand is not None:
        fields["hand"] = hand
    if json:
        from referee.daemon.console import print_json

        print_json(_answer(asker, fields))
    else:
        _print_for_people(*_waits(asker, fields))


def _answer(asker: Asker, fields: Mapping[str, object]) -> dict[str, object]:
    from referee.rules import waits_fields

    return waits_fields(_waits(asker, fields)[1])


def _waits(asker: Asker, fields: Mapping[str, object]) -> "tuple[RuleSet, Waits]":
    from referee.rules import waits as find_waits

    rules, situation = asker.rules_and_situation(fields)
    return rules, find_waits(hand_field(fields), rules, situation)


def _print_for_people(rules: "RuleSet", found: "Waits") -> None:
    from referee.daemon.console import people
    from referee.daemon.wait_table import wait_table
    from referee.daemon.worth_words import minimum_words

    console = people()
    if not found.ready:
        why = " but for a fifth copy, which does not exist" if found.ready_by_shape_only else ""
        console.print(f"Not ready: nothing completes the hand{why}.")
        return
    console.print(wait_table(found.waits))
    console.print(f"rules: {rules.name}, minimum {minimum_words(rules)}")
