"""Every verdict as a sentence and its reasons, composed once from codes and facts; said by pages, commands and sheets.

Pure. A verdict comes as plain values, as the game's decisions have them and as `judge` writes them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, cast

from referee.display.texts import Phrase
from referee.display.worth_phrases import minimum_phrase, worth_phrase
from referee.game import Furiten, FuritenCause, Seat, Verdict
from referee.game.furitens import REASONS, furiten_facts
from referee.rules import HandChange, Reason
from referee.tiles import InputError, format_tile, parse_tiles

Facts: TypeAlias = Mapping[str, Any]

RESULT_REASONS: Final = frozenset({"chombo", "dead_deal"})
"""Reasons of a result that are codes; any other is a referee's own words."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A verdict in one sentence, and the sentences that say why."""

    verdict: Phrase
    because: tuple[Phrase, ...] = ()

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """All of it, the verdict first."""
        return (self.verdict, *self.because)


def explained(verdict: str, seat: str | None, reasons: Sequence[str], facts: Facts) -> Explained:
    """A decision in phrases. A verdict or reason that is not known (of a newer program) is named by its code."""
    compose = _VERDICTS.get(verdict)
    if compose is None:
        return Explained(Phrase("verdict.other", {"code": verdict}))
    head, because = compose(seat, facts)
    return Explained(head, (*(reason_phrase(reason, seat, facts) for reason in reasons), *because))


def furiten_phrases(seat: Seat, furiten: Furiten) -> tuple[Phrase, ...]:
    """Why a seat is furiten (since which discard, on which of its waits), and until when."""
    facts = furiten_facts(furiten)
    until = explained(Verdict.FURITEN.value, seat.value, (), facts).verdict
    return reason_phrase(REASONS[furiten.cause].value, seat.value, facts), until


_Composed: TypeAlias = tuple[Phrase, tuple[Phrase, ...]]


def _ron(seat: str | None, facts: Facts) -> _Composed:
    because = (Phrase("verdict.worth", {"worth": worth_phrase(facts), "points": facts.get("points")}),)
    return Phrase("verdict.ron", _call(seat, facts)), because if "points" in facts else ()


def _refused(seat: str | None, facts: Facts) -> _Composed:
    return Phrase("verdict.refused", _call(seat, facts)), ()


def _furiten(seat: str | None, facts: Facts) -> _Composed:
    key = "verdict.furiten_temporary" if facts.get("until") == "own_next_discard" else "verdict.furiten"
    return Phrase(key, {"seat": seat}), ()


def _hand_change(seat: str | None, facts: Facts) -> _Composed:
    rule = facts.get("rule")
    because = (Phrase(f"hand_change.{rule}"),) if rule in frozenset(HandChange) else ()
    if facts.get("cause") == "not_in_wall":
        return Phrase("verdict.hand_change_wall", {"seat": seat, "tiles": _names(facts.get("tiles"))}), because
    return Phrase("verdict.hand_change", {"seat": seat, "tile": facts.get("tile"), "nth": _nth(facts)}), because


def _penalty(seat: str | None, facts: Facts) -> _Composed:
    head = Phrase("verdict.penalty") if seat is None else Phrase("verdict.penalty_by", {"seat": seat})
    # that it was a foul is what the verdict says already
    return head, _ending(facts) if facts.get("reason") != "chombo" else ()


def _ended(key: str) -> Callable[[str | None, Facts], _Composed]:
    return lambda _seat, facts: (Phrase(key), _ending(facts))


def _ending(facts: Facts) -> tuple[Phrase, ...]:
    reason = facts.get("reason")
    return (result_reason(str(reason)),) if reason else ()


def result_reason(reason: str) -> Phrase:
    """Why a deal ended: a code in words, or the referee's own words."""
    return Phrase(f"result.reason.{reason}") if reason in RESULT_REASONS else Phrase("verdict.words", {"words": reason})


_VERDICTS: Final[Mapping[str, Callable[[str | None, Facts], _Composed]]] = {
    Verdict.RON.value: _ron,
    Verdict.REFUSED.value: _refused,
    Verdict.FURITEN.value: _furiten,
    Verdict.DRAW.value: _ended("verdict.draw"),
    Verdict.ABANDONED.value: _ended("verdict.abandoned"),
    Verdict.PENALTY.value: _penalty,
    Verdict.REDEAL.value: _ended("verdict.redeal"),
    Verdict.HAND_CHANGE.value: _hand_change,
    Verdict.DEAD_DEAL.value: _ended("verdict.dead_deal"),
}


def reason_phrase(reason: str, seat: str | None, facts: Facts) -> Phrase:
    """One reason against a ron, with what it rests on."""
    if reason in _FURITEN:
        cause = cast(Facts, facts.get("furiten", facts))
        return Phrase(f"reason.{reason}", _call(seat, cause))
    if reason == Reason.BELOW_MINIMUM:
        told = _call(seat, facts) | {
            "han": facts.get("han_for_minimum"),
            "fu": facts.get("fu_for_minimum", facts.get("fu")),
            "minimum": minimum_phrase(facts.get("minimum")),
        }
        return Phrase("reason.below_minimum", told)
    if reason in frozenset(Reason):
        return Phrase(f"reason.{reason}", _call(seat, facts))
    return Phrase("reason.other", {"code": reason})


_FURITEN: Final = frozenset({REASONS[cause].value for cause in FuritenCause})


def _call(seat: str | None, facts: Facts) -> dict[str, object]:
    """The tile that was called or let go, whose it was, and which one."""
    return {"seat": seat, "wait": facts.get("wait"), "discarder": facts.get("discarder"), "nth": _nth(facts)}


def _nth(facts: Facts) -> str | None:
    number = facts.get("n")
    return None if number is None else str(number)


def _names(tiles: object) -> object:
    """Tiles as a list of names, so that pages can draw them."""
    try:
        return [format_tile(tile) for tile in parse_tiles(str(tiles))]
    except InputError:
        return str(tiles)
