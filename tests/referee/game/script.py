"""Writes the events of a match as a desk would, one short line of test per act."""

from collections import Counter
from typing import Any

from referee.game import Deal, Event, EventType, Match, Opening, Phase, Seat, Setup, advance
from referee.rules import load_rules
from referee.tiles import kind_of, parse_tile, parse_tiles

SEATS = tuple(Seat)


class Script:
    """A match in the making; `match` is its state after the last act."""

    def __init__(self, preset: str = "happy", **options: Any) -> None:
        rules = load_rules(preset).with_options(options)
        players = {seat: f"Player {seat}" for seat in SEATS[: rules.players]}
        self.match = Match()
        self.ms = 0
        self.add(EventType.MATCH, setup=Setup("test", players, rules.name, rules.plain_options()))

    @property
    def deal(self) -> Deal:
        """The newest deal."""
        assert self.match.deal is not None
        return self.match.deal

    @property
    def events(self) -> tuple[Event, ...]:
        return self.match.events

    def event(self, kind: EventType | str, /, **fields: Any) -> Event:
        """The next event, not yet accepted. Tiles and seats may be given as text."""
        if isinstance(fields.get("tile"), str):
            fields["tile"] = parse_tile(fields["tile"])
        if isinstance(fields.get("tiles"), str):
            fields["tiles"] = parse_tiles(fields["tiles"])
        for name in ("by", "first"):
            if isinstance(fields.get(name), str):
                fields[name] = Seat(fields[name])
        return Event(self.match.version + 1, self.ms, EventType(kind), **fields)

    def add(self, kind: EventType | str, /, **fields: Any) -> Event:
        """Accept one more event."""
        event = self.event(kind, **fields)
        self.match = advance(self.match, event)
        self.ms += 1_000
        return event

    def open(self, first: str | None = None, **opening: Any) -> "Script":
        """Open the next deal; `first` for the first deal, where dice would decide."""
        proposal = self.match.next_deal
        assert proposal is not None
        self.ms = 0
        if first is None and proposal.first is None:
            first = "A"
        self.add(
            EventType.DEAL,
            opening=Opening(no=proposal.no, first=None if first is None else Seat(first), **opening),
        )
        return self

    def hands(self, indicator: str | None = "4z", **tiles: str | None) -> "Script":
        """Turn the indicator and lock every hand; a seat that is not named has a hand that nobody has seen."""
        if self.match.rules.dora.value == "none":
            self.add("walls")
        else:
            self.add("flip", tile=indicator)
        for seat in self.deal.seats:
            hand = tiles.get(seat.value)
            self.add("built", by=seat, tiles=parse_tiles(hand) if hand else ())
        return self

    def discards(self, text: str) -> "Script":
        """Discards in order of play: `3z 4z 1m`."""
        for name in text.split():
            self.add("discard", by=self.deal.turn, tile=name)
        return self

    def harmless(self, until: int) -> "Script":
        """Discards that nobody waits for and that nobody holds, until so many lie in all."""
        while len(self.deal.discards) < until:
            self.add("discard", by=self.deal.turn, tile=self._harmless_tile())
        return self

    def _harmless_tile(self) -> int:
        deal = self.deal
        seen = Counter(kind_of(discard.tile) for discard in deal.discards)
        for known in deal.known.values():
            seen.update(kind_of(tile) for tile in known.tiles)
        seen.update(kind_of(tile) for tile in deal.indicators)
        waits = frozenset[int]().union(*(known.waits for known in deal.known.values()))
        # one is left over for ura, so that a test can turn any tile
        return next(kind for kind in (*range(33, -1, -1),) if kind not in waits and seen[kind] < 3)

    def ron(self, by: str, **fields: Any) -> "Script":
        self.add("ron", by=by, **fields)
        return self

    def won(self, ura: str = "9s") -> "Script":
        """The ura indicator, where one is to come."""
        if self.deal.phase is Phase.WON:
            self.add("ura", tile=ura)
        return self

    def drawn(self) -> "Script":
        """Play to the end without a win."""
        self.harmless(17 * len(self.deal.seats))
        self.add("draw")
        return self


def told(match: Match) -> list[tuple[int, str | None, str, tuple[str, ...]]]:
    """The decisions of the newest deal: seq, seat, verdict, reasons."""
    assert match.deal is not None
    return [
        (
            decision.seq,
            None if decision.seat is None else decision.seat.value,
            decision.verdict.value,
            tuple(reason.value for reason in decision.reasons),
        )
        for decision in match.deal.decisions
    ]
