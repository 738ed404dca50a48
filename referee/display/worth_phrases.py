"""What a hand is worth in phrases: han and fu, limit or yakuman, and the minimum it has to reach. Pure."""

from collections.abc import Mapping
from typing import Any

from referee.display.texts import Phrase
from referee.rules import Limit


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


def minimum_phrase(minimum: object) -> Phrase:
    """The minimum of a rule set, from its plain form: `mangan`, `{han: 4}`, `{points: 7700}`."""
    if isinstance(minimum, Mapping):
        kind, number = next(iter(minimum.items()))
        return Phrase(f"value.{kind}", {"n": number})
    return Phrase(f"value.minimum.{minimum}")
