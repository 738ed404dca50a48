"""The result sheet told step by step: hand, dora, yaku one by one, ura, total, payment; by a key or by itself.

How far it has been told is a fact of the presentation and no event of the game: no journal has it, and after a restart
the whole sheet is there. It is known here, and on no page, so that every screen and every page that is loaded again
stands at the same step, and an output with a delay tells it so much later. The desk's thread calls it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final

from referee.desk.commands import ShowRest, ShowStep
from referee.game import Deal, Match, Seat, Win
from referee.rules import RevealAtDraw, RuleSet, YakuId

STEP_MS: Final = 600.0
"""How long each step stands before the next one follows by itself."""


@unique
class SheetPart(StrEnum):
    """What a step adds to the sheet."""

    CALL = "call"
    """Who won, off whom."""
    ENDING = "ending"
    """How a deal ended that nobody won."""
    HAND = "hand"
    DORA = "dora"
    YAKU = "yaku"
    URA = "ura"
    """The ura dora and what they add."""
    TOTAL = "total"
    """Han, fu, limit and price."""
    HANDS = "hands"
    """Hands that are shown though they did not win."""
    PAYMENT = "payment"
    """What moves, and everybody's new total."""


@dataclass(frozen=True, slots=True)
class SheetStep:
    """One step. `win` and `yaku` are places in the result's `wins` and in the `yaku` of that win, from 0."""

    part: SheetPart
    win: int | None = None
    yaku: int | None = None


@dataclass(frozen=True, slots=True)
class SheetProgress:
    """How far a result sheet has been told: the first `shown` of its steps."""

    steps: tuple[SheetStep, ...]
    shown: int

    @property
    def is_over(self) -> bool:
        """Whether all of it has been told."""
        return self.shown >= len(self.steps)

    @property
    def is_paid(self) -> bool:
        """Whether the payment has been told: until then no points move."""
        return any(step.part is SheetPart.PAYMENT for step in self.steps[: self.shown])


class Unveiling:
    """How far the sheet of the newest deal has been told. `now_ms` is the desk's monotonic clock."""

    def __init__(self, now_ms: Callable[[], float]) -> None:
        self._now_ms = now_ms
        self._told: int | None = None  # by key; None: by itself, or all of it
        self._began_ms: float | None = None
        self._deal: int | None = None  # the number of the deal that is being told

    def begin(self, deal: Deal | None, *, by_key: bool) -> None:
        """The deal's result is shown now: its first step."""
        self._deal = None if deal is None else deal.no
        self._told = 1 if by_key else None
        self._began_ms = None if by_key else self._now_ms()

    def finish(self) -> None:
        """Whatever sheet there is, all of it is told."""
        self._told = self._began_ms = self._deal = None

    def progress(self, match: Match) -> SheetProgress | None:
        """How far the sheet has been told; None while no result is shown."""
        whole = whole_sheet(match)
        if whole is None or match.ended or match.deal is None or match.deal.no != self._deal:
            return whole  # what was told to the end stays told, also when a later deal is taken back
        if self._told is not None:
            return SheetProgress(whole.steps, min(self._told, len(whole.steps)))
        if self._began_ms is not None:
            due = 1 + int((self._now_ms() - self._began_ms) / STEP_MS)
            return SheetProgress(whole.steps, min(due, len(whole.steps)))
        return whole

    def acts(self, match: Match) -> frozenset[str]:
        """The acts by which a person can lead the sheet on."""
        progress = self.progress(match)
        if progress is None or progress.is_over:
            return frozenset()
        return frozenset({"show_rest"} if self._told is None else {"show_rest", "show_step"})

    def lead_on(self, command: ShowStep | ShowRest, match: Match) -> str:
        """Tell the next step, or all that are left; `stale` when the sheet is no longer where the sender saw it."""
        progress = self.progress(match)
        if progress is None:
            return "not_now"
        if isinstance(command, ShowRest):
            self.finish()
            return "done"
        if command.shown is not None and command.shown != progress.shown:
            return "stale"
        self._told = progress.shown + 1
        if self._told >= len(progress.steps):
            self.finish()  # a hand that is laid open later adds a step, and hides nothing again
        return "done"


def whole_sheet(match: Match) -> SheetProgress | None:
    """The sheet of the newest deal with all of its steps told; None while no result is shown."""
    deal = match.deal
    if deal is None or deal.result is None or not deal.shown:
        return None
    steps = tuple(_steps(match, deal))
    return SheetProgress(steps, len(steps))


def hands_on_sheet(rules: RuleSet, deal: Deal) -> tuple[Seat, ...]:
    """The seats whose hand is shown after a draw: all where the rules want it, or those that laid theirs open."""
    if deal.result is None or not deal.result.type.is_drawn:
        return ()
    seats = {
        RevealAtDraw.NONE: frozenset[Seat](),
        RevealAtDraw.OPTIONAL: deal.opened,
        RevealAtDraw.REQUIRED: frozenset(deal.seats),
    }[rules.reveal_at_draw]
    return tuple(seat for seat in deal.seats if seat in deal.known and seat in seats)


def _steps(match: Match, deal: Deal) -> Iterator[SheetStep]:
    wins = deal.result.wins if deal.result is not None else ()
    if not wins:
        yield SheetStep(SheetPart.ENDING)
    for place, win in enumerate(wins):
        yield from _win_steps(deal, win, place)
    if hands_on_sheet(match.rules, deal):
        yield SheetStep(SheetPart.HANDS)
    yield SheetStep(SheetPart.PAYMENT)


def _win_steps(deal: Deal, win: Win, place: int) -> Iterator[SheetStep]:
    yield SheetStep(SheetPart.CALL, place)
    if win.winner in deal.known:
        yield SheetStep(SheetPart.HAND, place)
    if deal.indicators:
        yield SheetStep(SheetPart.DORA, place)
    for number, yaku in enumerate(win.score.yaku):
        if yaku.id is not YakuId.URA_DORA:
            yield SheetStep(SheetPart.YAKU, place, number)
    if deal.ura:
        yield SheetStep(SheetPart.URA, place)
    yield SheetStep(SheetPart.TOTAL, place)
