"""A desk for tests of the display: it folds real events and answers commands, without table, cameras or threads."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from referee.desk.album import Album
from referee.desk.allowed import allowed_acts, offers_stop
from referee.desk.commands import Answer, AnyCommand, EmergencyStop, ShowRest, ShowResult, ShowStep
from referee.desk.observation import SeenTile, TilesSeen
from referee.desk.orders import events_of, is_order
from referee.desk.quarantine import Spot
from referee.desk.settings import DeskSettings
from referee.desk.state import CameraStatus, Candidate, Clock, DeskState, Place, TableStatus, Trouble
from referee.desk.unveiling import Unveiling
from referee.display.port import RuleSetSummary
from referee.game import Event, EventType, Match, MatchSource, Opening, Seat, Setup, Source, advance, fold
from referee.rules import load_rules, preset_names
from referee.tiles import InputError, parse_tiles
from tests.referee.desk.bench import seen

A, B = Seat.A, Seat.B

# the recorded deal of the reference record: A waits for 5p 8p 2p..., B discards 0p as the very last tile
WALL_A = "234m234p234s678s5p3z5z6z7z9m1m1p9p1s9s8p8m2z4z7p7m9m6p1p7p6p"
WALL_B = "1z1z1z3m4m5m7m8m9m5s5s6s6s3z5z6z7z2z4z9p9p1s9s1m9m8p8s2m7p0p6p8m3m6m"
HAND_A = "234m234p234s678s5p"
HAND_B = "111z345m789m5566s"
RIVER_A = ["3z", "5z", "6z", "7z", "9m", "1m", "1p", "9p", "1s", "9s", "8p", "8m", "2z", "4z", "7p", "7m", "9m"]
RIVER_B = ["3z", "5z", "6z", "7z", "2z", "4z", "9p", "9p", "1s", "9s", "1m", "9m", "8p", "8s", "2m", "7p", "0p"]


def pictured(label: str, picture: str, probability: float = 0.999, other: str = "back") -> SeenTile:
    """A reading with its picture; what is not probable is mostly the other label."""
    return replace(seen(label, probability, other), picture=picture)


class FakeDesk:
    """A `DeskPort` whose every event a test enters by hand."""

    def __init__(
        self, rules: str = "happy", options: dict[str, object] | None = None, *, simulated: bool = False
    ) -> None:
        self.match = Match()
        self.now = 1_000_000.0
        self.commands: list[AnyCommand] = []
        self.candidates: tuple[Candidate, ...] = ()
        self.table = TableStatus(state="WALLS_UP", link_up=True, round_trip_ms=3.2)
        self.cameras = (CameraStatus("river", 24.6, 40.0), CameraStatus("tray A", 25.0, 38.0))
        self.clock: Clock | None = None
        self.attention = False
        self.reason = ""
        self.confirm_all = False
        self.last_trouble: Trouble | None = None
        self.simulated = simulated
        self.recovered_ms: float | None = None
        self.pictures: dict[str, bytes] = {}
        self.answer: Answer | None = None
        self.rules = load_rules(rules).with_options(options or {})
        self.looks: dict[Spot, TilesSeen] = {}
        self.unveiling = Unveiling(self.now_ms)
        self._album = Album(lambda spot: frozenset())
        self._callbacks: list[Callable[[], None]] = []

    # -- the port

    def state(self) -> DeskState:
        return DeskState(
            version=self.match.version,
            now_ms=self.now,
            match=self.match if self.match.setup is not None else None,
            candidates=self.candidates,
            seen=self._album.places(self.match, self.looks),
            table=self.table,
            cameras=self.cameras,
            confirm_all=self.confirm_all,
            last_trouble=self.last_trouble,
            clock=self.clock,
            attention=self.attention,
            reason=self.reason,
            sheet=self.unveiling.progress(self.match),
            simulated=self.simulated,
            recovered_ms=self.recovered_ms,
            allowed=allowed_acts(
                self.match if self.match.events else None,
                self.table,
                self.candidates,
                held=False,
                settings=DeskSettings(),
                stop_offered=offers_stop(self.match),
                clock=self.clock,
                now_ms=self.now,
                sheet_acts=self.unveiling.acts(self.match),
            ),
        )

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    async def submit(self, command: AnyCommand) -> Answer:
        self.commands.append(command)
        if self.answer is not None:
            return self.answer
        if not isinstance(command, EmergencyStop) and command.version != self.match.version:
            return Answer(False, "stale", self.match.version)
        if isinstance(command, ShowResult):
            self.unveiling.begin(self.match.deal, by_key=command.by_key)
        if isinstance(command, ShowStep | ShowRest):
            code = self.unveiling.lead_on(command, self.match)
            self.tell()
            return Answer(code == "done", code, self.match.version)
        if is_order(command):
            try:
                for event in events_of(command, self.match):
                    self.enter(event)
            except InputError as error:
                return Answer(False, "refused", self.match.version, {"text": str(error)}, error.tells_hidden)
        return Answer(True, "done", self.match.version)

    def picture(self, picture_id: str) -> bytes | None:
        return self.pictures.get(picture_id)

    def rule_sets(self) -> tuple[RuleSetSummary, ...]:
        sets = (load_rules(name) for name in preset_names())
        return tuple(RuleSetSummary(one.name, dict(one.title), one.plain_options(), one.decided) for one in sets)

    def now_ms(self) -> float:
        return self.now

    # -- what tests do

    def enter(self, event: Event) -> None:
        """Accept an event; it gets the next number."""
        numbered = replace(event, seq=self.match.version + 1, ms=self.match.version * 1000)
        self.match = advance(self.match, numbered)
        self.tell()

    def add(self, kind: EventType, **fields: Any) -> None:
        """Accept an event by its kind and fields."""
        self.enter(Event(seq=0, ms=0, type=kind, source=fields.pop("source", Source.CAMERA), **fields))

    def tell(self) -> None:
        """Say that something changed."""
        for callback in tuple(self._callbacks):
            callback()

    def change(self, **fields: Any) -> None:
        """Set fields of the desk and say so."""
        for name, value in fields.items():
            setattr(self, name, value)
        self.tell()

    def look(self, place: Place, seat: Seat | None, tiles: Iterable[SeenTile]) -> None:
        """A camera sees these tiles at a place."""
        self.looks[(place, seat)] = TilesSeen(place, seat, tuple(tiles), 900.0, False, "overhead", 1)

    def look_everywhere(self) -> None:
        """Cameras see every accepted tile; its picture is named by place, seat, number and what it shows."""
        for place in self.state().seen:
            where = f"{place.place}-{place.seat or ''}"
            names = [tile.tile for tile in place.tiles]
            tiles = (pictured(name, f"{where}-{number}-{name}") for number, name in enumerate(names))
            self.look(place.place, place.seat, tiles)

    # -- a recorded deal

    def open(self, names: tuple[str, str] = ("佐藤 一郎", "林 美玲")) -> None:
        """Open a match between two players."""
        setup = Setup(
            id="m1",
            players={A: names[0], B: names[1]},
            rules=self.rules.name,
            options=self.rules.plain_options(),
            title="Spring Cup, table 1",
            source=MatchSource.PHYSICAL,
        )
        self.add(EventType.MATCH, setup=setup)

    def deal(self) -> None:
        """Open the next deal, A first."""
        number = self.match.next_deal.no if self.match.next_deal else 1
        self.add(EventType.DEAL, opening=Opening(no=number))
        self.add(EventType.WALLS)
        if self.match.deal is not None and self.match.deal.first is None:
            self.add(EventType.DICE, dice=(2, 3), first=A)

    def flip(self, tile: str = "4s") -> None:
        """Turn the indicator."""
        self.add(EventType.FLIP, tile=parse_tiles(tile)[0])

    def walls(self) -> None:
        """The cameras saw both walls."""
        self.add(EventType.WALLS, by=A, tiles=parse_tiles(WALL_A))
        self.add(EventType.WALLS, by=B, tiles=parse_tiles(WALL_B))

    def build(self, seats: Iterable[Seat] = (A, B)) -> None:
        """Lock the hands."""
        for seat in seats:
            self.add(EventType.BUILT, by=seat, tiles=parse_tiles(HAND_A if seat is A else HAND_B))

    def discard(self, count: int) -> None:
        """Play the recorded discards until `count` lie on the table."""
        order = [(seat, n) for n in range(17) for seat in (A, B)]
        made = len(self.match.deal.discards) if self.match.deal else 0
        for seat, n in order[made:count]:
            tile = (RIVER_A if seat is A else RIVER_B)[n]
            self.add(EventType.DISCARD, by=seat, tile=parse_tiles(tile)[0], n=n + 1, confidence=0.98)

    def play(self, discards: int = 34) -> None:
        """From nothing to so many discards."""
        self.open()
        self.deal()
        self.flip()
        self.walls()
        self.build()
        self.discard(discards)

    def win(self) -> None:
        """A wins on B's last tile, the ura indicator is turned."""
        self.add(EventType.RON, by=A)
        self.add(EventType.URA, tile=parse_tiles("2s")[0])

    def refold(self, events: Iterable[Event]) -> None:
        """Take a list of events as the whole match."""
        self.match = fold(events)
        self.tell()
