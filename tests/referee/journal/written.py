"""Writes record17 documents by hand, as another program would: no more in them than a test says."""

from collections import Counter
from itertools import count
from typing import Any

from referee.rules import wait_kinds
from referee.tiles import NAMES, dora_of, format_tile, kind_of, parse_tile, parse_tiles

SEATS = "ABCD"


def record(*deals: dict[str, Any], preset: str = "kaiji", players: int = 2, **options: Any) -> dict[str, Any]:
    """A record of these deals."""
    return {
        "format": "record17",
        "version": 1,
        "match": {
            "players": [{"seat": seat, "name": f"Player {seat}"} for seat in SEATS[:players]],
            "rules": {"preset": preset, "options": options},
        },
        "deals": list(deals),
    }


class Written:
    """One deal of a record in the making: discards in turn, and whatever else a test puts in."""

    def __init__(self, *, first: str = "A", no: int = 1, indicator: str | None = "4z", players: int = 2) -> None:
        self.document: dict[str, Any] = {"no": no, "first": first, "events": []}
        if indicator is not None:
            self.document["indicator"] = [indicator]
        self.seats = SEATS[:players]
        self.turn = SEATS.index(first)
        self._seqs = count(1)
        self._used: Counter[int] = Counter([kind_of(parse_tile(indicator))] if indicator else [])
        self._waits: set[int] = set()

    def hand(self, seat: str, tiles: str, how: str = "camera", **more: Any) -> "Written":
        parsed = parse_tiles(tiles)
        self.document.setdefault("built", {})[seat] = {"tiles": [NAMES[tile] for tile in parsed], "how": how, **more}
        self._used.update(kind_of(tile) for tile in parsed)
        self._waits.update(wait_kinds(parsed))
        return self

    def event(self, kind: str, /, **fields: Any) -> int:
        seq = next(self._seqs)
        self.document["events"].append({"seq": seq, "ms": 1000 * seq, "type": kind, **fields})
        return seq

    def discard(self, tile: str) -> int:
        """The tile of whoever's turn it is."""
        seat = self.seats[self.turn]
        self.turn = (self.turn + 1) % len(self.seats)
        self._used[kind_of(parse_tile(tile))] += 1
        return self.event("discard", by=seat, tile=tile)

    def harmless(self, number: int = 1) -> "Written":
        """So many discards that nobody waits for."""
        for _ in range(number):
            kind = next(k for k in range(33, -1, -1) if k not in self._waits and self._used[k] < 3)
            self.discard(format_tile(kind))
        return self

    def until(self, seat: str, number: int) -> "Written":
        """Harmless discards until it is the seat's turn to make its `number`th."""
        while self.seats[self.turn] != seat or self.made(seat) < number - 1:
            self.harmless()
        return self

    def made(self, seat: str) -> int:
        return sum(1 for event in self.document["events"] if event["type"] == "discard" and event["by"] == seat)

    def drawn(self) -> "Written":
        return self.harmless(17 * len(self.seats) - sum(self.made(seat) for seat in self.seats))


def dora_indicator_of(tile: str) -> str:
    """The indicator that makes the tile dora."""
    return next(format_tile(kind) for kind in range(34) if dora_of(kind) == kind_of(parse_tile(tile)))
