"""The kept matches, as the pages list and replay them: read from the journal at each question, by any thread."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.display.views.table import open_points
from referee.game import Event, Match, fold
from referee.journal import JournalError, JournalReader, StoredMatch

MOST_LISTED: Final = 200
"""The newest matches; a parlour's year has more, and older ones are exported by their id."""


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """One match of the list. Times are ISO 8601, labels only; `deals` counts those that were opened."""

    id: str
    title: str
    venue: str
    players: dict[str, str]
    points: dict[str, object]
    rules: str
    source: str
    began_at: str
    last_at: str
    deals: int
    ended: bool
    revision: int


class Archive:
    """The matches of one journal. `None` as its path: nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._known: dict[tuple[str, int], KeptMatch] = {}

    def matches(self) -> tuple[KeptMatch, ...]:
        """The newest matches, newest first. Raises JournalError if the journal cannot be read."""
        if self._path is None or not self._path.exists():
            return ()
        reader = JournalReader(self._path)
        listed = [stored for stored in reader.matches() if stored.setup is not None][-MOST_LISTED:]
        kept = {(stored.id, stored.last_seq): self._kept(reader, stored) for stored in reversed(listed)}
        self._known = {key: match for key, match in kept.items() if match is not None}
        return tuple(self._known.values())

    def events(self, match_id: str) -> tuple[Event, ...]:
        """All events of a match. Raises JournalError if it is not there."""
        if self._path is None or not self._path.exists():
            raise JournalError(f"there is no match '{match_id[:60]}': nothing has been kept")
        return JournalReader(self._path).events(match_id)

    def _kept(self, reader: JournalReader, stored: StoredMatch) -> KeptMatch | None:
        """One row; None for a match whose opening was undone. What has not grown is not folded again."""
        known = self._known.get((stored.id, stored.last_seq))
        if known is not None:
            return known
        match = fold(reader.events(stored.id))
        return None if match.setup is None else _row(stored, match)


def _row(stored: StoredMatch, match: Match) -> KeptMatch:
    setup = match.setup
    if setup is None:
        raise JournalError(f"match '{stored.id}' has no opening")
    return KeptMatch(
        id=stored.id,
        title=setup.title,
        venue=setup.venue,
        players={seat.value: name for seat, name in setup.players.items()},
        points={seat.value: points for seat, points in open_points(match).items()},
        rules=setup.rules,
        source=setup.source.value,
        began_at=stored.first_at,
        last_at=stored.last_at,
        deals=len(match.deals),
        ended=match.ended,
        revision=match.revision,
    )
