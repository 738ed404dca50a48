"""The options that the hand commands (`score`, `waits`, `solve`, `build`) share, and the ways in which they answer.

What the options mean is `referee.daemon.hand_question`: here they only become the fields of a question, the same as
those of a line in a file of questions.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, wraps
from inspect import Signature, signature
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from referee.daemon.console import print_json
from referee.daemon.hand_question import DEFAULT_RULES, Asker
from referee.daemon.question_file import answer_file
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


Answer: TypeAlias = Callable[[Asker, Mapping[str, object]], Mapping[str, object]]
Show: TypeAlias = Callable[[Asker, Mapping[str, object]], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a command line asks: the fields of the situation, and in which form it wants the answer."""

    fields: dict[str, object]
    json: bool
    file: Path | None

    def answer(
        self, arguments: Mapping[str, str | None], answer: Answer, show: Show, *, also: Collection[str] = ()
    ) -> None:
        """Print what `answer` finds as JSON, for one question or each line of a file, or let `show` tell it to people.

        `arguments` are what the lines of a file name for themselves, so that they cannot stand beside one; `also` are
        further fields that a line may have.
        """
        asker = Asker()
        if self.file is not None:
            check_file_use(json=self.json, arguments=tuple(arguments.values()))
            raise typer.Exit(answer_file(self.file, self.fields, (*arguments, *also), partial(answer, asker)))
        fields = self.fields | _given(arguments)
        if self.json:
            print_json(answer(asker, fields))
        else:
            show(asker, fields)

    def with_defaults(self, **options: object) -> "Asked":
        """The same with a command's own options, which a line of a file overrides."""
        return replace(self, fields=self.fields | _given(options))


def hand_command(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that the hand commands share to a command, which gets them as its first argument, an Asked."""
    own = list(signature(command, eval_str=True).parameters.values())[1:]
    shared = list(signature(_asked, eval_str=True).parameters.values())

    @wraps(command)
    def called(**given: Any) -> None:
        asked = _asked(**{option.name: given.pop(option.name) for option in shared})
        command(asked, **given)

    # typer reads a command's arguments from both
    called.__signature__ = Signature([*own, *shared])  # type: ignore[attr-defined]
    called.__annotations__ = {parameter.name: parameter.annotation for parameter in (*own, *shared)}
    return called


def _asked(
    rules: RulesOption = DEFAULT_RULES,
    set_: SetOption = None,
    indicators: IndicatorsOption = None,
    ura: UraOption = None,
    seat_wind: SeatWindOption = None,
    round_wind: RoundWindOption = None,
    dealer: DealerOption = None,
    ippatsu: IppatsuOption = False,
    houtei: HouteiOption = False,
    first_discard: FirstDiscardOption = False,
    no_riichi: NoRiichiOption = False,
    json: JsonOption = False,
    file: FileOption = None,
) -> Asked:
    """The options of a command line as the fields of a question; what was not given is left out."""
    fields = {
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
    return Asked(_given(fields), json, file)


def _given(fields: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value is not None}


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
