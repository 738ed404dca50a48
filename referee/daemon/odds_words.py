"""Odds and what is live in a deal, in English words and tables for the terminal."""

from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.table import Table

from referee.daemon.console import people
from referee.daemon.record_moments import Moment
from referee.display.views.live import (
    Figure,
    LiveFacts,
    OddsFacts,
    PoolTileFacts,
    PossibleHand,
    PossibleHands,
    SeatLive,
)
from referee.tiles import format_tile, format_tiles, parse_tiles

_MODELS: Final = {
    "keeps_own_waits": "each discard is as likely as any other in the pool, own waits last",
    "uniform": "each discard is as likely as any other in the pool",
}
_NO_CHANCES: Final = (
    "No chances can be given: no hand is known (--guesses N weighs what they may be), or no guess fits what was played."
)
_SAFETIES: Final = (
    ("certain", "certainly safe, as its owner can tell"),
    ("usual", "usually safe: only rare waits are left"),
    ("open", "nothing speaks for it or against it"),
)


def print_course(course: "Sequence[tuple[Moment, LiveFacts]]", possible: Sequence[PossibleHands]) -> None:
    """One line per discard: what lies, and everybody's chance then."""
    console = people()
    if not course:
        console.print("Nothing can be said: no moment of this deal has hands that stand and nobody who won.")
    elif all(live.odds is None for _, live in course):
        console.print(_NO_CHANCES)
    else:
        seats = [seat.seat for seat in course[0][1].seats]
        table = Table("event", "", *(f"{seat} wins" for seat in seats), "draw", "", box=None, pad_edge=False)
        for column in table.columns[2:-1]:
            column.justify = "right"
        for moment, live in course:
            table.add_row(str(moment.after), _event_words(moment), *_chances(live, seats), _remark(live))
        console.print(table)
        _print_model(console, next((live.odds for _, live in course if live.odds is not None), None))
    _print_possible(console, possible)


def print_moment(moment: Moment, live: LiveFacts | None, possible: Sequence[PossibleHands]) -> None:
    """Everything that is live at a moment."""
    console = people()
    turn = f", {moment.deal.turn} discards next" if moment.deal.turn is not None else ""
    console.print(f"Deal {moment.deal.no} after event {moment.after} ({_event_words(moment)}){turn}", style="bold")
    if live is None:
        console.print("Nothing can be won now: hands do not stand yet, or the deal is over.")
    else:
        if live.is_dead:
            console.print("Nobody can win any more.", style="bold yellow")
        if live.odds is None:
            console.print(_NO_CHANCES)
        else:
            _print_odds(console, live.odds)
        for seat in live.seats:
            _print_seat(console, seat)
    _print_possible(console, possible)


def _event_words(moment: Moment) -> str:
    event = moment.event
    parts = [event.by.value] if event.by is not None else []
    parts.append(event.type.value.replace("_", " "))
    if event.tile is not None:
        parts.append(format_tile(event.tile))
    return " ".join(parts)


def _chances(live: LiveFacts, seats: Sequence[str]) -> list[str]:
    if live.odds is None:
        return ["" for _ in seats] + [""]
    by_seat = {seat.seat: _per_cent(seat.win) for seat in live.odds.seats}
    return [*(by_seat[seat] for seat in seats), _per_cent(live.odds.draw)]


def _remark(live: LiveFacts) -> str:
    if live.is_dead:
        return "nobody can win any more"
    able = [seat.seat for seat in live.odds.seats if seat.win.value == 1] if live.odds else []
    return f"{' and '.join(able)} can win now" if able and live.odds and live.odds.draw.value == 0 else ""


def _print_odds(console: Console, odds: OddsFacts) -> None:
    table = Table("seat", "wins", "with the next discard", "expected points", "", box=None, pad_edge=False)
    for seat in odds.seats:
        expected = f"{seat.expected.value:+,.0f}" + (f" ± {seat.expected.error:,.0f}" if seat.expected.error else "")
        hidden = "hand not seen" if seat.hidden else ""
        table.add_row(seat.seat, _per_cent(seat.win), _per_cent(seat.next), expected, hidden)
    table.add_row("draw", _per_cent(odds.draw))
    console.print(table)
    _print_model(console, odds)


def _print_model(console: Console, odds: OddsFacts | None) -> None:
    if odds is None:
        return
    how = "exact" if odds.samples is None else f"sampled {odds.samples:,} times, with standard errors"
    console.print(f"chances: {how}; {_MODELS[odds.model]}; every allowed ron is called")
    if not any(seat.hidden for seat in odds.seats):
        return
    if odds.samples is None:
        console.print("a hand that was not seen is taken never to win: --guesses N weighs what it may be")
    else:
        console.print("a hand that was not seen is guessed: the one with most to expect of a wall that can be")


def _print_seat(console: Console, seat: SeatLive) -> None:
    if seat.waits:
        table = Table("tile", "live", "dead", "own", "in hands", "lying", "not seen", box=None, pad_edge=False)
        for wait in seat.waits:
            counts = (wait.live, wait.dead, wait.own, wait.held, wait.lying, wait.unseen)
            table.add_row(wait.tile, *map(str, counts))
        console.print(f"\n{seat.seat} waits for", style="bold")
        console.print(table)
    if seat.pool:
        console.print(f"\n{seat.seat} can discard", style="bold")
        for tiles, words in _pool_words(seat.pool):
            console.print(f"{format_tiles(parse_tiles(tiles))}: {words}")


def _pool_words(pool: Sequence[PoolTileFacts]) -> list[tuple[str, str]]:
    """Tiles by what is to be said of them: who would win on them, then how safe they look."""
    lines = []
    for one in pool:
        if one.wins:
            lines.append((one.tile * one.count, f"{' and '.join(one.wins)} would win"))
        elif one.blocked:
            lines.append((one.tile * one.count, f"{' and '.join(one.blocked)} waits for it in vain"))
    for safety, words in _SAFETIES:
        tiles = "".join(one.tile * one.count for one in pool if one.safety == safety)
        if tiles:
            lines.append((tiles, words))
    return lines


def _print_possible(console: Console, possible: Sequence[PossibleHands]) -> None:
    for one in possible:
        console.print(f"\n{one.seat} could have built", style="bold")
        console.print(f"{one.ready_hands:,} ready hands, {one.reaching_hands:,} that reach the minimum")
        if one.dearest is not None:
            console.print(f"dearest:           {_hand_words(one.dearest)}")
        if one.best_expectation is not None:
            console.print(f"most to expect:    {_hand_words(one.best_expectation)}")


def _hand_words(hand: PossibleHand) -> str:
    waits = " ".join(f"{wait.tile}{wait.mark}" for wait in hand.waits)
    tiles = format_tiles(parse_tiles("".join(hand.hand)))
    return f"{tiles} waiting for {waits}: {hand.points:,} points, {hand.live} live, {hand.expectation:,.0f} to expect"


def _per_cent(figure: Figure) -> str:
    error = f" ± {100 * figure.error:.1f}" if figure.error else ""
    return f"{100 * figure.value:.1f}{error} %"
