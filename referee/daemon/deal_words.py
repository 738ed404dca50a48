"""A match in words for the terminal: each deal with its verdicts and its score sheet, in one language.

Lines only; nothing is decided or computed here. `judge` and `export --as sheet` print them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.display.sheet_phrases import sheet_phrases
from referee.display.texts import Phrase, Speaker
from referee.display.verdict_phrases import explained
from referee.display.views.plain import as_json
from referee.display.views.result import final_standing, result_sheet

if TYPE_CHECKING:
    from referee.game import Deal, Label, Match

_INDENT = "  "


def match_lines(match: "Match", speaker: Speaker) -> Iterator[str]:
    """The whole match: every deal, and the final standing once it is over."""
    for deal in match.deals:
        yield deal_name(deal.label, speaker)
        decisions = [
            {
                "seq": decision.seq,
                "seat": decision.seat,
                "verdict": decision.verdict.value,
                "reasons": [reason.value for reason in decision.reasons],
                "facts": as_json(decision.facts),
            }
            for decision in deal.decisions
        ]
        yield from decision_lines(decisions, speaker)
        yield from sheet_lines(match, deal, speaker)
    final = final_standing(match)
    if final is not None:
        yield speaker.text("result.final")
        yield _INDENT + speaker.coded("over", final.reason)
        for place in final.ranks:
            points = speaker.word("points", as_json(place.points))
            yield f"{_INDENT}{place.rank}. {place.seat} {place.name}: {points}"


def decision_lines(decisions: Sequence[Mapping[str, Any]], speaker: Speaker) -> Iterator[str]:
    """One line per verdict, with the event that it answers."""
    for decision in decisions:
        event = speaker.text("judge.event", {"seq": str(decision["seq"])})
        yield f"{_INDENT}{event}: {decision_words(decision, speaker)}"


def decision_words(decision: Mapping[str, Any], speaker: Speaker) -> str:
    """A verdict as `judge` writes it (seat, verdict, reasons, facts), in words."""
    told = explained(decision["verdict"], decision["seat"], decision["reasons"], decision["facts"])
    return speaker.say_all(told.phrases)


def sheet_lines(match: "Match", deal: "Deal", speaker: Speaker) -> Iterator[str]:
    """The score sheet of a deal, or that it has no end."""
    sheet = result_sheet(match, deal)
    phrases = (Phrase("judge.no_end"),) if sheet is None else sheet_phrases(sheet)
    yield from (_INDENT + speaker.say(phrase) for phrase in phrases)


def deal_name(label: "Label", speaker: Speaker) -> str:
    """`East 1, honba 2`, or `Hand 3` where a match goes by numbers."""
    if label.wind is None:
        name = speaker.text("deal.number", {"number": label.number})
    else:
        name = speaker.text("deal.round", {"wind": speaker.text(f"wind.long.{label.wind}"), "number": label.number})
    return f"{name} – {speaker.text('label.honba')} {label.honba}" if label.honba else name
