"""The rule set that new matches are played by: that it loads, that hands can be scored by it, and its checksum.

Two tables with the same checksum play by the same rules, whatever their files look like.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from referee.daemon.doctor.finding import Finding, fine, stop
from referee.rules import RuleSet, Situation, load_rules, score
from referee.tiles import InputError, parse_tile, parse_tiles

AREA: Final = "rules"
_HAND, _TILE = "678m678p2345678s", "8s"
"""A ready hand that every rule set has a worth for, if only that it is too small."""


@dataclass(frozen=True, slots=True)
class RuleFacts:
    """The rule set of a configuration: `error` says why it cannot be used, then the rest is empty."""

    named: str
    error: str = ""
    players: int = 0
    start_points: int = 0
    minimum: str = ""
    sha256: str = ""


def look_at_rules(named: str) -> RuleFacts:
    """Load a rule set by its name or file, and score a hand by it."""
    try:
        rules = load_rules(named)
        score(parse_tiles(_HAND), parse_tile(_TILE), rules, Situation())
    except InputError as error:
        return RuleFacts(named, str(error))
    return RuleFacts(named, "", rules.players, rules.start_points, str(rules.minimum.plain), checksum(rules))


def checksum(rules: RuleSet) -> str:
    """SHA-256 of every option in its plain form."""
    plain = json.dumps(rules.plain_options(), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def findings_of_rules(facts: RuleFacts) -> Iterator[Finding]:
    """What there is to say of a rule set."""
    if facts.error:
        yield stop(AREA, "rule set", facts.error, "name one of 'junanaho rules list' as 'rules', or correct the file")
        return
    total = facts.players * facts.start_points
    points = f" with {facts.start_points:,} points each ({total:,} in all)" if total else ""
    found = (
        f"{facts.named} loads: {facts.players} players{points}, minimum {facts.minimum}, checksum {facts.sha256[:12]}"
    )
    told = {"name": facts.named, "players": facts.players, "points_in_all": total, "sha256": facts.sha256}
    yield fine(AREA, "rule set", found, told)
