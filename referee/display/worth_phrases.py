"""What a hand is worth in phrases: han and fu, limit or yakuman, and the minimum it has to reach. Pure."""

from collections.abc import Mapping
from typing import Any

from referee.display.texts import Phrase
from referee.rules import Limit, MinimumKind, RuleSet, Score


def worth_phrase(facts: Mapping[str, Any], *, suffix: str = "") -> Phrase:
    """`5 han 30 fu – Mangan`. `suffix` picks the values for the minimum (`_for_minimum`) instead of those paid."""
    han, fu = facts.get(f"han{suffix}"), facts.get(f"fu{suffix}")
    return worth_of(han, fu, str(facts.get(f"limit{suffix}", Limit.NONE.value)), int(facts.get("yakuman") or 0))


def worth_of(han: int | None, fu: int | None, limit: str, yakuman: int) -> Phrase:
    """The worth of a win; `han` is None for a yakuman."""
    if limit == Limit.YAKUMAN or han is None:
        return Phrase("result.yakuman_times", {"n": yakuman}) if yakuman > 1 else Phrase("limit.yakuman")
    plain = Phrase("result.han_fu", {"han": han, "fu": fu})
    if limit == Limit.NONE:
        return plain
    return Phrase("worth.limit", {"worth": plain, "limit": Phrase(f"limit.{limit}")})


def value_phrases(rules: RuleSet, score: Score) -> tuple[Phrase, ...]:
    """What counted for the minimum, and what is paid (ura raises that alone); one phrase where both are the same."""
    paid = worth_of(score.han, score.fu, score.limit.value, score.yakuman)
    if rules.minimum.kind is MinimumKind.NONE:
        return (Phrase("sheet.paid", {"worth": paid}),)
    # a yakuman for the minimum is one for the payment too, for ura adds nothing to it
    least = worth_of(score.han_for_minimum, score.fu_for_minimum, score.limit_for_minimum.value, score.yakuman)
    minimum = minimum_phrase(rules.minimum.plain)
    if least == paid:
        return (Phrase("sheet.both", {"worth": paid, "minimum": minimum}),)
    return Phrase("sheet.for_minimum", {"worth": least, "minimum": minimum}), Phrase("sheet.paid", {"worth": paid})


def minimum_phrase(minimum: object) -> Phrase:
    """The minimum of a rule set, from its plain form: `mangan`, `{han: 4}`, `{points: 7700}`."""
    if isinstance(minimum, Mapping):
        kind, number = next(iter(minimum.items()))
        return Phrase(f"value.{kind}", {"n": number})
    return Phrase(f"value.minimum.{minimum}")
