"""Readings that wait for a person: one per place, kept until answered or until the place looks different.

Bookkeeping only. What was rejected or undone is not asked (or accepted) again until the camera sees something else.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from referee.desk.finding import Ask
from referee.desk.observation import TilesSeen
from referee.desk.state import Candidate, Place
from referee.game import Seat
from referee.tiles import NotAllowedError

Spot: TypeAlias = tuple[Place, Seat | None]
Look: TypeAlias = tuple[str, ...]
Upheld: TypeAlias = frozenset[tuple[int, str, str]]
"""Tiles of a river that stand on a person's word: their number, the accepted tile, what the camera sees instead."""


def look_of(seen: TilesSeen) -> Look:
    """What a place looks like: its labels in reading order."""
    return tuple(tile.label for tile in seen.tiles)


@dataclass(slots=True)
class Quarantine:
    """The open questions of the desk."""

    _asked: dict[Spot, Candidate] = field(default_factory=dict)
    _rejected: dict[Spot, Look] = field(default_factory=dict)
    _undone: dict[Spot, Look] = field(default_factory=dict)
    _upheld: dict[Spot, Upheld] = field(default_factory=dict)
    _numbers: int = 0

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """All open questions, oldest first."""
        return tuple(sorted(self._asked.values(), key=lambda candidate: candidate.id))

    def ask(self, spot: Spot, question: Ask) -> None:
        """Put a question, or keep the one that stands if it is the same."""
        standing = self._asked.get(spot)
        if standing and (standing.readings, standing.reason) == (question.readings, question.reason):
            return
        self._numbers += 1
        place, seat = spot
        self._asked[spot] = Candidate(
            self._numbers, place, seat, question.readings, question.reason, dict(question.facts)
        )

    def clear(self, spot: Spot) -> None:
        """Nothing is to be asked there any more."""
        self._asked.pop(spot, None)

    def clear_all(self) -> None:
        """A new deal: every question is void, and so are earlier answers."""
        self._asked.clear()
        self._rejected.clear()
        self._undone.clear()
        self._upheld.clear()

    def find(self, number: int) -> Candidate:
        """The question with this number. Raises NotAllowedError if it is not open any more."""
        for candidate in self._asked.values():
            if candidate.id == number:
                return candidate
        raise NotAllowedError(f"question {number} is not open any more")

    def reject(self, spot: Spot, look: Look) -> None:
        """The reading is none: do not ask again while the place looks like this.

        Where an accepted tile looks like another one, it stands: that tile is asked about no more, whatever else lies
        there, so that what comes after it is seen.
        """
        asked = self._asked.get(spot)
        if asked is not None and asked.reason == "river_differs":
            n, accepted, seen = int(str(asked.facts["n"])), str(asked.facts["accepted"]), str(asked.facts["seen"])
            self.uphold(spot, (n, accepted, seen))
        else:
            self._rejected[spot] = look
        self.clear(spot)

    def uphold(self, spot: Spot, tile: tuple[int, str, str]) -> None:
        """A tile of a river stands: its number, the accepted tile, what the camera sees instead."""
        self._upheld[spot] = self.upheld(spot) | {tile}

    def upheld(self, spot: Spot) -> Upheld:
        """The tiles of a river that stand although the camera sees others."""
        return self._upheld.get(spot, frozenset())

    def undo(self, spot: Spot, look: Look) -> None:
        """An event from here was undone: do not accept it again by itself while the place looks like this."""
        self._undone[spot] = look

    def is_rejected(self, spot: Spot, look: Look) -> bool:
        """Whether a person said that this reading is none."""
        return self._rejected.get(spot) == look

    def is_undone(self, spot: Spot, look: Look) -> bool:
        """Whether a person undid what this look had led to."""
        return self._undone.get(spot) == look
