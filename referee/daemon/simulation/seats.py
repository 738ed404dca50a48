"""A simulated player at the table: decides with `analysis`, acts with its hands in the hall and through commands.

It looks at its own tiles with its own eyes and at the rivers on the display, like a person.
"""

from random import Random

from drivers.simulator.layout import Seat as BuiltSeat
from drivers.simulator.stage_client import StageClient
from referee.analysis.players import Character, Knowledge
from referee.desk.allowed import hands_to_show
from referee.desk.command import Command
from referee.desk.commands import CallRon, DeclareRiichi, LockHand
from referee.game import Deal, Match, Phase, Seat
from referee.game.situations import situation_in_building, situation_of
from referee.rules import RiichiRule, RuleSet
from referee.tiles import NotAllowedError, Tile


def check_seats(rules: RuleSet) -> None:
    """Raise NotAllowedError if the rules need more seats than the simulated table has."""
    if rules.players > len(BuiltSeat):
        raise NotAllowedError(
            f"rules {rules.name} are for {rules.players} players: the simulated table has {len(BuiltSeat)} seats "
            "(simulate --pipeline engine plays them)"
        )


class SimulatedSeat:
    """One seat. `act` does at most one thing at a time, so that a person's pace can lie between two."""

    def __init__(
        self, seat: Seat, rules: RuleSet, stage: StageClient, rng: Random, character: Character = Character.CAREFUL
    ) -> None:
        self.seat = seat
        self._rules = rules
        self._stage = stage
        self._rng = rng
        self._player = character.player(rules, Random(rng.random()))
        self._deal_seq = -1
        self._hand: tuple[Tile, ...] = ()
        self._pool: list[Tile] = []
        self._opened = False
        self._laid = 0
        self._accepted: tuple[int, ...] = ()
        self._goes_back = False
        self._answered = 0
        self._declared = False

    def mistakes(self) -> list[str]:
        """What its player decided wrongly since this was asked last, by name."""
        return [slip.value for slip in self._player.slips()]

    def act(self, match: Match, deal: Deal, *, help_with_indicator: bool) -> Command | None:
        """Do what this moment asks of this seat; a command to send, or None."""
        if deal.seq != self._deal_seq:
            self._begin(deal)
        if self._lies_too_much(deal):
            self._pool.append(self._stage.take_back(self.seat))
            self._laid -= 1
            return None
        if deal.walls_up and not self._opened:
            self._stage.open_wall(self.seat)
            self._opened = True
            return None
        if help_with_indicator and deal.phase is Phase.WALLS and deal.walls_up and deal.first is self.seat:
            self._stage.flip_indicator()
            return None
        if deal.phase is Phase.BUILDING:
            return self._build(match, deal)
        if self._is_asked_to_show(deal):
            return LockHand(version=match.version, actor=f"player:{self.seat}", seat=self.seat)
        if deal.phase is Phase.WON and help_with_indicator:
            self._stage.flip_ura()
            return None
        if deal.phase in (Phase.DISCARDING, Phase.LAST_WINDOW):
            call = self._answer(match, deal) or self._declare(match, deal)
            if call is None:
                self._discard(deal)
            return call
        return None

    def _lies_too_much(self, deal: Deal) -> bool:
        """Whether play has gone back to before the last tile that lies in the own river.

        At the own turn one tile may lie there and wait to be read. A discard out of the middle that was voided alone,
        or one that was corrected, is no reason to move a tile.
        """
        accepted = tuple(discard.seq for discard in deal.river(self.seat))
        if len(accepted) < len(self._accepted) and accepted == self._accepted[: len(accepted)]:
            self._goes_back = True
            self._declared = self._declared and bool(accepted)
        self._accepted = accepted
        self._goes_back = self._goes_back and self._laid > len(accepted) + (deal.turn is self.seat)
        return self._goes_back

    def _declare(self, match: Match, deal: Deal) -> Command | None:
        """Riichi with the first discard, where it is left to the player: it is worth a han and costs nothing here."""
        first = deal.turn is self.seat and not deal.river(self.seat)
        if self._rules.riichi is not RiichiRule.DECLARED or not first or self._declared:
            return None
        self._declared = True
        return DeclareRiichi(version=match.version, actor=f"player:{self.seat}", seat=self.seat)

    def _begin(self, deal: Deal) -> None:
        self._deal_seq = deal.seq
        self._hand, self._pool, self._opened, self._laid, self._answered = (), [], False, 0, 0
        self._declared, self._accepted, self._goes_back = False, (), False

    def _build(self, match: Match, deal: Deal) -> Command | None:
        if self.seat in deal.hands or self.seat not in deal.walls:
            return None  # nobody rearranges the tiles before the camera has seen all 34
        if not self._hand:
            tiles = self._stage.look(self.seat)
            situation = situation_in_building(self._rules, deal, self.seat)
            self._hand = self._player.choose_hand(tiles, situation)
            self._pool = list(tiles)
            for tile in self._hand:
                self._pool.remove(tile)
            self._stage.build(self.seat, self._hand)
            return None
        return LockHand(version=match.version, actor=f"player:{self.seat}", seat=self.seat)

    def _is_asked_to_show(self, deal: Deal) -> bool:
        """Whether everybody waits for this seat's closed hand: after its ron, or where a draw opens all hands."""
        if self.seat not in deal.hands or self.seat in deal.known:
            return False
        called = deal.phase is Phase.CALLED and deal.calls[-1].by is self.seat
        return called or self.seat in hands_to_show(self._rules, deal)

    def _answer(self, match: Match, deal: Deal) -> Command | None:
        """Call on the open discard, or let it pass."""
        last = deal.last
        if last is None or last.by is self.seat or self._answered == last.seq:
            return None
        self._answered = last.seq
        situation = situation_of(self._rules, deal, self.seat, last)  # no ura is turned while a call is open
        if self._player.calls_ron(self._knowledge(deal), last.tile, situation):
            return CallRon(version=match.version, actor=f"player:{self.seat}", seat=self.seat)
        return None

    def _discard(self, deal: Deal) -> None:
        """Lay the next tile, once the display shows that it is this seat's turn."""
        if deal.turn is not self.seat or self._laid > len(deal.river(self.seat)) or not self._pool:
            return
        tile = self._player.choose_discard(self._knowledge(deal))
        self._pool.remove(tile)
        self._laid += 1
        self._stage.discard(self.seat, tile)

    def _knowledge(self, deal: Deal) -> Knowledge:
        rivers = {seat.value: tuple(discard.tile for discard in deal.river(seat)) for seat in deal.seats}
        return Knowledge(self.seat.value, self._hand, tuple(self._pool), rivers, deal.indicators)
