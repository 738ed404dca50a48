"""The options that the hand commands (`score`, `waits`, `solve`) share.

What they mean is `referee.daemon.hand_question`: here they only become the fields of a question, the same as those of
a line in a file of questions.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from referee.tiles import InputError

RulesOption = Annotated[
    str, typer.Option("--rules", metavar="PRESET_OR_FILE", help="The rule set: a preset or a file.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Set an option of the rule set; the value is YAML. Repeatable."),
]
IndicatorsOption = Annotated[str | None, typer.Option(metavar="TILES", help="The dora indicator, such as 3m.")]
UraOption = Annotated[
    str | None, typer.Option(metavar="TILES", help="The ura indicator; never counts for the minimum.")
]
SeatWindOption = Annotated[str | None, typer.Option(metavar="E|S|W|N", help="The seat's wind.")]
RoundWindOption = Annotated[str | None, typer.Option(metavar="E|S|W|N|none", help="The round's wind.")]
DealerOption = Annotated[
    bool | None, typer.Option("--dealer/--no-dealer", help="Whether the seat deals; else the seat with east does.")
]
IppatsuOption = Annotated[bool, typer.Option("--ippatsu", help="Won while ippatsu lasts.")]
HouteiOption = Annotated[bool, typer.Option("--houtei", help="Won on the last discard.")]
FirstDiscardOption = Annotated[
    bool, typer.Option("--first-discard", help="Won on the opponent's first discard, before the own riichi.")
]
NoRiichiOption = Annotated[bool, typer.Option("--no-riichi", help="Riichi does not stand.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
FileOption = Annotated[
    Path | None,
    typer.Option("--file", metavar="F.jsonl", help="Answer each line of a JSONL file (- is stdin); needs --json."),
]


def situation_fields(
    *,
    rules: str,
    set_: Sequence[str] | None,
    indicators: str | None,
    ura: str | None,
    seat_wind: str | None,
    round_wind: str | None,
    dealer: bool | None,
    ippatsu: bool,
    houtei: bool,
    first_discard: bool,
    no_riichi: bool,
) -> dict[str, object]:
    """The options of a command line as the fields of a question; what was not given is left out."""
    given = {
        "rules": rules,
        "set": settings(set_),
        "indicators": indicators,
        "ura": ura,
        "seat_wind": seat_wind,
        "round_wind": round_wind,
        "dealer": dealer,
        "ippatsu": ippatsu or None,
        "houtei": houtei or None,
        "first_discard": first_discard or None,
        "no_riichi": no_riichi or None,
    }
    return {name: value for name, value in given.items() if value is not None}


def check_file_use(*, json: bool, arguments: Sequence[str | None]) -> None:
    """Raise InputError unless `--file` stands with `--json` and without the arguments that its lines hold."""
    if not json:
        raise InputError("--file answers in JSON: add --json")
    if any(argument is not None for argument in arguments):
        raise InputError(f"--file and '{next(filter(None, arguments), '')}' were both given: the file holds the hands")


def settings(set_: Sequence[str] | None) -> dict[str, object]:
    """The rule options of repeated `--set KEY=VALUE`. Raises InputError for what is none."""
    return dict(map(_read_setting, set_ or ()))


def _read_setting(text: str) -> tuple[str, object]:
    from referee.strict_yaml import YamlError, read_yaml

    name, equals, value = text.partition("=")
    if not equals:
        raise InputError(f"--set {text[:60]}: expected KEY=VALUE, such as kiriage_mangan=false")
    try:
        return name.strip(), read_yaml(value).data
    except YamlError as error:
        raise InputError(f"--set {text[:60]}: {error}") from error
