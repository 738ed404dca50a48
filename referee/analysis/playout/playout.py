"""A whole match between simulated players, as events: rules and game only, no table, no camera, no desk.

Pure: the same seed gives the same match on every machine. Every event is checked and folded by the game as a real one
would be, so a play-out is also a test of the game; what the game refuses, no player gets through with.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias

from referee.analysis.players import Player
from referee.analysis.players.careful import CarefulPlayer
from referee.analysis.playout.dealing import Dealt, shuffled
from referee.analysis.playout.ruling import RulingKind, ruling_on
from referee.analysis.playout.seated_player import SeatedPlayer
from referee.analysis.playout.table import Incident, Table
from referee.game import EventType, Match, MatchSource, Opening, Phase, Seat, Setup, first_by_dice, free_walls, takers
from referee.rules import RuleSet, Walls

MakePlayer: TypeAlias = Callable[[RuleSet, Random], Player]
_BUILD_MS: Final = 90_000


class Playout:
    """Plays one match step by step. `rng` decides walls, dice and the players' own chance.

    `players`: how the player of each seat is made, in order; one alone is for all seats.
    """

    def __init__(
        self,
        rules: RuleSet,
        rng: Random,
        players: Sequence[MakePlayer] = (CarefulPlayer,),
        match_id: str = "simulated",
    ) -> None:
        self._rules = rules
        self._table = Table(rules, rng)
        seats = tuple(Seat)[: rules.players]
        makers = tuple(players) * len(seats) if len(players) == 1 else players
        self._seated = {
            seat: SeatedPlayer(self._table, seat, make(rules, Random(rng.random())))
            for seat, make in zip(seats, makers, strict=True)
        }
        names = {seat: f"Player {seat}" for seat in seats}
        setup = Setup(match_id, names, rules.name, rules.plain_options(), source=MatchSource.SIMULATED)
        self._table.add(EventType.MATCH, setup=setup)

    @property
    def match(self) -> Match:
        """The match so far."""
        return self._table.match

    @property
    def incidents(self) -> tuple[Incident, ...]:
        """The mistakes that were made so far."""
        return tuple(self._table.incidents)

    def play(self, most_deals: int) -> Match:
        """Play until the match is over, or for `most_deals` deals."""
        no = 1
        while True:
            self._deal(no)
            if self.match.over is not None:
                self._table.add(EventType.MATCH_END)
                return self.match
            if no >= most_deals or self.match.next_deal is None:
                return self.match
            no = self.match.next_deal.no

    def _deal(self, no: int) -> None:
        table = self._table
        table.ms = 0
        table.add(EventType.DEAL, opening=Opening(no=no))
        dealt = shuffled(self._rules, self.match.seats, table.rng)
        self._set_up(dealt)
        table.ms = _BUILD_MS  # everybody builds at the same time
        for seat in table.deal.order:
            self._seated[seat].build(dealt.walls[seat])
        while table.deal.phase is Phase.DISCARDING and not self._called():
            self._discard()
        if table.deal.phase is Phase.LAST_WINDOW and not self._called():
            table.add(EventType.DRAW)
        if table.deal.phase is Phase.WON and dealt.ura:
            table.add(EventType.URA, tile=dealt.ura[0])
        table.add(EventType.SHOW)

    def _set_up(self, dealt: Dealt) -> None:
        """Walls, dice and the indicator; each seat names a wall or throws for rows where the rules have it so."""
        table = self._table
        table.add(EventType.WALLS)
        if table.deal.first is None:
            dice = table.dice()
            table.add(EventType.DICE, dice=dice, first=first_by_dice(dice, self.match.seats))
        for seat in takers(self._rules, table.deal):
            if self._rules.walls is Walls.CHOSEN:
                table.add(EventType.WALLS, by=seat, n=table.rng.choice(free_walls(table.deal)))
            else:
                table.add(EventType.DICE, by=seat, dice=table.dice())
        for seat, wall in dealt.walls.items():
            table.add(EventType.WALLS, by=seat, tiles=wall)
        if dealt.indicators:
            table.add(EventType.FLIP, tile=dealt.indicators[0])

    def _discard(self) -> None:
        seat = self._table.deal.turn
        if seat is None:
            raise RuntimeError("nobody's turn while tiles are discarded")
        self._seated[seat].discard()
        self._rule_if_frozen()

    def _called(self) -> bool:
        """Whether a call on the open discard ended the discarding; everyone else lets it pass."""
        deal = self._table.deal
        last = deal.last
        if last is None:
            return False
        calls = [self._seated[seat].calls(last) for seat in deal.order if seat is not last.by]
        if not any(calls):
            return False
        self._rule_if_frozen()
        return self._table.deal.phase not in (Phase.DISCARDING, Phase.LAST_WINDOW)

    def _rule_if_frozen(self) -> None:
        table = self._table
        if table.deal.phase is not Phase.REFUSED:
            return
        ruling, seat = ruling_on(self._rules, table.deal)
        if ruling is RulingKind.DEAD_HAND:
            table.add(EventType.DEAD_HAND, by=seat)
        else:
            table.add(EventType.PENALTY, by=seat, kind=ruling.value)
