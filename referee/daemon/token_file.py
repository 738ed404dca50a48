"""The tokens that the program made for a table, kept beside its journal: devices stay signed in over a restart.

They expire after some days, and one that got about is renewed by hand; whoever was signed in with the old one is then
signed out. Tokens that the house has set in its configuration are not kept here. Times are wall time: a day more or
less does no harm.
"""

import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from referee.display.roles import Role, parse_role
from referee.display.tokens import MIN_TOKEN_CHARACTERS
from referee.tiles import InputError
from referee.whole_file import write_whole

_NAME: Final = "tokens.json"
_TOKEN_BYTES: Final = 12


@dataclass(frozen=True, slots=True)
class KeptToken:
    """A token and when it was made."""

    token: str
    made_at: datetime

    def is_valid(self, now: datetime, days: int) -> bool:
        """Whether it may still be used; a clock that went back makes no token invalid."""
        return now - self.made_at < timedelta(days=days)


def tokens_beside(store: Path) -> Path:
    """Where the tokens of a table are whose journal is `store`."""
    return store.with_name(_NAME)


def read_tokens(path: Path) -> dict[Role, KeptToken]:
    """The kept tokens; none without a file. Raises InputError for a file that cannot be read."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        return {parse_role(name): _kept(entry) for name, entry in document.items()}
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from error
    except (RecursionError, ValueError, KeyError, TypeError, AttributeError, InputError) as error:
        raise InputError(f"{path}: holds no tokens ({error}); delete it, and new ones are made") from error


def keep_tokens(path: Path, roles: Iterable[Role], days: int, now: datetime | None = None) -> dict[Role, KeptToken]:
    """The tokens of the roles, new ones where there are none or they are too old; what changed is written first."""
    now = now or datetime.now(UTC)
    kept = read_tokens(path)
    chosen = {role: kept[role] if role in kept and kept[role].is_valid(now, days) else _made(now) for role in roles}
    if any(kept.get(role) != token for role, token in chosen.items()):
        _write(path, {**kept, **chosen})
    return chosen


def renew_tokens(path: Path, roles: Iterable[Role], now: datetime | None = None) -> dict[Role, KeptToken]:
    """New tokens for the roles; whoever was signed in by the old ones is signed out. Raises InputError."""
    now = now or datetime.now(UTC)
    renewed = {role: _made(now) for role in roles}
    _write(path, {**read_tokens(path), **renewed})
    return renewed


def _made(now: datetime) -> KeptToken:
    return KeptToken(secrets.token_urlsafe(_TOKEN_BYTES), now)


def _kept(entry: Mapping[str, str]) -> KeptToken:
    made_at = datetime.fromisoformat(entry["made_at"])
    if len(entry["token"]) < MIN_TOKEN_CHARACTERS or made_at.tzinfo is None:
        raise ValueError("a token is too short, or its time has no zone")
    return KeptToken(entry["token"], made_at)


def _write(path: Path, tokens: Mapping[Role, KeptToken]) -> None:
    """Replace the file whole, readable by its owner alone."""
    document = {
        str(role): {"token": kept.token, "made_at": kept.made_at.isoformat(timespec="seconds")}
        for role, kept in tokens.items()
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"the data folder {path.parent} cannot be made: {error.strerror}") from error
    try:
        write_whole(path, json.dumps(document, indent=1).encode(), mode=0o600)
    except OSError as error:
        raise InputError(f"{path}: tokens cannot be kept there ({error.strerror})") from error
