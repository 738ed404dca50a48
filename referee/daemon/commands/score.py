"""`junanaho score`: what a hand is worth when it wins on a tile, and whether the rules allow it."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.daemon.commands import hand_options as options
from referee.daemon.commands.language_option import LanguageOption, speaker_of
from referee.daemon.hand_question import Asker, hand_field, tile_field

if TYPE_CHECKING:
    from rich.table import Table

    from referee.display.texts import Speaker
    from referee.rules import RuleSet, Score

_EXAMPLE = "Example: junanaho score 234m567p3467888s 5s --indicators 4p --rules happy --seat-wind W --ippatsu"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("score", epilog=_EXAMPLE)(score)


@options.hand_command
def score(
    asked: options.Asked,
    hand: Annotated[
        str | None, typer.Argument(metavar="HAND13", help="The 13 tiles, such as 234m567p3467888s.")
    ] = None,
    tile: Annotated[str | None, typer.Argument(metavar="TILE", help="The winning tile, such as 5s or 0s.")] = None,
    lang: LanguageOption = "",
) -> None:
    """Score a hand that wins on a tile: reading, yaku, fu, limit, points, and whether the ron is allowed."""
    show = partial(_print_words, speaker_of(lang)) if lang else _print_for_people
    asked.answer({"hand": hand, "tile": tile}, _answer, show)


def _answer(asker: Asker, fields: Mapping[str, object]) -> dict[str, object]:
    from referee.rules import score_fields

    return score_fields(_score(asker, fields)[1])


def _score(asker: Asker, fields: Mapping[str, object]) -> "tuple[RuleSet, Score]":
    from referee.rules import score as score_hand

    rules, situation = asker.rules_and_situation(fields)
    hand, tile = hand_field(fields), tile_field(fields, "tile")
    return rules, score_hand(hand, tile, rules, situation)


def _print_words(speaker: "Speaker", asker: Asker, fields: Mapping[str, object]) -> None:
    from referee.daemon.console import people
    from referee.display.sheet_phrases import score_phrases

    rules, result = _score(asker, fields)
    for phrase in score_phrases(rules, hand_field(fields), tile_field(fields, "tile"), result):
        people().print(speaker.say(phrase))


def _print_for_people(asker: Asker, fields: Mapping[str, object]) -> None:
    from referee.daemon.console import people, pictures
    from referee.daemon.worth_words import fu_words, refusal_words, worth_words

    rules, result = _score(asker, fields)
    console = people()
    if result.reading is None:
        console.print("The tiles are not complete: no ron.", style="bold red")
        return
    console.print(f"{result.reading.text}   {' '.join(pictures(group) for group in result.reading.groups)}")
    console.print(f"wait: {result.reading.wait.value}\n")
    console.print(_yaku_table(result))
    if result.fu_parts:
        console.print(f"fu: {fu_words(result)}")
    console.print(f"worth: {worth_words(result)}   (rules: {rules.name})", style="bold")
    if result.can_ron:
        console.print("ron: allowed", style="bold green")
    else:
        console.print(f"ron: refused, {refusal_words(result, rules)}", style="bold red")


def _yaku_table(result: "Score") -> "Table":
    from rich.table import Table

    table = Table("yaku", box=None, pad_edge=False)
    table.add_column("han" if result.yakuman == 0 else "yakuman", justify="right")
    for yaku in result.yaku:
        table.add_row(yaku.id.value.replace("_", " "), str(yaku.yakuman if yaku.han is None else yaku.han))
    return table
