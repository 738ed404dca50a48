"""A journal with a match that is over and one that goes on."""

from pathlib import Path

from referee.game import Event, EventType
from referee.journal import Instant, Journal, JournalWriter
from tests.referee.game.random_match import random_match

OVER, GOES_ON = "evening", "later"
_AT = Instant("2026-05-06T19:30:00+09:00", True, "boot", 5.0)


def kept_matches(folder: Path) -> Path:
    """The journal's path."""
    path = folder / "journal.sqlite"
    with Journal(path) as journal, JournalWriter(journal, lambda: _AT) as writer:
        for name, seed in ((OVER, 4), (GOES_ON, 13)):
            for event in random_match(seed).match.events:
                writer.append(name, event).result(timeout=10)
        unopened = [Event(1, 0, EventType.NOTE, text="no opening")]
        writer.append("nothing", unopened[0]).result(timeout=10)
    return path
