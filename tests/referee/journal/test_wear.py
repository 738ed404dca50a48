"""D04: a memory card wears out by what is written to it; a deal writes less than a megabyte, and nothing in between."""

import re
from pathlib import Path

import pytest

from referee.journal import Journal, JournalWriter
from tests.referee.game.random_match import random_match
from tests.referee.journal.test_migrations import NOW

IO = Path("/proc/self/io")
MOST_BYTES_PER_DEAL = 1_000_000

pytestmark = pytest.mark.skipif(not IO.exists(), reason="the system does not count what is written")


def written() -> int:
    """Bytes that this process has given to the system to write, so far."""
    found = re.search(r"wchar: (\d+)", IO.read_text())
    assert found is not None
    return int(found.group(1))


def test_d04_a_deal_writes_less_than_a_megabyte(tmp_path: Path) -> None:
    match = random_match(3).match
    with Journal(tmp_path / "journal.sqlite") as journal, JournalWriter(journal, lambda: NOW) as writer:
        for evening in range(4):  # a journal that has grown writes no more than a new one
            before = written()
            for event in match.events:
                writer.append(f"match-{evening}", event).result(timeout=10)
            assert (written() - before) / len(match.deals) < MOST_BYTES_PER_DEAL
