"""A simulated player at the table of a play-out: what it decides, and what it blunders, as events. Pure."""

from typing import Final

from referee.analysis.players import Blunder, Knowledge, Moment, Player, Slip
from referee.analysis.playout.table import Table
from referee.game import HAND_CHANGE, Discard, EventType, How, Seat
from referee.game.situations import situation_in_building, situation_of
from referee.rules import RiichiRule
from referee.tiles import Tile

_LATE_MS: Final = 5_000
_DISCARD_MS: Final = 3_000


class SeatedPlayer:
    """It sees its own tiles and what lies open, and acts through events alone."""

    def __init__(self, table: Table, seat: Seat, player: Player) -> None:
        self.seat = seat
        self._table = table
        self._player = player
        self._hand: tuple[Tile, ...] = ()
        self._pool: list[Tile] = []

    def build(self, wall: tuple[Tile, ...]) -> None:
        """Choose 13 of the 34 tiles and lock them."""
        table, rules = self._table, self._table.rules
        self._hand = self._player.choose_hand(wall, situation_in_building(rules, table.deal, self.seat))
        self._pool = list(wall)
        for tile in self._hand:
            self._pool.remove(tile)
        self._note_slips(0)
        blunder = self._blunder(Moment.LOCKING)
        late = blunder is not None and blunder.slip is Slip.LATE_HAND and rules.build_seconds is not None
        if late and rules.build_seconds is not None:
            table.ms = 1_000 * (rules.build_seconds + rules.build_grace_seconds) + _LATE_MS
        if blunder is not None and blunder.slip is Slip.WRONG_COUNT:
            objection = table.objection(EventType.BUILT, by=self.seat, tiles=blunder.tiles, how=How.SIMULATED)
            table.note(blunder.slip, self.seat, 0, objection)
        table.add(EventType.BUILT, by=self.seat, tiles=self._hand, how=How.SIMULATED, late=late)
        if late:
            table.note(Slip.LATE_HAND, self.seat, table.match.version)

    def discard(self) -> None:
        """Let a tile go; with the first one riichi, where it is left to the player: it is worth a han."""
        table, seat = self._table, self.seat
        table.ms += _DISCARD_MS
        number = 1 + len(table.rivers[seat])
        if number == 1 and table.rules.riichi is RiichiRule.DECLARED:
            table.add(EventType.RIICHI, by=seat)
        blunder = self._blunder(Moment.DISCARDING)
        if blunder is not None:
            self._discard_of_hand(blunder, number)
            return
        tile = self._player.choose_discard(self._knowledge())
        self._pool.remove(tile)
        table.add(EventType.DISCARD, by=seat, tile=tile, n=number)
        self._note_slips(table.match.version)
        blunder = self._blunder(Moment.DISCARDED)
        if blunder is not None:
            self._act_afterwards(blunder)

    def calls(self, discard: Discard) -> bool:
        """Call ron on another's discard, or let it pass."""
        table = self._table
        situation = situation_of(table.rules, table.deal, self.seat, discard)
        called = self._player.calls_ron(self._knowledge(), discard.tile, situation)
        if called:
            table.add(EventType.RON, by=self.seat)
        self._note_slips(table.match.version if called else discard.seq)
        return called

    def _discard_of_hand(self, blunder: Blunder, number: int) -> None:
        """A tile of the 13: the game asks whether that really happened, and it did."""
        table, (tile,) = self._table, blunder.tiles
        objection = table.objection(EventType.DISCARD, by=self.seat, tile=tile, n=number)
        table.add(EventType.DISCARD, by=self.seat, tile=tile, n=number, kind=HAND_CHANGE)
        table.note(blunder.slip, self.seat, table.match.version, objection)

    def _act_afterwards(self, blunder: Blunder) -> None:
        """After the own discard: a call that comes too late, or a second tile in place of the first."""
        table, (tile,) = self._table, blunder.tiles
        if blunder.slip is Slip.RON_TOO_LATE:
            table.add(EventType.RON, by=self.seat, tile=tile)
            table.note(blunder.slip, self.seat, table.match.version)
        else:
            table.note(blunder.slip, self.seat, 0, table.objection(EventType.DISCARD, by=self.seat, tile=tile))

    def _blunder(self, moment: Moment) -> Blunder | None:
        return self._player.blunder(moment, self._knowledge())

    def _note_slips(self, seq: int) -> None:
        for slip in self._player.slips():
            self._table.note(slip, self.seat, seq)

    def _knowledge(self) -> Knowledge:
        table = self._table
        return Knowledge(self.seat.value, self._hand, tuple(self._pool), table.rivers, table.deal.indicators)
