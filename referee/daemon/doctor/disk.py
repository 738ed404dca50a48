"""The disk: where matches, frames of the line and captured faces are kept, what they take, and what room is left."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.daemon.doctor.finding import Finding, Level, fine, stop, told_apart
from referee.daemon.doctor.folder_facts import FolderFacts, bytes_in, look_at_folder
from referee.daemon.doctor.running import has_owner
from referee.daemon.frame_keeper import MOST_FILES
from referee.journal import JournalError, JournalReader

AREA: Final = "disk"
LEAST_BYTES: Final = 20_000_000
"""A match takes below one megabyte; what is written beside it, and SQLite itself, need some more."""
SCANT_BYTES: Final = 500_000_000
_SCANT_FILES: Final = 1_000


@dataclass(frozen=True, slots=True)
class JournalFacts:
    """The journal: its bytes with those that wait beside it, its matches; `error`: why it cannot be used."""

    path: Path
    is_there: bool = False
    bytes: int = 0
    matches: int = 0
    error: str = ""
    in_use: bool = False
    may_write: bool = True


@dataclass(frozen=True, slots=True)
class DiskFacts:
    """Everything that is kept. `captured` is None where a house keeps no faces."""

    state: FolderFacts
    journal: JournalFacts
    frames: tuple[int, int]
    """Files of the line's last frames, and their bytes."""
    captured: FolderFacts | None = None
    captured_bytes: int = 0


def look_at_disk(store: Path, captured: Path | None) -> DiskFacts:
    """Look at the folder of a journal, the journal, what lies beside it, and the folder of captured faces."""
    return DiskFacts(
        look_at_folder(store.parent),
        _journal(store),
        bytes_in(store.parent / "link-frames"),
        None if captured is None else look_at_folder(captured),
        0 if captured is None else bytes_in(captured, "*/*")[1],
    )


def findings_of_disk(facts: DiskFacts) -> Iterator[Finding]:
    """What there is to say of it."""
    yield _folder("state folder", facts.state, Level.STOP, "name another file as 'store', or let this user write there")
    yield _journal_told(facts.journal)
    count, size = facts.frames
    found = f"{count} of at most {MOST_FILES} files of the line's last frames at faults, {_size(size)}"
    yield fine(AREA, "kept frames", found, {"files": count, "bytes": size})
    if facts.captured is not None:
        remedy = "name another folder as 'capture.folder', or let this user write there"
        captured = _folder("captured faces", facts.captured, Level.WARNING, remedy)
        told = {**captured.facts, "bytes": facts.captured_bytes}
        found = f"{captured.found}, {_size(facts.captured_bytes)} of faces"
        yield Finding(AREA, captured.what, captured.level, found, captured.remedy, told)


def _folder(what: str, facts: FolderFacts, unusable: Level, remedy: str) -> Finding:
    """`unusable`: how grave it is that nothing can be written there; `remedy`: what to do about it."""
    told = {
        "path": str(facts.path),
        "free_bytes": facts.free_bytes,
        "total_bytes": facts.total_bytes,
        "read_only": facts.read_only,
    }
    if facts.read_only:
        found = f"{facts.asked} is on a disk that can only be read"
        cure = "a disk that fails is made so: look at 'dmesg', mount it writable, or take another one"
        return Finding(AREA, what, unusable, found, cure, told)
    if facts.refusal:
        found = f"nothing can be written in {facts.asked} ({facts.refusal})"
        return Finding(AREA, what, unusable, found, remedy, told)
    room = f"{facts.path}: {_size(facts.free_bytes)} of {_size(facts.total_bytes)} are free"
    scarce = facts.free_files is not None and facts.free_files < _SCANT_FILES
    if facts.free_bytes < LEAST_BYTES or facts.free_files == 0:
        cure = "delete what is not needed: a match is ended when its events cannot be kept"
        return Finding(AREA, what, unusable, room if facts.free_files else f"{room}, but no more files", cure, told)
    if facts.free_bytes < SCANT_BYTES or scarce:
        few = f", and only {facts.free_files} more files" if scarce else ""
        return Finding(AREA, what, Level.WARNING, room + few, "delete what is not needed, before it is full", told)
    return fine(AREA, what, room, told)


def _journal_told(facts: JournalFacts) -> Finding:
    told = {"path": str(facts.path), "bytes": facts.bytes, "matches": facts.matches, "in_use": facts.in_use}
    if facts.error:
        otherwise = "restore a backup, or name another file as 'store'"
        return stop(AREA, "journal", *told_apart(facts.error, otherwise), told)
    if not facts.is_there:
        return fine(AREA, "journal", f"{facts.path} is not there yet: the first start makes it", told)
    if not facts.may_write:
        return stop(AREA, "journal", f"this user may not write {facts.path}", "run as its owner, or change that", told)
    matches = f"{facts.matches} match{'' if facts.matches == 1 else 'es'}"
    found = f"{facts.path} is whole: {matches}, {_size(facts.bytes)}"
    return fine(AREA, "journal", f"{found}; a running junanaho keeps it" if facts.in_use else found, told)


def _journal(store: Path) -> JournalFacts:
    try:
        if not store.exists():
            return JournalFacts(store)
        beside = (store.with_name(store.name + ending) for ending in ("", "-wal", "-shm"))
        size = sum(path.stat().st_size for path in beside if path.exists())
        reader = JournalReader(store)
        reader.check()
        matches = len(reader.matches())
    except JournalError as error:
        return JournalFacts(store, is_there=True, error=str(error))
    except OSError as error:
        return JournalFacts(store, is_there=True, error=f"{store} cannot be looked at ({error.strerror})")
    return JournalFacts(store, True, size, matches, "", has_owner(store), os.access(store, os.W_OK))


def _size(count: int) -> str:
    for unit, least in (("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)):
        if count >= least:
            return f"{count / least:.1f} {unit}"
    return f"{count} bytes"
