"""A desk to which anything happens: commands that are possible and some that are not, readings right and wrong.

Chance is given, so a seed tells the same story again. What must hold at every step is `check`.
"""

import dataclasses
import json
import random
from collections.abc import Callable, Sequence
from typing import Any, Final, get_args

from referee.desk.command import Command
from referee.desk.commands import (
    AnyCommand,
    ConfirmWalls,
    EndMatch,
    EnterDice,
    EnterDiscard,
    LockHand,
    NextDeal,
    Pause,
    Resume,
    Rule,
    ShowResult,
    StartMatch,
)
from referee.desk.corrections import Hotfix, Undo, VoidEvent
from referee.desk.observation import ButtonSeen, DiceSeen, Observation, SeenTile, TableSeen, TilesSeen
from referee.desk.state import Fault, Place, TableStatus
from referee.display.roles import OPERATOR, PUBLIC, REFEREE, player
from referee.display.views import view_for
from referee.game import EventType, Seat, fold, from_json, to_json
from referee.game.ruling import HOTFIXES
from referee.rules import load_rules
from referee.tiles import BACK, Tile, format_tile, kind_of, parse_tile
from tests.referee.desk.bench import A, B, Bench, seen
from tests.referee.game.random_match import READY_HANDS

_LIKELY: Final[dict[type[Command], float]] = {
    EnterDiscard: 60, LockHand: 18, ConfirmWalls: 9, EnterDice: 9, NextDeal: 9, ShowResult: 9, StartMatch: 9, Resume: 9,
    Rule: 3, Undo: 1, VoidEvent: 0.6, Pause: 0.3, EndMatch: 0.1,
}  # fmt: skip
_RULINGS: Final = ("warning", "points", "dead_hand", "chombo", "redeal", "stop", *["play_on"] * 8)
_EDITS: Final = frozenset({EventType.VOID, EventType.CORRECT})


class RandomDesk:
    """A bench and the tiles that lie on its table."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.rules = chance.choice(("happy", "kaiji", "club", "broadcast", "three", "broadcast_four"))
        self.options: dict[str, object] = {"hand_submission": chance.choice(("camera", "entry", "at_ron"))}
        if chance.random() < 0.4:
            self.options["riichi"] = "declared"
        rules = load_rules(self.rules).with_options(self.options)
        self.seats = tuple(Seat)[: rules.players]
        self.pack = [kind for kind in range(34) for _ in range(4)]
        for suit, count in rules.red_fives.items():
            for _ in range(count):
                red = parse_tile(f"0{suit}")
                self.pack[self.pack.index(kind_of(red))] = red
        self.bench = Bench()
        self.shuffle()

    def shuffle(self) -> None:
        """Lay other tiles on the table: ready hands, as far as the pack has them."""
        left = self.chance.sample(self.pack, len(self.pack))
        self.hands: dict[Seat, tuple[Tile, ...]] = {}
        for seat in self.seats:
            hand = self.chance.choice(READY_HANDS)
            without = list(left)
            try:
                for tile in hand:
                    without.remove(tile)
            except ValueError:
                hand, without = tuple(left[:13]), left[13:]
            self.hands[seat], left = hand, without
        self.pools = {seat: tuple(left[place * 21 : place * 21 + 21]) for place, seat in enumerate(self.seats)}
        self.indicator = left[-1]

    def step(self) -> None:
        """One thing happens; then everything that must hold is looked at."""
        before, kept = self.bench.desk.state(), len(self.bench.kept)
        self.bench.now_ms += self.chance.randrange(4_000)
        if self.chance.random() < 0.6:
            command = self._command()
            answer = self.bench.desk.command(command)
            if not answer.done:
                assert self.bench.desk.state().version == before.version, f"{command} was refused and did something"
        else:
            self.bench.desk.observe(self._observation())
        self._check(len(self.bench.kept) > kept and self.bench.kept[-1].type in _EDITS)
        after = self.bench.desk.state().match
        deals = 0 if before.match is None else len(before.match.deals)
        if after is not None and len(after.deals) > deals:
            self.shuffle()

    def finish(self) -> None:
        """The last look, at everything."""
        self._check(True)

    def _check(self, whole: bool) -> None:
        opened = max((place for place, event in enumerate(self.bench.kept) if event.type is EventType.MATCH), default=0)
        kept, state = self.bench.kept[opened:], self.bench.desk.state()
        assert [event.seq for event in kept] == list(range(1, len(kept) + 1))
        assert state.version == (kept[-1].seq if kept else 0)
        match = state.match
        if match is None:
            return
        assert sum(match.points.values()) + match.pot + match.vanished == match.rules.start_points * len(match.points)
        if whole:
            assert fold(from_json(json.loads(json.dumps(to_json(event)))) for event in kept) == match
            for role in (PUBLIC, OPERATOR, REFEREE, player(A), player(B)):
                json.dumps(view_for(role, state))

    # -- what happens

    def _command(self) -> Command:
        state = self.bench.desk.state()
        kinds: list[type[Command]] = [
            kind for kind in get_args(AnyCommand) if _act(kind) in state.allowed or self.chance.random() < 0.03
        ]
        weights = [_LIKELY.get(kind, 1) for kind in kinds]
        kind = self.chance.choices(kinds, weights)[0]
        turn = None if state.match is None or state.match.deal is None else state.match.deal.turn
        seat = turn if kind is EnterDiscard and turn and self.chance.random() < 0.9 else self.chance.choice(self.seats)
        role = self.chance.choice(sorted(kind.roles))
        stale = self.chance.random() < 0.05
        fields = {
            field.name: self._field(field.name, seat, HOTFIXES if kind is Hotfix else _RULINGS)
            for field in dataclasses.fields(kind)
            if field.name not in ("act", "version", "actor")
        }
        return kind(
            version=self.chance.randrange(state.version + 3) if stale else state.version,
            actor=f"player:{seat}" if role == "player" else role,
            **fields,
        )

    def _field(self, name: str, seat: Seat, kinds: Sequence[str]) -> Any:
        chance, state = self.chance, self.bench.desk.state()
        asked = [candidate.id for candidate in state.candidates] or [0]
        made: dict[str, Callable[[], object]] = {
            "seat": lambda: seat,
            "players": lambda: {one: f"P{one}" for one in self.seats},
            "rules": lambda: self.rules,
            "options": lambda: self.options,
            "tile": lambda: self._tile(seat),
            "tiles": lambda: chance.choice(((), self.hands[seat], self.hands[seat], self.hands[seat][:12])),
            "candidate": lambda: chance.choice(asked),
            "dice": lambda: tuple(chance.randrange(1, 7) for _ in range(chance.choice((0, 2, 2, 3)))),
            "first": lambda: chance.choice((None, seat)),
            "wall": lambda: chance.randrange(6),
            "kind": lambda: chance.choice(kinds),
            "amounts": lambda: {seat: chance.randrange(-30, 30) * 100} if chance.random() < 0.6 else {},
            "ref": lambda: chance.randrange(state.version + 2),
            "text": lambda: chance.choice(("", "a reason")),
            "title": lambda: "",
            "following": lambda: chance.random() < 0.5,
            "pot": lambda: chance.choice((None, 500, -500)),
            "honba": lambda: chance.choice((None, 0, 2)),
            "seconds": lambda: chance.choice((-30, -10, 10, 30)),
            "seconds_ago": lambda: chance.choice((0, 0, 20, 700)),
            "by_key": lambda: chance.random() < 0.5,
            "shown": lambda: chance.choice((None, 1, 2, 3)),
            "why": lambda: chance.choice(("player", "other")),
        }
        return made[name]()

    def _tile(self, seat: Seat) -> Tile:
        chance = self.chance.random()
        if chance < 0.85:
            return self.chance.choice(self.pools[seat])
        return self.chance.choice(self.hands[seat]) if chance < 0.93 else self.chance.randrange(37)

    def _observation(self) -> Observation:
        chance, seat = self.chance, self.chance.choice(self.seats)
        match chance.randrange(12):
            case 0:
                fault = Fault("E07", chance.random() < 0.5, 0) if chance.random() < 0.2 else None
                state = chance.choice(("WALLS_UP", "EMPTY", "FAULT"))
                return TableSeen(TableStatus(state=state, link_up=chance.random() < 0.8, fault=fault))
            case 1:
                return DiceSeen((chance.randrange(8), chance.randrange(1, 7)))
            case 2:
                return ButtonSeen(seat, chance.choice(("ready", "ron", "call", "start")))
        place = chance.choice([*Place])
        tiles = self._seen(place, seat)
        open_place = place in (Place.INDICATOR, Place.URA)
        return TilesSeen(place, None if open_place else seat, tiles, 900.0, chance.random() < 0.1, "camera", 1)

    def _seen(self, place: Place, seat: Seat) -> tuple[SeenTile, ...]:
        chance, match = self.chance, self.bench.desk.state().match
        tiles: tuple[Tile, ...] = (self.indicator,) if chance.random() < 0.8 else (chance.randrange(37),)
        if place is Place.RIVER:
            deal = None if match is None else match.deal
            lie = () if deal is None or seat not in deal.seats else tuple(one.tile for one in deal.river(seat))
            tiles = (*lie, *(self._tile(seat) for _ in range(chance.choice((0, 1, 1, 1, 1, 2)))))
            tiles = tiles[: chance.choice((len(tiles),) * 9 + (max(0, len(tiles) - 2),))]
        elif place is Place.WALL:
            tiles = (*self.hands[seat], *self.pools[seat])[: chance.choice((34,) * 6 + (33,))]
        elif place is Place.HAND:
            tiles = self.hands[seat][: chance.choice((13,) * 6 + (12,))]
        elif place is Place.POOL:
            tiles = self.pools[seat]
        read = [seen(format_tile(tile), chance.choice((0.999,) * 30 + (0.6,))) for tile in tiles]
        return (*read, seen(BACK, 0.999, "1m")) if chance.random() < 0.03 else tuple(read)


def _act(kind: type[Command]) -> str:
    return str(kind.__dataclass_fields__["act"].default)
