"""`junanaho score`: what a hand is worth when it wins on a tile, and whether the rules allow it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from referee.daemon.commands import hand_options as options
from referee.daemon.commands.language_option import LanguageOption, speaker_of
from referee.daemon.hand_question import DEFAULT_RULES, Asker, hand_field, tile_field
from referee.daemon.question_file import answer_file

if TYPE_CHECKING:
    from rich.table import Table

    from referee.display.texts import Speaker
    from referee.rules import RuleSet, Score
    from referee.tiles import Tile

_EXAMPLE = "Example: junanaho score 234m567p3467888s 5s --indicators 4p --rules happy --seat-wind W --ippatsu"
_FIELDS = ("hand", "tile")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("score", epilog=_EXAMPLE)(score)


def score(
    hand: Annotated[
        str | None, typer.Argument(metavar="HAND13", help="The 13 tiles, such as 234m567p3467888s.")
    ] = None,
    tile: Annotated[str | None, typer.Argument(metavar="TILE", help="The winning tile, such as 5s or 0s.")] = None,
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
    lang: LanguageOption = "",
) -> None:
    """Score a hand that wins on a tile: reading, yaku, fu, limit, points, and whether the ron is allowed."""
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
    speaker = speaker_of(lang) if lang else None
    asker = Asker()
    if file is not None:
        options.check_file_use(json=json, arguments=(hand, tile))
        raise typer.Exit(answer_file(file, fields, _FIELDS, partial(_answer, asker)))
    fields |= {name: value for name, value in (("hand", hand), ("tile", tile)) if value is not None}
    if json:
        from referee.daemon.console import print_json

        print_json(_answer(asker, fields))
    elif speaker is not None:
        _print_words(*_score(asker, fields), hand_field(fields), tile_field(fields, "tile"), speaker)
    else:
        _print_for_people(*_score(asker, fields))


def _answer(asker: Asker, fields: Mapping[str, object]) -> dict[str, object]:
    from referee.rules import score_fields

    return score_fields(_score(asker, fields)[1])


def _score(asker: Asker, fields: Mapping[str, object]) -> "tuple[RuleSet, Score]":
    from referee.rules import score as score_hand

    rules, situation = asker.rules_and_situation(fields)
    hand, tile = hand_field(fields), tile_field(fields, "tile")
    return rules, score_hand(hand, tile, rules, situation)


def _print_words(rules: "RuleSet", result: "Score", hand: "Sequence[Tile]", tile: "Tile", speaker: "Speaker") -> None:
    from referee.daemon.console import people
    from referee.display.sheet_phrases import score_phrases

    for phrase in score_phrases(rules, hand, tile, result):
        people().print(speaker.say(phrase))


def _print_for_people(rules: "RuleSet", result: "Score") -> None:
    from referee.daemon.console import people, pictures
    from referee.daemon.worth_words import fu_words, refusal_words, worth_words

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
