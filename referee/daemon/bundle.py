"""What somebody needs who looks for a fault from afar, in one archive: without secrets and without hidden tiles.

Tokens and passwords are taken out of the configuration; of a match that goes on, every tile that was not laid open.
What cannot be read is said in the archive and keeps nothing else out of it.
"""

import contextlib
import json
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from referee.daemon.doctor import examine
from referee.daemon.redaction import REMOVED, configuration_without_secrets, secrets_of, without_secrets
from referee.game import Event, EventType, fold, to_json
from referee.journal import JournalReader
from referee.tiles import InputError

MOST_BYTES: Final = 20_000_000
"""Of all parts together before they are packed; the oldest frame files go first."""

_HIDDEN: Final = frozenset({EventType.BUILT, EventType.WALLS, EventType.EXPOSE, EventType.SET_ASIDE, EventType.NOTE})
_LOG_LINES: Final = "3000"
_LOG_S: Final = 20.0
_MATCHES: Final = 5


def bundle(target: Path, config: Path | None, store: Path) -> list[str]:
    """Write the archive; returns the names of its parts. Raises InputError if it cannot be written, or is there."""
    if target.exists():
        raise InputError(f"{target} is there already: name another file")
    names: list[str] = []
    left = MOST_BYTES
    try:
        with zipfile.ZipFile(target, "x", zipfile.ZIP_DEFLATED) as archive:
            for name, made in _parts(config, store):
                content = _told(made)[:left]
                left -= len(content)
                archive.writestr(name, content)
                names.append(name)
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({error.strerror})") from error
    return names


def open_events(events: tuple[Event, ...]) -> list[dict[str, Any]]:
    """The events as data; until the match is over without any tile that players did not lay open."""
    over = fold(events).ended
    return [open_event(event, over=over) for event in events]


def open_event(event: Event, *, over: bool) -> dict[str, Any]:
    """One event as data; lists of tiles are hands and walls, single ones lie open."""
    data = dict(to_json(event))
    if not over:
        hidden = {"tiles"} | ({"tile", "text"} if event.type in _HIDDEN else set())
        data.update(dict.fromkeys(hidden & data.keys(), REMOVED))
    return data


def _parts(config: Path | None, store: Path) -> Iterator[tuple[str, Callable[[], str]]]:
    yield "doctor.json", lambda: _json([finding.as_fields() for finding in examine(config)])
    if config is not None:
        yield "configuration.yaml", lambda: configuration_without_secrets(config.read_text(encoding="utf-8"))
    yield "matches.json", lambda: _json([_match_fields(match) for match in JournalReader(store).matches()])
    for number, match_id in enumerate(_newest(store)):
        yield f"matches/{number}-{match_id}.json", partial(_events, store, match_id)
    yield "table.jsonl", lambda: store.with_suffix(".table.jsonl").read_text(encoding="utf-8")
    yield "log.txt", partial(_log, config)
    for frames in sorted((store.parent / "link-frames").glob("*.txt"), reverse=True):
        yield f"link-frames/{frames.name}", partial(frames.read_text, encoding="utf-8")


def _events(store: Path, match_id: str) -> str:
    return _json(open_events(JournalReader(store).events(match_id)))


def _newest(store: Path) -> list[str]:
    with contextlib.suppress(InputError):
        return [match.id for match in JournalReader(store).matches()][-_MATCHES:]
    return []


def _match_fields(match: Any) -> dict[str, object]:
    return {"id": match.id, "events": match.events, "began_at": match.first_at, "last_at": match.last_at}


def _log(config: Path | None) -> str:
    """What the service said lately, where there is a journal of the system."""
    known: tuple[str, ...] = ()
    if config is not None:
        with contextlib.suppress(OSError, UnicodeDecodeError):
            known = secrets_of(config.read_text(encoding="utf-8"))
    if shutil.which("journalctl") is None:
        return "no journalctl on this machine"
    command = ["journalctl", "--unit=junanaho", "--no-pager", "--output=short-iso-precise", f"--lines={_LOG_LINES}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_LOG_S)
    return without_secrets(done.stdout or done.stderr, known)


def _told(made: Callable[[], str]) -> bytes:
    """A part's content, or why there is none."""
    try:
        return made().encode()
    except (OSError, InputError, UnicodeDecodeError, subprocess.TimeoutExpired) as error:
        return f"not there: {error}\n".encode()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
