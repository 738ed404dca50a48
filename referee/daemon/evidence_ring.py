"""Pictures of what was accepted, in a folder of bounded size: the oldest are removed before a new one is added.

A file's name is `NUMBER_MATCH_EVENT.jpg`: the number puts files in order whatever the clock on the wall says, match and
event find the picture. After a power cut a picture is whole or not there. One thread adds; any thread looks.
"""

import errno
import shutil
import stat
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from referee.whole_file import write_whole

SUFFIX: Final = ".jpg"
RESERVE_BYTES: Final = 64_000_000
"""What is left free on the disk: the journal must go on when pictures no longer can."""

_OWN: Final = 0o600  # as captured faces: nobody else on the machine need see the table


@dataclass(frozen=True, slots=True)
class EvidenceLimits:
    """How much is kept: bytes and files, whichever is reached first; and what is left free on the disk."""

    most_bytes: int = 200_000_000
    most_files: int = 20_000
    reserve_bytes: int = RESERVE_BYTES


@dataclass(frozen=True, slots=True)
class _Kept:
    number: int
    match: str
    seq: int
    bytes: int

    @property
    def file(self) -> str:
        return f"{self.number:010}_{quote(self.match, safe='')}_{self.seq}{SUFFIX}"


class EvidenceRing:
    """The pictures of one table. Nothing is known before `open`, which `add` does where that has not succeeded yet."""

    def __init__(self, folder: Path, limits: EvidenceLimits | None = None) -> None:
        self.folder = folder
        self._limits = limits or EvidenceLimits()
        self._lock = threading.Lock()
        self._kept: OrderedDict[int, _Kept] = OrderedDict()  # oldest first
        self._by_match: dict[str, dict[int, _Kept]] = {}
        self._bytes = 0
        self._number = 0
        self._is_open = False

    @property
    def size_bytes(self) -> int:
        """Of all pictures together."""
        return self._bytes

    @property
    def files(self) -> int:
        """How many pictures there are."""
        return len(self._kept)

    def open(self) -> None:
        """Make the folder, find what an earlier run has kept, remove what it left half written. Raises OSError."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found: list[_Kept] = []
        for path in self.folder.iterdir():
            if path.name.endswith(f"{SUFFIX}.part"):
                path.unlink(missing_ok=True)
            elif (kept := _kept(path)) is not None:
                found.append(kept)
        with self._lock:
            self._forget_all()
            for kept in sorted(found, key=lambda one: one.number):
                self._remember(kept)
        self._is_open = True

    def add(self, match: str, seq: int, picture: bytes) -> None:
        """Keep the picture of an event. Raises OSError where it cannot be; what was kept before is kept then."""
        if not self._is_open or not self.folder.is_dir():  # somebody may have cleared it away
            self.open()
        if len(picture) > self._limits.most_bytes:
            return
        surplus = self._surplus(len(picture))
        self._check_room(len(picture) - sum(old.bytes for old in surplus))
        for old in surplus:
            self._remove(old)
        with self._lock:
            older = self._by_match.get(match, {}).get(seq)
            self._number += 1
            kept = _Kept(self._number, match, seq, len(picture))
        write_whole(self.folder / kept.file, picture, _OWN)
        with self._lock:
            self._remember(kept)
        if older is not None:
            self._remove(older)

    def find(self, match: str, seq: int) -> bytes | None:
        """The picture of an event, or None if there is none, or none any more."""
        with self._lock:
            kept = self._by_match.get(match, {}).get(seq)
        try:
            return None if kept is None else (self.folder / kept.file).read_bytes()
        except OSError:
            return None

    def events(self, match: str) -> frozenset[int]:
        """The events of a match whose pictures are kept."""
        with self._lock:
            return frozenset(self._by_match.get(match, ()))

    def _surplus(self, coming: int) -> list[_Kept]:
        """The oldest pictures, that have to go for so many bytes more."""
        size, count, surplus = self._bytes + coming, len(self._kept) + 1, []
        for kept in self._kept.values():
            if size <= self._limits.most_bytes and count <= self._limits.most_files:
                break
            surplus.append(kept)
            size, count = size - kept.bytes, count - 1
        return surplus

    def _check_room(self, coming: int) -> None:
        reserve = self._limits.reserve_bytes
        if shutil.disk_usage(self.folder).free < reserve + coming:
            raise OSError(errno.ENOSPC, f"the last {reserve // 1_000_000} MB of the disk are left to the journal")

    def _remove(self, kept: _Kept) -> None:
        (self.folder / kept.file).unlink(missing_ok=True)
        with self._lock:
            self._kept.pop(kept.number, None)
            of_match = self._by_match.get(kept.match, {})
            if of_match.get(kept.seq) == kept:
                del of_match[kept.seq]
            if not of_match:
                self._by_match.pop(kept.match, None)
            self._bytes -= kept.bytes

    def _remember(self, kept: _Kept) -> None:
        self._kept[kept.number] = kept
        self._by_match.setdefault(kept.match, {})[kept.seq] = kept
        self._bytes += kept.bytes
        self._number = max(self._number, kept.number)

    def _forget_all(self) -> None:
        self._kept.clear()
        self._by_match.clear()
        self._bytes = 0


def _kept(path: Path) -> _Kept | None:
    """What a file's name says; None for a file that is none of these pictures."""
    number, _, rest = path.stem.partition("_")
    match, _, seq = rest.rpartition("_")
    if path.suffix != SUFFIX or not (number.isdecimal() and match and seq.isdecimal()):
        return None
    try:
        kept = _Kept(int(number), unquote(match), int(seq), path.lstat().st_size)
        return kept if kept.file == path.name and stat.S_ISREG(path.lstat().st_mode) else None
    except OSError:
        return None  # somebody has just removed it
