"""Reads a record17 into events of the catalogue, as they are stated and nothing more.

The events of a record get numbers of their own, spaced so that what a record leaves out can be put between them; the
record's own seqs are kept beside them. What is left out is `record_filler`'s, what is wrong is `judge`'s to say.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from referee.game import (
    CATALOGUE_VERSION,
    Event,
    EventType,
    Label,
    MatchSource,
    Opening,
    Place,
    Seat,
    Setup,
    WallSide,
    read_amount,
)
from referee.game.catalogue import CATALOGUE
from referee.game.event_json import read_field
from referee.game.ruling import HOTFIXES
from referee.journal.errors import RecordError
from referee.journal.record_schema import check_record, path_text
from referee.rules import RuleSet, Wind, load_rules, preset_names
from referee.tiles import InputError, Tile, parse_tile

SPACING: Final = 100
"""Free numbers between two events of a record, for what it leaves out."""

RECORD_FIELDS: Final = ("by", "tile", "n", "ref", "kind", "amounts", "source", "confidence", "text")
OWN_FIELDS: Final = ("tiles", "dice", "first", "place", "how", "late")
"""Fields that this program writes beside those of record17, so that nothing is lost."""


@dataclass(frozen=True, slots=True)
class ReadDeal:
    """One deal of a record: its opening, its events as stated (voided ones too), and the document's own object."""

    opening: Event
    events: tuple[Event, ...]
    stated: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A record as it was read. `seqs`: the record's own seq of each stated event, by our number."""

    document: Mapping[str, Any]
    rules: RuleSet
    match: Event
    deals: tuple[ReadDeal, ...]
    seqs: Mapping[int, int]
    version: int = CATALOGUE_VERSION

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who takes part."""
        setup = self.match.setup
        return () if setup is None else tuple(sorted(setup.players))


def read_record(document: object) -> ReadRecord:
    """The record of a document. Raises RecordError naming the path of what is no record17 or cannot be read."""
    record = check_record(document)
    rules = read_rules(record["match"]["rules"])
    match = Event(SPACING, 0, EventType.MATCH, setup=_setup(record, rules))
    numbering = _Numbering()
    deals: list[ReadDeal] = []
    least = 0
    for place, stated in enumerate(record["deals"]):
        path = ("deals", place)
        if stated["no"] <= least:
            raise RecordError(f"{path_text((*path, 'no'))}: {stated['no']} follows {least}")
        least = int(stated["no"])
        _check_seats(stated, rules.players, match, path)
        opening = Event(numbering.next(None, path), 0, EventType.DEAL, opening=_opening(stated, first=place == 0))
        numbering.begin_deal()
        events = tuple(
            _event(data, numbering, stated, (*path, "events", index)) for index, data in enumerate(stated["events"])
        )
        deals.append(ReadDeal(opening, events, stated))
    return ReadRecord(record, rules, match, tuple(deals), dict(numbering.seqs))


def read_rules(stated: Mapping[str, Any]) -> RuleSet:
    """The rule set of a record: a preset with options, or every option spelt out. Raises RecordError."""
    preset, options = stated["preset"], stated.get("options", {})
    try:
        if preset in preset_names():
            return load_rules(preset).with_options(options)
    except InputError as error:
        raise RecordError(f"match.rules.options: {error}") from error
    try:
        return RuleSet.from_mapping(options, name=preset)
    except InputError as error:
        known = ", ".join(preset_names())
        raise RecordError(
            f"match.rules.preset: '{preset[:40]}' is none of {known}, and its options do not say everything: {error}"
        ) from error


class _Numbering:
    """Gives numbers to a record's events, and finds the number of a seq that a later event refers to."""

    def __init__(self) -> None:
        self.seqs: dict[int, int] = {}
        self._ordinal = 1
        self._last = 0
        self._in_deal: dict[int, int] = {}
        self._everywhere: dict[int, int] = {}

    def begin_deal(self) -> None:
        """A deal begins: seqs may start again, and refer to this deal first."""
        self._in_deal = {}
        self._last = 0

    def next(self, seq: int | None, path: tuple[str | int, ...]) -> int:
        """The number of the next event, whose own seq is `seq` (None: it has none)."""
        self._ordinal += 1
        number = self._ordinal * SPACING
        if seq is not None:
            if seq <= self._last:
                raise RecordError(f"{path_text((*path, 'seq'))}: {seq} follows {self._last}, but seq grows in a deal")
            self._last = seq
            self.seqs[number] = seq
            self._in_deal[seq] = number
            self._everywhere[seq] = number
        return number

    def find(self, seq: int) -> int | None:
        """The number of an earlier event by its seq."""
        return self._in_deal.get(seq, self._everywhere.get(seq))


def _setup(record: Mapping[str, Any], rules: RuleSet) -> Setup:
    match = record["match"]
    players = {Seat(player["seat"]): str(player["name"]) for player in match["players"]}
    if len(players) != len(match["players"]):
        raise RecordError("match.players: two players have the same seat")
    if len(players) != rules.players:
        raise RecordError(f"match.players: {len(players)} players, but the rules are for {rules.players}")
    return Setup(
        id=match.get("id", ""),
        players=players,
        rules=rules.name,
        options=rules.plain_options(),
        title=match.get("title", ""),
        venue=match.get("venue", ""),
        started_at=match.get("started_at", ""),
        source=MatchSource(match.get("source", MatchSource.CONSOLE.value)),
    )


def _check_seats(stated: Mapping[str, Any], players: int, match: Event, path: tuple[str | int, ...]) -> None:
    seats = () if match.setup is None else tuple(match.setup.players)
    named: Iterator[tuple[str, str]] = iter(
        [
            *((name, stated[name]) for name in ("first", "dealer") if name in stated),
            *((name, seat) for name in ("points_before", "walls", "built") for seat in stated.get(name, {})),
        ]
    )
    for name, seat in named:
        if seat not in seats:
            raise RecordError(f"{path_text((*path, name))}: seat {seat[:10]} is none of the {players} players")


def _opening(stated: Mapping[str, Any], *, first: bool) -> Opening:
    """What the record says of the deal's beginning; points only for the first deal, where they follow from nothing."""
    label = stated.get("label", {})
    whole = "number" in label and "honba" in label
    wind = Wind(label["wind"]) if "wind" in label else None
    return Opening(
        no=int(stated["no"]),
        first=Seat(stated["first"]),
        dealer=Seat(stated["dealer"]) if "dealer" in stated else None,
        label=Label(wind, int(label["number"]), int(label["honba"])) if whole else None,
        points=points_before(stated) if first else None,
        pot=read_amount(stated["pot_before"]) if first and "pot_before" in stated else None,
    )


def points_before(stated: Mapping[str, Any]) -> dict[Seat, Any] | None:
    """The points that a record states before a deal, or None."""
    points = stated.get("points_before")
    return None if points is None else {Seat(seat): read_amount(amount) for seat, amount in points.items()}


def _event(
    data: Mapping[str, Any], numbering: _Numbering, stated: Mapping[str, Any], path: tuple[str | int, ...]
) -> Event:
    number = numbering.next(int(data["seq"]), path)
    kind = EventType(data["type"])
    fields = CATALOGUE[kind]
    # a record's event may carry members that its kind has no use for: they are let through unread
    has = fields.needs | fields.may | {"source", "confidence", "text"}
    values: dict[str, Any] = {}
    for name in (*RECORD_FIELDS, *OWN_FIELDS):
        if name in data and name in has:
            values[name] = _read(name, data[name], path)
    if values.get("ref") is not None:
        values["ref"] = _ref(kind, values["ref"], number, numbering, path)
    values = {**values, **_taken_for_granted(kind, values)}
    event = Event(number, int(data["ms"]), kind, **{name: value for name, value in values.items() if value is not None})
    missing = sorted(name for name in fields.needs if name not in values)
    if missing and not _told_by_deal(event, missing, stated):
        raise RecordError(f"{path_text(path)}: a {kind} event needs {', '.join(missing)}")
    return _with_deal_fields(event, stated)


def _taken_for_granted(kind: EventType, values: Mapping[str, Any]) -> dict[str, str]:
    """What other programs say in words of their own or not at all: kinds of rulings, why a match was reopened."""
    if kind is EventType.PENALTY and not values.get("kind"):
        return {"kind": "points" if values.get("amounts") else "warning"}
    if kind is EventType.HOTFIX and values.get("kind") not in HOTFIXES:
        return {"kind": _set_right(values)}
    if kind is EventType.REOPEN and not values.get("text"):
        return {"text": "reopened"}
    return {}


def _set_right(values: Mapping[str, Any]) -> str:
    """What a hotfix sets right, by what it names."""
    amounts = set(values.get("amounts") or ())
    for name in ("honba", "pot"):
        if amounts == {name}:
            return name
    return "dealer" if not amounts and "by" in values else "points"


def _read(name: str, value: Any, path: tuple[str | int, ...]) -> Any:
    if name in ("n", "ref"):
        value = int(value)
    try:
        return read_field(name, value)
    except InputError as error:
        raise RecordError(f"{path_text((*path, name))}: {error}") from error


_REFERRING: Final = frozenset(
    {EventType.VOID, EventType.CORRECT, EventType.RON, EventType.PASS}
    | {EventType.DISCARD, EventType.RIICHI, EventType.BUILT}
)
"""Kinds whose `ref` changes what they mean; what a note or a ruling refers to is for people."""


def _ref(kind: EventType, ref: int, own: int, numbering: _Numbering, path: tuple[str | int, ...]) -> int | None:
    number = numbering.find(ref)
    if number == own:
        number = None
    if number is None and kind in _REFERRING:
        raise RecordError(f"{path_text((*path, 'ref'))}: there is no earlier event {ref}")
    return number


def _told_by_deal(event: Event, missing: list[str], stated: Mapping[str, Any]) -> bool:
    return event.type is EventType.URA and missing == ["tile"] and bool(stated.get("ura"))


def _with_deal_fields(event: Event, stated: Mapping[str, Any]) -> Event:
    """The event with what record17 keeps in the deal: tiles of hands, dice, the flip's place and tile."""
    if event.type is EventType.BUILT and event.by is not None and not event.tiles:
        return event  # which of several carries the tiles is the filler's to say
    if event.type is EventType.DICE and not event.dice and event.first is None:
        dice = tuple(int(die) for die in stated.get("dice", ()))
        return replace(event, dice=dice, first=None if dice else Seat(stated["first"]))
    if event.type is EventType.FLIP:
        return replace(
            event,
            tile=event.tile if event.tile is not None else first_tile(stated, "indicator"),
            place=event.place or read_place(stated),
        )
    if event.type is EventType.URA and event.tile is None:
        return replace(event, tile=first_tile(stated, "ura"))
    return event


def first_tile(stated: Mapping[str, Any], name: str) -> Tile | None:
    """The first tile of a deal's list (`indicator`, `ura`), or None."""
    tiles = stated.get(name, ())
    return parse_tile(tiles[0]) if tiles else None


def read_place(stated: Mapping[str, Any]) -> Place | None:
    """Where the record says the indicator was turned."""
    flip = stated.get("flip")
    if flip is None:
        return None
    return Place(WallSide(flip["wall"]) if "wall" in flip else None, int(flip["stack"]) if "stack" in flip else None)
