"""The rules in words: every option in its group, with its value as a phrase and what it means as another. Pure.

The rules page and the command `rules show --lang` say the same; `rule-list.js` draws it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from referee.display.texts import Named, Phrase, Speaker
from referee.rules import RuleSet

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "play": (
        "players", "walls", "red_fives", "build_seconds", "build_grace_seconds", "discard_seconds", "hand_submission",
    ),
    "win": (
        "minimum", "minimum_counts_riichi", "minimum_counts_situational", "kiriage_mangan", "double_wind_pair_fu",
        "first_discard_ron", "several_ron",
    ),
    "yaku": (
        "riichi", "round_wind", "seat_winds", "ippatsu", "houtei", "yakuman_stack", "double_yakuman", "kazoe_yakuman",
        "local_yaku", "dora", "ura",
    ),
    "payment": ("payment", "stake", "draw", "riichi_stick", "honba"),
    "match": ("dealer", "first_player", "length", "start_points", "bust", "last_deal", "pot_at_end"),
    "order": ("reveal_at_draw", "dead_deal", "chombo", "hand_change"),
}  # fmt: skip
"""The options in the order in which players read them."""


@dataclass(frozen=True, slots=True)
class RuleWords:
    """One option: its value and its meaning; `decided`: the house's own decision, where its source is silent."""

    group: str
    option: str
    value: Phrase
    meaning: Phrase
    decided: bool


def rule_words(rules: RuleSet) -> tuple[RuleWords, ...]:
    """Every option of a rule set in words."""
    plain = rules.plain_options()
    return tuple(
        RuleWords(group, option, value_phrase(option, plain[option]), meaning_phrase(option), option in rules.decided)
        for group, options in GROUPS.items()
        for option in options
    )


def rule_lines(rules: RuleSet, speaker: Speaker) -> Iterator[str]:
    """The rules as lines of text: title, then each group with its options."""
    yield rules.title.get(speaker.language, rules.title.get("en", rules.name))
    group = ""
    words = rule_words(rules)
    for one in words:
        if one.group != group:
            group = one.group
            yield ""
            yield speaker.text(f"rule_group.{group}")
        mark = " *" if one.decided else ""
        yield f"  {speaker.text(f'option.{one.option}')}: {speaker.say(one.value)}{mark}"
        yield f"    {speaker.say(one.meaning)}"
    if any(one.decided for one in words):
        yield ""
        yield speaker.text("rules.decided")


def meaning_phrase(option: str) -> Phrase:
    """What an option is about."""
    return Phrase(f"meaning.{option}")


def value_phrase(option: str, value: object) -> Phrase:
    """The value of an option, from its plain form (as rule files and records have it)."""
    if value is None:
        return Phrase("value.no_limit")
    if isinstance(value, bool):
        return Phrase("value.yes") if value else Phrase("value.no")
    if isinstance(value, int):
        return Phrase("value.seconds", {"n": value}) if option.endswith("_seconds") else _number(value)
    if isinstance(value, list):
        return _list(option, value)
    if isinstance(value, Mapping):
        return _object(option, value)
    return Phrase(f"value.{option}.{value}")


def _number(value: int) -> Phrase:
    return Phrase("value.number", {"n": value})


def _list(option: str, values: list[object]) -> Phrase:
    if not values:
        return Phrase("value.none")
    # the fact's name is where its words are looked up; a house's own yaku brings its names
    name = "wind" if option == "seat_winds" else "yaku"
    return Phrase(f"value.{name}_list", {name: [_named(value) for value in values]})


def _named(value: object) -> object:
    if not isinstance(value, Mapping):
        return value
    titles = value["title"]
    return Named(str(value["id"]), dict(titles) if isinstance(titles, Mapping) else {})


def _object(option: str, value: Mapping[str, object]) -> Phrase:
    if option == "red_fives":
        return Phrase("value.red_fives", {suit: value.get(suit, 0) for suit in "mps"})
    for kind in ("han", "points", "deals"):
        if kind in value:
            return Phrase(f"value.{kind}", {"n": value[kind]})
    if "winds" in value:
        winds = Phrase("value.wind_list", {"wind": value["winds"]})
        return Phrase("value.winds", {"winds": winds, "laps": value["laps"]})
    parts = [
        Phrase(f"value.{option}.{name}_is", {"value": value_phrase(f"{option}.{name}", part)})
        for name, part in value.items()
    ]
    return Phrase("value.both", {"first": parts[0], "second": parts[1]})
