"""What referee and commentators see beside the public: hands, ura, verdicts with their reasons, what could happen."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.display.insight import Insight
from referee.display.texts import Phrase
from referee.display.verdict_phrases import explained
from referee.display.views.hands import hand_facts
from referee.display.views.live import live_facts, possible_hands
from referee.display.views.plain import as_json
from referee.display.views.table import names
from referee.game import Decision, Match, dead_deal


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionFacts:
    """A verdict with its reasons as codes and the facts for the text."""

    seq: int
    seat: str | None
    verdict: str
    reasons: tuple[str, ...]
    facts: Mapping[str, object]
    phrases: tuple[Phrase, ...]
    """The verdict as a sentence, then why."""


def insider_fields(match: Match | None, insight: Insight) -> dict[str, object]:
    """The fields that both views have, by name; empty values without a match or a deal."""
    deal = match.deal if match is not None else None
    return {
        "hands": tuple(hand_facts(match, seat) for seat in match.seats) if match is not None else (),
        "decisions": tuple(_decision_facts(decision) for decision in deal.decisions) if deal is not None else (),
        "ura": names(deal.ura) if deal is not None else (),
        "is_dead": match is not None and deal is not None and dead_deal(match.rules, deal) is not None,
        "weighing": insight.weighing,
        "live": None if insight.live is None else live_facts(insight.live),
        "possible_hands": possible_hands(insight.possible),
    }


def _decision_facts(decision: Decision) -> DecisionFacts:
    """A decision as codes and facts, and in phrases."""
    facts: dict[str, object] = as_json(decision.facts)
    reasons = tuple(reason.value for reason in decision.reasons)
    return DecisionFacts(
        seq=decision.seq,
        seat=decision.seat,
        verdict=decision.verdict.value,
        reasons=reasons,
        facts=facts,
        phrases=explained(decision.verdict.value, decision.seat, reasons, facts).phrases,
    )
