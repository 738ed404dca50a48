"""Random matches that a desk could have accepted: dealt, played, called, ruled, corrected. Legal, seldom sensible."""

import random
from dataclasses import dataclass, field
from typing import Any

from referee.game import (
    Deal,
    Event,
    EventType,
    How,
    Label,
    Match,
    Opening,
    Phase,
    Place,
    Seat,
    Setup,
    Source,
    WallSide,
    advance,
    free_walls,
    takers,
)
from referee.rules import RuleSet, load_rules
from referee.tiles import InputError, Tile, kind_of, parse_tiles

READY_HANDS = tuple(
    parse_tiles(text)
    for text in (
        "233445m234p5677s",
        "2233344555666m",
        "678m678p2345678s",
        "22334m7788p2233s",
        "1112223334m777p",
        "19m19p19s1234567z",
        "111222333m44p55z",
        "234m4688p234678s",
        "123456789m1122z",
        "5556m555p111222z",
        "123789m123p1199s",
    )
)
PRESETS = ("happy", "kaiji", "encyclopedia", "broadcast", "broadcast_four", "club", "three")


@dataclass
class RandomMatch:
    """Plays with one source of chance; `events` is what was accepted so far."""

    chance: random.Random
    rules: RuleSet
    edits: bool = True
    match: Match = field(default_factory=Match)
    pack: list[Tile] = field(default_factory=list)
    hidden: dict[Seat, tuple[Tile, ...]] = field(default_factory=dict)
    ms: int = 0

    @property
    def events(self) -> tuple[Event, ...]:
        return self.match.events

    @property
    def deal(self) -> Deal:
        assert self.match.deal is not None
        return self.match.deal

    def play(self, deals: int) -> None:
        """Open a match and play so many deals, or fewer if it is over."""
        players = {seat: f"Player {seat}" for seat in tuple(Seat)[: self.rules.players]}
        self._add(EventType.MATCH, setup=Setup("random", players, self.rules.name, self.rules.plain_options()))
        for _ in range(deals):
            if self.match.over is not None:
                break
            self._play_deal()
        if self.chance.random() < 0.5:
            self._add(EventType.MATCH_END)
            if self.chance.random() < 0.5:
                self._add(EventType.REOPEN, text="an error was found")

    def _add(self, kind: EventType, /, **fields: Any) -> Event:
        self.ms += self.chance.randrange(3_000)
        source = self.chance.choice((None, *Source))
        event = Event(self.match.version + self.chance.randint(1, 3), self.ms, kind, source=source, **fields)
        self.match = advance(self.match, event)
        return event

    def _try(self, kind: EventType, /, **fields: Any) -> bool:
        try:
            self._add(kind, **fields)
        except InputError:
            return False
        return True

    def _play_deal(self) -> None:
        self._open()
        self._set_up()
        for _ in range(400):
            if self.deal.result is not None:
                break
            self._one_act()
        if not self.deal.shown:
            self._add(EventType.SHOW)
        for seat, known in self.deal.known.items():
            if self.chance.random() < 0.1:
                self._add(EventType.EXPOSE, by=seat, tiles=known.tiles)
        if self.chance.random() < 0.2:
            self._aside()

    def _open(self) -> None:
        proposal = self.match.next_deal
        assert proposal is not None
        self.ms = 0
        opening = Opening(no=proposal.no)
        if self.chance.random() < 0.5:
            label = Label(proposal.label.wind, proposal.label.number, proposal.label.honba)
            opening = Opening(proposal.no, proposal.first, proposal.dealer, label)
        self._add(EventType.DEAL, opening=opening)
        if self.deal.first is None:
            self._add(EventType.DICE, dice=self._dice())
        if self.chance.random() < 0.7:
            self._take_walls()

    def _take_walls(self) -> None:
        """Each names a wall or throws for rows, where the rules have it so."""
        for seat in takers(self.rules, self.deal):
            if self.rules.walls.value == "chosen":
                self._add(EventType.WALLS, by=seat, n=self.chance.choice(free_walls(self.deal)))
            else:
                self._add(EventType.DICE, by=seat, dice=self._dice())

    def _dice(self) -> tuple[int, int]:
        return self.chance.randint(1, 6), self.chance.randint(1, 6)

    def _set_up(self) -> None:
        reds = {f"0{suit}": count for suit, count in self.rules.red_fives.items() if count}
        self.pack = [tile for kind in range(34) for tile in [kind] * 4]
        for name, count in reds.items():
            red = parse_tiles(name)[0]
            for _ in range(count):
                self.pack[self.pack.index(kind_of(red))] = red
        hands = {seat: self._take_hand() for seat in self.deal.seats}
        walls = {seat: (*hand, *self._take(21)) for seat, hand in hands.items()}
        seen = self.chance.random() < 0.8
        for seat, wall in walls.items():
            if seen:
                self._add(EventType.WALLS, by=seat, tiles=tuple(self.chance.sample(wall, 34)))
        if self.rules.dora.value == "none":
            self._add(EventType.WALLS)
        else:
            place = Place(self.chance.choice(tuple(WallSide)), self.chance.randint(1, 17))
            self._add(EventType.FLIP, tile=self._extra(), place=place)
        self.hidden = {}
        for seat, hand in hands.items():
            shown = self.chance.random() < 0.75
            if not shown:
                self.hidden[seat] = hand
            self._add(EventType.BUILT, by=seat, tiles=hand if shown else (), how=How.CAMERA if shown else None)
        self.walls = walls

    def _extra(self) -> Tile:
        return self._take(1)[0] if self.pack else 0

    def _take(self, count: int) -> tuple[Tile, ...]:
        taken = self.chance.sample(self.pack, count)
        for tile in taken:
            self.pack.remove(tile)
        return tuple(taken)

    def _take_hand(self) -> tuple[Tile, ...]:
        hand = list(self.chance.choice(READY_HANDS))
        pack = list(self.pack)
        for tile in hand:
            if tile not in pack:
                return self._take(13)
            pack.remove(tile)
        self.pack = pack
        return tuple(hand)

    def _one_act(self) -> None:
        phase = self.deal.phase
        if self.edits and self.chance.random() < 0.03:
            self._edit()
        elif self.chance.random() < 0.03:
            self._aside()
        elif phase in (Phase.DISCARDING, Phase.LAST_WINDOW):
            self._step()
        elif phase is Phase.CALLED and self.chance.random() < 0.8:
            self._show_hand()
        elif phase in (Phase.CALLED, Phase.REFUSED):
            self._rule()
        elif phase is Phase.WON and self.chance.random() < 0.9:
            self._try(EventType.URA, tile=self.chance.choice(self.pack or [0]))
        elif phase is Phase.WON:
            self._try(EventType.SHOW)
        else:
            self._repair()

    def _repair(self) -> None:
        """An edit took the deal back into its setting: set what is missing."""
        deal = self.deal
        if not self._try(EventType.STOP) and deal.result is None:
            self._edit()

    def _step(self) -> None:
        deal = self.deal
        for seat in deal.seats:
            if self._calls(seat):
                self._try(EventType.RON, by=seat)
                return
        if deal.phase is Phase.LAST_WINDOW:
            self._add(EventType.DRAW)
            return
        seat = deal.turn
        assert seat is not None
        if self.rules.riichi.value == "declared" and not deal.river(seat) and self.chance.random() < 0.6:
            self._try(EventType.RIICHI, by=seat)
        if self.chance.random() < 0.05:
            self._try(EventType.PASS, by=self.chance.choice(deal.seats))
        known = deal.known.get(seat)
        if known is not None and self.chance.random() < 0.004:
            self._try(EventType.DISCARD, by=seat, tile=known.tiles[0], kind="hand_change")
            return
        pool = deal.pool(seat)
        left = list(pool) if pool else self._guessed_pool(seat)
        self._try(EventType.DISCARD, by=seat, tile=self.chance.choice(left), confidence=self.chance.random())

    def _guessed_pool(self, seat: Seat) -> list[Tile]:
        pool = list(self.walls[seat][13:])
        for discard in self.deal.river(seat):
            if discard.tile in pool:
                pool.remove(discard.tile)
        return pool

    def _calls(self, seat: Seat) -> bool:
        deal = self.deal
        if deal.last is None or deal.last.by == seat:
            return self.chance.random() < 0.002
        if seat in self.hidden and seat not in deal.known:
            return self.chance.random() < 0.03
        known = deal.known.get(seat)
        is_wait = known is not None and kind_of(deal.last.tile) in known.waits
        return self.chance.random() < (0.5 if is_wait else 0.004)

    def _show_hand(self) -> None:
        for seat, hand in self.hidden.items():
            if seat not in self.deal.known:
                self._try(EventType.BUILT, by=seat, tiles=hand, how=How.AT_RON)
                if self.deal.phase is not Phase.CALLED:
                    return
        if self.deal.phase is Phase.CALLED:
            self._rule()

    def _rule(self) -> None:
        seat = self.chance.choice(self.deal.seats)
        kind = self.chance.choice(("warning", "points", "chombo", "play_on", "play_on", "dead_hand", "redeal", "stop"))
        if kind == "dead_hand":
            self._try(EventType.DEAD_HAND, by=seat)
        elif kind == "redeal":
            self._try(EventType.REDEAL)
        elif kind == "stop":
            self._try(EventType.STOP)
        elif kind == "points":
            self._try(EventType.PENALTY, kind="points", by=seat, amounts={seat: -self.chance.randrange(5) * 100 - 100})
        else:
            self._try(EventType.PENALTY, kind=kind, by=seat)

    def _aside(self) -> None:
        seat = self.chance.choice(self.deal.seats)
        act = self.chance.randrange(7)
        if act == 0:
            self._add(EventType.NOTE, text="a word")
        elif act == 1:
            self._add(EventType.PAUSE, text="tea")
            self._add(EventType.RESUME)
        elif act == 2:
            self._try(EventType.HOTFIX, kind="points", amounts={seat: 300})
        elif act == 3:
            self._try(EventType.HOTFIX, kind="pot", amounts={"pot": 1_000})
        elif act == 4:
            self._try(EventType.HOTFIX, kind="honba", amounts={"honba": self.chance.randrange(4)})
        elif act == 5:
            self._try(EventType.EXPOSE, by=seat, tile=self.chance.randrange(34))
        else:
            self._try(EventType.PENALTY, kind="points", by=seat, amounts={seat: -200})

    def _edit(self) -> None:
        """Void or correct some event, mostly the last; what cannot stand is refused and nothing happens."""
        target = self.events[-1] if self.chance.random() < 0.6 else self.chance.choice(self.events[2:] or self.events)
        if target.type in (EventType.MATCH, EventType.DEAL):
            return
        if self.chance.random() < 0.6:
            self._try(EventType.VOID, ref=target.seq, kind="misread", text="misread")
        elif target.type is EventType.DISCARD and target.by is not None:
            self._try(EventType.CORRECT, ref=target.seq, tile=self.chance.choice(self.walls[target.by]))


def random_match(seed: int, *, deals: int = 3, edits: bool = True, preset: str | None = None) -> RandomMatch:
    """A match played by chance."""
    chance = random.Random(seed)
    options: dict[str, object] = {}
    if chance.random() < 0.3:
        options["riichi"] = "declared"
    if chance.random() < 0.5:
        options["red_fives"] = {"m": 1, "p": 1, "s": 1}
    options["hand_change"] = chance.choice(("ruling", "dead_hand", "chombo"))
    options["walls"] = chance.choice(("own", "own", "chosen", "dice_rows"))
    options["several_ron"] = chance.choice(("all", "nearest"))
    options["chombo"] = {"amount": "mangan", "to": chance.choice(("opponent", "pot", "nobody"))}
    rules = load_rules(preset or chance.choice(PRESETS)).with_options(options)
    played = RandomMatch(chance, rules, edits)
    played.play(deals)
    return played
