"""A whole match between simulated players, as events: rules and game only, no table, no camera, no desk.

Pure: the same seed gives the same match on every machine. Every event is checked and folded by the game as a real one
would be, so a play-out is also a test of the game.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from referee.analysis.player import Knowledge, Player
from referee.game import (
    WALL_TILES,
    Deal,
    Event,
    EventType,
    How,
    Match,
    MatchSource,
    Opening,
    Phase,
    ResultType,
    Seat,
    Setup,
    Source,
    Verdict,
    first_by_dice,
    free_walls,
    takers,
)
from referee.game.fold import advance
from referee.game.situations import situation_in_building, situation_of
from referee.rules import DoraRule, RiichiRule, RuleSet, Walls
from referee.tiles import KINDS, Tile, full_set

_DISCARD_MS: Final = 3_000
_BUILD_MS: Final = 90_000


@dataclass(frozen=True, slots=True)
class Dealt:
    """The tiles of one deal: 34 per seat, indicator and ura where the rules have them."""

    walls: Mapping[Seat, tuple[Tile, ...]]
    indicators: tuple[Tile, ...]
    ura: tuple[Tile, ...]


def shuffled(rules: RuleSet, seats: tuple[Seat, ...], rng: Random) -> Dealt:
    """Walls and indicators of one deal."""
    tiles = list(full_set(rules.red_fives))
    rng.shuffle(tiles)
    walls = {seat: tuple(tiles[WALL_TILES * place :][:WALL_TILES]) for place, seat in enumerate(seats)}
    rest = tiles[WALL_TILES * len(seats) :]
    if rules.dora is DoraRule.NONE:
        return Dealt(walls, (), ())
    if rules.dora is DoraRule.EXTRA_TILE:
        rest = [rng.randrange(KINDS) for _ in range(2)]  # of a second set: any kind, whatever the walls hold
    return Dealt(walls, (rest[0],), (rest[1],) if rules.ura else ())


class Playout:
    """Plays one match step by step. `rng` decides walls, dice and the players' ties."""

    def __init__(self, rules: RuleSet, rng: Random, match_id: str = "simulated") -> None:
        self._rules = rules
        self._rng = rng
        seats = tuple(Seat)[: rules.players]
        self._players = {seat: Player(rules, Random(rng.random())) for seat in seats}
        self._ms = 0
        self.match = Match()
        names = {seat: f"Player {seat}" for seat in seats}
        setup = Setup(match_id, names, rules.name, rules.plain_options(), source=MatchSource.SIMULATED)
        self._add(EventType.MATCH, setup=setup)

    def play(self, most_deals: int) -> Match:
        """Play until the match is over, or for `most_deals` deals."""
        no = 1
        while True:
            self._deal(no)
            if self.match.over is not None:
                self._add(EventType.MATCH_END)
                return self.match
            if no >= most_deals or self.match.next_deal is None:
                return self.match
            no = self.match.next_deal.no

    def _deal(self, no: int) -> None:
        self._ms = 0
        self._add(EventType.DEAL, opening=Opening(no=no))
        dealt = shuffled(self._rules, self.match.seats, self._rng)
        self._add(EventType.WALLS)
        if self._current.first is None:
            self._roll()
        self._take_walls()
        for seat, wall in dealt.walls.items():
            self._add(EventType.WALLS, by=seat, tiles=wall)
        if dealt.indicators:
            self._add(EventType.FLIP, tile=dealt.indicators[0])
        self._build(dealt)
        while self._current.phase is Phase.DISCARDING and not self._called():
            self._discard()
        if self._current.phase is Phase.LAST_WINDOW and not self._called():
            self._add(EventType.DRAW)
        if self._current.phase is Phase.WON and dealt.ura:
            self._add(EventType.URA, tile=dealt.ura[0])
        if self._current.phase is Phase.REFUSED:
            self._add(EventType.STOP)  # only a mistaken player gets here: the referee stops the deal
        self._add(EventType.SHOW)

    @property
    def _current(self) -> Deal:
        deal = self.match.deal
        if deal is None:
            raise RuntimeError("no deal was opened")
        return deal

    def _roll(self) -> None:
        dice = self._dice()
        self._add(EventType.DICE, dice=dice, first=first_by_dice(dice, self.match.seats))

    def _dice(self) -> tuple[int, int]:
        return self._rng.randint(1, 6), self._rng.randint(1, 6)

    def _take_walls(self) -> None:
        """Each seat names a wall or throws for its rows, where the rules do not give it the one in front."""
        for seat in takers(self._rules, self._current):
            if self._rules.walls is Walls.CHOSEN:
                self._add(EventType.WALLS, by=seat, n=self._rng.choice(free_walls(self._current)))
            else:
                self._add(EventType.DICE, by=seat, dice=self._dice())

    def _build(self, dealt: Dealt) -> None:
        for seat in self._current.order:
            situation = situation_in_building(self._rules, self._current, seat)
            built = self._players[seat].choose_hand(dealt.walls[seat], situation)
            self._ms += _BUILD_MS
            self._add(EventType.BUILT, by=seat, tiles=built.hand, how=How.SIMULATED)

    def _discard(self) -> None:
        seat = self._current.turn
        if seat is None:
            raise RuntimeError("nobody's turn while tiles are discarded")
        knowledge = self._knowledge(seat)
        tile = self._players[seat].choose_discard(knowledge)
        if self._rules.riichi is RiichiRule.DECLARED and not knowledge.rivers[seat]:
            self._add(EventType.RIICHI, by=seat)
        self._add(EventType.DISCARD, by=seat, tile=tile, n=len(knowledge.rivers[seat]) + 1)

    def _called(self) -> bool:
        """Whether somebody called on the open discard; everyone else lets it pass."""
        deal = self._current
        last = deal.last
        if last is None:
            return False
        called = False
        for seat in deal.order:
            if seat is last.by:
                continue
            situation = replace(situation_of(self._rules, deal, seat, last), ura=())
            if self._players[seat].calls_ron(self._knowledge(seat), last.tile, situation):
                self._add(EventType.RON, by=seat)
                called = True
        return called

    def _knowledge(self, seat: Seat) -> Knowledge:
        deal = self._current
        hand, pool = deal.hands[seat].tiles, deal.pool(seat)
        if hand is None or pool is None:
            raise RuntimeError(f"the hand of seat {seat} is unknown")
        rivers = {other.value: tuple(discard.tile for discard in deal.river(other)) for other in deal.seats}
        return Knowledge(seat.value, hand, pool, rivers, deal.indicators)

    def _add(self, kind: EventType, **fields: Any) -> None:
        if kind is EventType.DISCARD:
            self._ms += _DISCARD_MS
        seq = self.match.version + 1
        self.match = advance(self.match, Event(seq, self._ms, kind, source=Source.SIMULATED, **fields))


def tally(match: Match) -> Counter[str]:
    """How the deals ended: `deals`, `wins`, `draws`, `refused` (ron calls that were not allowed)."""
    counts: Counter[str] = Counter(deals=len(match.deals))
    for deal in match.deals:
        if deal.result is not None:
            counts["wins"] += len(deal.result.wins)
            counts["draws"] += deal.result.type is ResultType.DRAW
        counts["refused"] += sum(decision.verdict is Verdict.REFUSED for decision in deal.decisions)
    return counts
