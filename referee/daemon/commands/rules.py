"""`junanaho rules`: the rule sets that are shipped, and what one of them (or a house's file) decides."""

import json as json_text
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Final

import typer

from referee.daemon.commands import hand_options as options
from referee.daemon.commands.language_option import LanguageOption, speaker_of

if TYPE_CHECKING:
    from referee.display.texts import Speaker
    from referee.rules import RuleSet


_LISTED: Final = ("players", "minimum", "payment", "length")


def register(app: typer.Typer) -> None:
    """Add the command group."""
    group = typer.Typer(
        help="List the rule sets, or show every option of one.",
        epilog="Example: junanaho rules show happy",
        no_args_is_help=False,
        rich_markup_mode=None,
    )
    group.command("list", epilog="Example: junanaho rules list --json")(list_rules)
    group.command("show", epilog="Example: junanaho rules show my_house.yaml --set minimum=haneman --lang ja")(
        show_rules
    )
    app.add_typer(group, name="rules")


def list_rules(json: options.JsonOption = False, lang: LanguageOption = "") -> None:
    """List the rule sets that are shipped; with --lang in words."""
    from referee.daemon.console import people, print_json
    from referee.rules import load_rules, preset_names

    speaker = speaker_of(lang) if lang else None
    presets = [load_rules(name) for name in preset_names()]
    if json:
        print_json({"presets": [_about(rules) for rules in presets]})
        return
    from rich.table import Table

    heads = _LISTED if speaker is None else [speaker.text(f"option.{option}") for option in _LISTED]
    table = Table("name", "title", *heads, box=None, pad_edge=False)
    for rules in presets:
        title = rules.title.get(lang) or rules.title.get("en", rules.name)
        table.add_row(rules.name, title, *_listed(rules, speaker))
    people().print(table)


def _listed(rules: "RuleSet", speaker: "Speaker | None") -> list[str]:
    """What tells rule sets apart at a glance."""
    plain = rules.plain_options()
    if speaker is None:
        return [_yaml(plain[option]) for option in _LISTED]
    from referee.display.rule_phrases import value_phrase

    return [speaker.say(value_phrase(option, plain[option])) for option in _LISTED]


def show_rules(
    rules: Annotated[str, typer.Argument(metavar="PRESET_OR_FILE", help="The rule set: a preset or a file.")],
    set_: options.SetOption = None,
    json: options.JsonOption = False,
    lang: LanguageOption = "",
) -> None:
    """Show every option of a rule set; those that its source leaves open are marked as this project's decision.

    With --lang the rules are told in words, as on the page /rules for players.
    """
    from referee.daemon.console import print_json
    from referee.rules import load_rules

    speaker = speaker_of(lang) if lang else None
    loaded = _as_set(load_rules(rules), options.settings(set_))
    if json:
        fields = {**_about(loaded), "options": loaded.plain_options()}
        print_json(fields if speaker is None else {**fields, "words": _words(loaded, speaker)})
    elif speaker is None:
        _print_for_people(loaded)
    else:
        _print_words(loaded, speaker)


def _as_set(rules: "RuleSet", settings: Mapping[str, object]) -> "RuleSet":
    """The rules with these options; one that is set otherwise is no decision of the rule set any more."""
    changed = rules.with_options(settings)
    same = set(changed.plain_options()) - set(changed.differing_options(rules))
    return replace(changed, decided=tuple(option for option in rules.decided if option in same))


def _words(rules: "RuleSet", speaker: "Speaker") -> dict[str, dict[str, str]]:
    """Every option in words: its name, its value, what it is about."""
    from referee.display.rule_phrases import rule_words

    return {
        one.option: {
            "name": speaker.text(f"option.{one.option}"),
            "value": speaker.say(one.value),
            "meaning": speaker.say(one.meaning),
        }
        for one in rule_words(rules)
    }


def _print_words(rules: "RuleSet", speaker: "Speaker") -> None:
    from referee.daemon.console import people
    from referee.display.rule_phrases import rule_lines

    console = people()
    for line in rule_lines(rules, speaker):
        console.print(line, style="" if line.startswith(" ") else "bold")


def _about(rules: "RuleSet") -> dict[str, object]:
    return {
        "name": rules.name,
        "title": dict(rules.title),
        "extends": rules.extends,
        "seed": rules.seed,
        "decided": list(rules.decided),
        "note": rules.note,
    }


def _print_for_people(rules: "RuleSet") -> None:
    from rich.table import Table

    from referee.daemon.console import people
    from referee.rules import load_rules

    console = people()
    changed = rules.differing_options(load_rules("base"))
    console.print(f"{rules.name}: {rules.title.get('en', '')}", style="bold")
    table = Table("option", "value", "", box=None, pad_edge=False)
    for option, value in rules.plain_options().items():
        table.add_row(
            option,
            _yaml(value),
            "decided by this project" if option in rules.decided else "",
            style="bold" if option in changed else "",
        )
    console.print(table)
    if rules.note:
        console.print(f"\n{rules.note}")


def _yaml(value: object) -> str:
    """A value in one line, as a rule file would have it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_yaml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_yaml, value)) + "]"
    return value if isinstance(value, str) else json_text.dumps(value)
