"""A desk on a bench: real rules and game, a clock that is turned by hand, readings written as mpsz text."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from referee.desk import Desk, DeskSettings, DeskTools
from referee.desk.command import Command
from referee.desk.commands import Answer, ConfirmWalls, EnterDice, EnterIndicator, LockHand, StartMatch
from referee.desk.observation import SeenTile, TilesSeen
from referee.desk.state import Place
from referee.game import Event, Match, MatchSource, Seat
from referee.rules import load_rules
from referee.tiles import BACK, LABELS, OTHER, format_tile, format_tiles, parse_tiles

A, B = Seat.A, Seat.B
HANDS = {A: "234m234p234678s5p", B: "111z345789m5566s"}
POOLS = {A: "19m19p19s1234567z78m79p58s5p5m", B: "123m1234p9p1199s234567z8m8p8s"}
WALLS = {seat: format_tiles(parse_tiles(HANDS[seat] + POOLS[seat])) for seat in HANDS}


@dataclass
class Table:
    """Remembers what it was asked."""

    asked: list[str] = field(default_factory=list)

    def start_cycle(self) -> None:
        self.asked.append("cycle")

    def roll_dice(self) -> None:
        self.asked.append("dice")

    def reset(self) -> None:
        self.asked.append("reset")

    def emergency_stop(self) -> None:
        self.asked.append("estop")


class Bench:
    """The desk and everything around it. Walls, hands and rivers are given as text."""

    def __init__(
        self, recovered: Match | None = None, rules: str = "happy", *, operator_hands: bool = False, **options: object
    ) -> None:
        self.now_ms = 1_000.0
        self.kept: list[Event] = []
        self.table = Table()
        self.rules, self.options = rules, options
        self.fail = False
        self.before_keeping: Callable[[], object] = lambda: None
        tools = DeskTools(
            self._keep, lambda: self.now_ms, lambda: "2026-01-01T00:00:00+00:00",
            lambda name, chosen: load_rules(name).with_options(chosen), lambda: "match-1",
        )  # fmt: skip
        settings = DeskSettings(source=MatchSource.SIMULATED, operator_hands=operator_hands)
        self.desk = Desk(tools, self.table, settings, recovered)
        self.rivers: dict[Seat, list[SeenTile]] = {A: [], B: []}

    def _keep(self, match_id: str, event: Event) -> None:
        self.before_keeping()
        if self.fail:
            raise OSError("no space left on device")
        self.kept.append(event)

    @property
    def match(self) -> Match:
        match = self.desk.state().match
        assert match is not None
        return match

    def say(self, kind: type[Command], /, actor: str = "operator", **fields: object) -> Answer:
        version = fields.pop("version", self.desk.state().version)
        return self.desk.command(kind(version=version, actor=actor, **fields))  # type: ignore[arg-type]

    def start(self) -> None:
        answer = self.say(StartMatch, players={A: "Aoi", B: "Ben"}, rules=self.rules, options=dict(self.options))
        assert answer.done, answer

    def see(
        self,
        place: Place,
        seat: Seat | None,
        tiles: Iterable[SeenTile] | str,
        *,
        covered: bool = False,
        unseen: tuple[int, ...] | None = None,
    ) -> None:
        """A camera tells what it sees; where a covered place cannot be seen is everywhere unless it is given."""
        seen = seen_tiles(tiles) if isinstance(tiles, str) else tuple(tiles)
        hidden = unseen if unseen is not None else tuple(range(len(seen) + 1)) if covered else ()
        self.desk.observe(TilesSeen(place, seat, seen, 900.0, covered or bool(hidden), "overhead", 1, hidden))

    def lay(self, seat: Seat, tile: SeenTile | str, *, covered: bool = False) -> None:
        """A tile is laid at the end of a river and the camera sees the whole river."""
        self.rivers[seat].append(seen_tiles(tile)[0] if isinstance(tile, str) else tile)
        self.see(Place.RIVER, seat, self.rivers[seat], covered=covered)

    def build(self, walls: dict[Seat, str], hands: dict[Seat, str], indicator: str = "4s") -> None:
        """Play up to the first discard: A is first."""
        self.start()
        assert self.say(ConfirmWalls).done
        for seat, wall in walls.items():
            self.see(Place.WALL, seat, wall)
        assert self.say(EnterDice, first=A).done
        assert self.say(EnterIndicator, tile=parse_tiles(indicator)[0]).done
        for seat, hand in hands.items():
            assert self.say(LockHand, actor=f"player:{seat}", seat=seat, tiles=parse_tiles(hand)).done


def seen_tiles(text: str) -> tuple[SeenTile, ...]:
    """Readings without doubt."""
    return tuple(seen(format_tile(tile)) for tile in parse_tiles(text))


UNREAD = SeenTile(OTHER, 0.03, False, (math.log(1 / len(LABELS)),) * len(LABELS))
"""Something of a tile's size that cannot be read."""


def seen(label: str, probability: float = 0.999, other: str = BACK) -> SeenTile:
    """A reading of `label` with `probability`, the rest on `other`."""
    rest = (1.0 - probability) * 0.9
    spread = (1.0 - probability - rest) / (len(LABELS) - 2)
    logs = [math.log(spread)] * len(LABELS)
    logs[LABELS.index(label)] = math.log(probability)
    logs[LABELS.index(other)] = math.log(rest)
    return SeenTile(label, probability, probability > 0.98, tuple(logs))


def questions(bench: Bench) -> list[str]:
    return [candidate.reason for candidate in bench.desk.state().candidates]


def river(bench: Bench, seat: str = "A") -> str:
    deal = bench.match.deal
    assert deal is not None
    return format_tiles((discard.tile for discard in deal.river(seat)), sort=False)  # type: ignore[arg-type]
