"""`python -m benchmarks.odds`: milliseconds per change of a hand that is built, and per look at the odds of a deal.

Build help: random walls, one tile after another of the hand with most to expect, each change a new look. Odds: deals
with ready hands, played on at random, the live state after every discard as the commentators' page asks for it.
"""

from collections.abc import Iterator, Sequence
from random import Random

from benchmarks.clock import seconds
from referee.analysis.build_help import BuildHelp
from referee.analysis.odds import live_state
from referee.analysis.solver import ReadyHands
from referee.game import WALL_TILES, Deal, Event, EventType, Match, Opening, Phase, Seat, Setup, advance
from referee.game.situations import situation_in_building
from referee.rules import DoraRule, RuleSet, Situation, load_rules
from referee.tiles import Tile, full_set

WALLS = 60
DEALS = 12
MOST_MS = 50


def main() -> None:
    """Measure and print."""
    report("build help, one change", changes(WALLS), most_ms=MOST_MS)
    report("build help, one change, red fives", changes(WALLS, red_fives={"m": 1, "p": 1, "s": 1}), most_ms=MOST_MS)
    for preset in ("happy", "three", "broadcast_four"):
        report(f"live state with odds, {preset}", looks(preset, DEALS))


def changes(walls: int, **options: object) -> list[float]:
    """The seconds of every change while hands are built, from nothing to 13 tiles."""
    rules, rng = load_rules("happy").with_options(options), Random(4)
    found: list[float] = []
    for _ in range(walls):
        tiles = rng.sample(full_set(rules.red_fives), WALL_TILES + 1)
        helper = BuildHelp.of(tiles[:WALL_TILES], rules, Situation(indicators=(tiles[WALL_TILES],)))
        best = helper.after(()).best_expectation
        hand = rng.sample(best.hand, len(best.hand)) if best is not None else tiles[:13]
        found += [_timed(helper, hand[:size]) for size in range(len(hand) + 1)]
    return found


def _timed(helper: BuildHelp, chosen: Sequence[Tile]) -> float:
    return seconds(lambda: helper.after(chosen))


def looks(preset: str, deals: int) -> list[float]:
    """The seconds of the live state after every discard of some deals."""
    rules, rng = load_rules(preset), Random(7)
    return [
        seconds(lambda deal=deal: live_state(rules, deal))  # type: ignore[misc]
        for _ in range(deals)
        for deal in _played(rules, rng)
    ]


def _played(rules: RuleSet, rng: Random) -> Iterator[Deal]:
    """A deal with ready hands, after each discard; wins are let go."""
    match = _built(rules, rng)
    while match.deal is not None and match.deal.phase is Phase.DISCARDING:
        yield match.deal
        seat = match.deal.turn
        pool = () if seat is None else match.deal.pool(seat) or ()
        match = _added(match, EventType.DISCARD, by=seat, tile=rng.choice(pool))


def _built(rules: RuleSet, rng: Random) -> Match:
    seats = tuple(Seat)[: rules.players]
    tiles = rng.sample(full_set(rules.red_fives), 136)
    walls = {seat: tuple(tiles[WALL_TILES * place :][:WALL_TILES]) for place, seat in enumerate(seats)}
    setup = Setup("benchmark", {seat: seat.value for seat in seats}, rules.name, rules.plain_options())
    match = _added(Match(), EventType.MATCH, setup=setup)
    match = _added(match, EventType.DEAL, opening=Opening(no=1, first=Seat.A))
    for seat, wall in walls.items():
        match = _added(match, EventType.WALLS, by=seat, tiles=wall)
    if rules.dora is not DoraRule.NONE:
        match = _added(match, EventType.FLIP, tile=tiles[-1])
    for seat, wall in walls.items():
        deal = match.deal
        assert deal is not None
        ready = ReadyHands.of(wall, rules, situation_in_building(rules, deal, seat))
        hand = ready.hand_tiles(rng.randrange(len(ready))) if len(ready) else wall[:13]
        match = _added(match, EventType.BUILT, by=seat, tiles=hand)
    return match


def _added(match: Match, kind: EventType, **fields: object) -> Match:
    return advance(match, Event(match.version + 1, 0, kind, **fields))  # type: ignore[arg-type]


def report(title: str, times_s: Sequence[float], *, most_ms: float | None = None) -> None:
    """Print one line: median, 99th percentile and the largest, in milliseconds."""
    ordered = sorted(1_000 * time_s for time_s in times_s)
    median, high = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
    asked = "" if most_ms is None else f"  (asked for: under {most_ms:g})"
    print(f"{title:40s} {median:7.2f} ms  99 % {high:7.2f} ms  most {ordered[-1]:7.2f} ms{asked}")


if __name__ == "__main__":
    main()
