"""What lies where, as last seen, and what follows: the next reading that may become an event, or questions to a person.

It keeps the newest look at every place and judges all of them again whenever something changed, so what was too early
a moment ago (a discard before its turn) is right when its turn has come. No I/O, no clock; the desk's thread only.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from referee.desk.album import Album
from referee.desk.centre import find_indicator
from referee.desk.finding import Accept, Ask, Finding, as_seen
from referee.desk.observation import TilesSeen
from referee.desk.quarantine import Quarantine, Spot, look_of
from referee.desk.red_fives import without_uncounted_reds
from referee.desk.river import find_discard
from referee.desk.state import PLACE_OF_EVENT, Place, PlaceSeen, Reading
from referee.desk.tray import find_hand, find_wall
from referee.game import Deal, Discard, Event, Match, Phase, Seat
from referee.rules import HandSubmission, RuleSet
from referee.tiles import NAMES, Tile


@dataclass(slots=True)
class Inspection:
    """All places of one table. `lock_wait_ms`: how long a hand may take to be read before a person is asked."""

    lock_wait_ms: float
    quarantine: Quarantine = field(default_factory=Quarantine)
    doubt: Callable[[str], str] = lambda camera: ""
    """Why a person has to look at whatever a camera reads; empty if nobody has to."""
    _latest: dict[Spot, TilesSeen] = field(default_factory=dict)
    _taken_ms: dict[Spot, float] = field(default_factory=dict)
    _locks: dict[Seat, float] = field(default_factory=dict)
    _claims: dict[Seat, Ask] = field(default_factory=dict)
    _named: dict[Seat, tuple[int, Ask]] = field(default_factory=dict)
    _refused: dict[Spot, tuple[tuple[str, ...], int, str]] = field(default_factory=dict)
    _album: Album = field(init=False)
    _shown: tuple[Match | None, tuple[PlaceSeen, ...]] = (None, ())

    def __post_init__(self) -> None:
        self._album = Album(self.quarantine.upheld)

    def take(self, seen: TilesSeen, now_ms: float) -> None:
        """Remember the newest look at a place."""
        self._latest[(seen.place, seen.seat)] = seen
        self._taken_ms[(seen.place, seen.seat)] = now_ms
        self._shown = (None, ())

    def cover(self, camera: str) -> None:
        """A camera cannot be read any more: what it saw last is not gone, and nothing new follows from it."""
        for spot, seen in self._latest.items():
            if seen.camera == camera and not seen.covered:
                tiles = tuple(replace(tile, hidden=True) for tile in seen.tiles)
                self._latest[spot] = replace(seen, tiles=tiles, covered=True)
                self._shown = (None, ())

    def age_ms(self, spot: Spot, now_ms: float) -> int | None:
        """How old the picture is in which the place was seen last; None if no camera has seen it."""
        seen = self._latest.get(spot)
        return None if seen is None else max(0, round(seen.age_ms + now_ms - self._taken_ms[spot]))

    @property
    def place_pictures(self) -> Mapping[Spot, str]:
        """The picture of each whole place in the newest look at it, where one was made."""
        return {spot: seen.picture for spot, seen in self._latest.items() if seen.picture}

    def seen(self, match: Match) -> tuple[PlaceSeen, ...]:
        """The accepted tiles of the newest deal with the looks that show them."""
        if self._shown[0] is not match:  # it is asked for many times a second
            self._shown = (match, self._album.places(match, self._latest))
        return self._shown[1]

    def clear(self) -> None:
        """A new deal: nothing that was seen before says anything about it."""
        self.quarantine.clear_all()
        self._latest.clear()
        self._taken_ms.clear()
        self._album.clear()
        self._shown = (None, ())
        self._locks.clear()
        self._claims.clear()
        self._named.clear()
        self._refused.clear()

    def lock(self, seat: Seat, now_ms: float) -> None:
        """`seat` says that its hand stands: from now on its tray is read."""
        self._locks.setdefault(seat, now_ms)

    def unlock(self, seat: Seat) -> None:
        """The hand was taken down, or is asked for no longer."""
        self._locks.pop(seat, None)
        self._claims.pop(seat, None)

    def claim(self, seat: Seat, tiles: tuple[Tile, ...], why: str) -> None:
        """`seat` named a hand that cannot be beside what nobody else may see: the referee is asked, not the player."""
        readings = tuple(Reading(NAMES[tile], 1.0, sure=False) for tile in tiles)
        self._claims[seat] = Ask(readings, "not_allowed", {"text": why})

    def has_claim(self, seat: Seat) -> bool:
        """Whether a hand that `seat` named waits for the referee."""
        return seat in self._claims

    def name_discard(self, seat: Seat, n: int, tile: Tile, why: str) -> None:
        """The n-th discard of `seat` was named and cannot be beside hidden tiles: the referee is asked, nobody else."""
        self._named[seat] = (n, Ask((Reading(NAMES[tile], 1.0, sure=False),), "not_allowed", {"text": why}))

    def has_named(self, deal: Deal, seat: Seat) -> bool:
        """Whether the next discard of `seat` was named and waits for the referee."""
        named = self._named.get(seat)
        return named is not None and named[0] == len(deal.river(seat)) + 1 and deal.turn == seat

    def reject(self, spot: Spot) -> None:
        """A person says that what is seen there is none."""
        self.quarantine.reject(spot, self._look(spot))
        self._shown = (None, ())
        if spot[0] is Place.HAND and spot[1] is not None:
            self.unlock(spot[1])
        if spot[0] is Place.RIVER and spot[1] is not None:
            self._named.pop(spot[1], None)

    def uphold(self, discard: Discard, seen: Tile) -> None:
        """A person said that a discard was not what the camera `seen` there: the camera need not say so again."""
        self.quarantine.uphold((Place.RIVER, discard.by), (discard.n, NAMES[discard.tile], NAMES[seen]))

    def undo(self, event: Event) -> None:
        """An event was undone: the same look must not lead to it again by itself."""
        self._named.clear()
        place = PLACE_OF_EVENT.get(event.type)
        if place is not None and (place, event.by) in self._latest:
            self.quarantine.undo((place, event.by), self._look((place, event.by)))

    def refuse(self, spot: Spot, version: int, why: str) -> None:
        """The game did not allow what was seen at this state: a person must look, other places go on."""
        self._refused[spot] = (self._look(spot), version, why)

    def next_finding(self, deal: Deal, rules: RuleSet, version: int, now_ms: float) -> tuple[Spot, Accept] | None:
        """The first reading that may become an event; questions are put and withdrawn on the way.

        `version` is the state's: what was refused at it is a question and not tried again before something changed.
        """
        for spot in _spots(deal):
            finding = self._judged(deal, spot, rules, now_ms)
            refused = self._refused.get(spot)
            if isinstance(finding, Accept) and refused is not None and refused[:2] == (self._look(spot), version):
                finding = Ask(self._readings(spot, finding), "not_allowed", {"text": refused[2]})
            if isinstance(finding, Accept):
                self.quarantine.clear(spot)
                return spot, finding
            if isinstance(finding, Ask):
                self.quarantine.ask(spot, self._dated(spot, finding, now_ms))
            else:
                self.quarantine.clear(spot)
        return None

    def close_questions(self, deal: Deal) -> None:
        """Withdraw questions about places that cannot lead to anything in this phase."""
        spots = _spots(deal)
        for candidate in self.quarantine.candidates:
            if (candidate.place, candidate.seat) not in spots:
                self.quarantine.clear((candidate.place, candidate.seat))

    def _judged(self, deal: Deal, spot: Spot, rules: RuleSet, now_ms: float) -> Finding:
        look = self._look(spot)
        finding = self._hand(deal, spot, rules, now_ms) if spot[0] is Place.HAND else self._open(deal, spot, rules)
        if isinstance(finding, Accept) and self.quarantine.is_undone(spot, look):
            finding = Ask(self._readings(spot, finding), "undone")
        if isinstance(finding, Accept) and (doubt := self._doubt(spot)):
            finding = Ask(self._readings(spot, finding), doubt)
        claimed = self._is_claimed(deal, spot)  # named by a person, whatever the place looks like
        if isinstance(finding, Ask) and not claimed and self.quarantine.is_rejected(spot, look):
            return None
        return finding

    def _is_claimed(self, deal: Deal, spot: Spot) -> bool:
        place, seat = spot
        if seat is None:
            return False
        return seat in self._claims if place is Place.HAND else place is Place.RIVER and self.has_named(deal, seat)

    def _doubt(self, spot: Spot) -> str:
        seen = self._latest.get(spot)
        return "" if seen is None else self.doubt(seen.camera)

    def _dated(self, spot: Spot, question: Ask, now_ms: float) -> Ask:
        """With the camera that raised the question, and how old its picture was."""
        seen = self._latest.get(spot)
        if seen is None:
            return question
        return replace(question, facts={**question.facts, "camera": seen.camera, "age_ms": self.age_ms(spot, now_ms)})

    def _open(self, deal: Deal, spot: Spot, rules: RuleSet) -> Finding:
        place, seat = spot
        if place is Place.RIVER and seat is not None and self.has_named(deal, seat):
            return self._named[seat][1]
        seen = self._latest.get(spot)
        if seen is None:
            return None
        seen = without_uncounted_reds(seen, rules)
        if place is Place.RIVER and seat is not None:
            return find_discard(deal, seat, seen, rules, self.quarantine.upheld(spot))
        if place is Place.WALL and seat is not None:
            return find_wall(deal, seat, seen, rules)
        return find_indicator(deal, seen, rules)

    def _hand(self, deal: Deal, spot: Spot, rules: RuleSet, now_ms: float) -> Finding:
        seat = spot[1]
        if seat in self._claims:
            return self._claims[seat]
        asked_ms = None if seat is None else self._locks.get(seat)
        if seat is None or asked_ms is None:
            return None
        if rules.hand_submission is HandSubmission.ENTRY:
            return Ask((), "hand_to_name")  # no camera is believed: the player or the operator names the tiles
        finding: Finding = None
        seen = self._latest.get(spot)
        if seen is not None:
            pool = self._latest.get((Place.POOL, seat))
            counted_pool = None if pool is None else without_uncounted_reds(pool, rules)
            finding = find_hand(deal, seat, without_uncounted_reds(seen, rules), counted_pool, rules)
        if isinstance(finding, Accept):
            return finding
        # a hand that is still being straightened is read again; only after a while a person is asked
        waited = now_ms - asked_ms >= self.lock_wait_ms
        return (finding or Ask((), "hand_not_seen")) if waited else None

    def _look(self, spot: Spot) -> tuple[str, ...]:
        seen = self._latest.get(spot)
        return () if seen is None else look_of(seen)

    def _readings(self, spot: Spot, found: Accept) -> tuple[Reading, ...]:
        seen = self._latest.get(spot)
        tiles = () if seen is None else seen.tiles[-len(found.tiles) :]
        if len(tiles) != len(found.tiles):
            return tuple(Reading(NAMES[tile], found.confidence, True) for tile in found.tiles)
        return tuple(replace(as_seen(tile), label=NAMES[label]) for tile, label in zip(tiles, found.tiles, strict=True))


def _spots(deal: Deal) -> tuple[Spot, ...]:
    """The places that can lead to an event in this phase."""
    spots: list[Spot] = []
    if deal.phase in (Phase.WALLS, Phase.BUILDING) and deal.walls_up:
        spots += [(Place.WALL, seat) for seat in deal.seats if seat not in deal.walls]
        if not deal.flipped and deal.first is not None:
            spots.append((Place.INDICATOR, None))
    if deal.phase in (Phase.BUILDING, Phase.CALLED):
        spots += [(Place.HAND, seat) for seat in deal.seats]
    if deal.phase is Phase.ENDED:
        spots += [(Place.HAND, seat) for seat in deal.seats if seat in deal.hands and seat not in deal.known]
    if deal.phase in (Phase.DISCARDING, Phase.LAST_WINDOW):
        spots += [(Place.RIVER, seat) for seat in deal.order]
    if deal.phase is Phase.WON:
        spots.append((Place.URA, None))
    return tuple(spots)
