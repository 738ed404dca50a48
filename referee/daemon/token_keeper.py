"""Which tokens open a running table: those of the house, and those that were made for it, watched for changes.

`junanaho tokens renew` writes the file that is watched here; within a second the old token opens nothing any more, and
pages that were signed in by it go to the login.
"""

import asyncio
from pathlib import Path
from typing import Final

import structlog

from referee.daemon.configuration import TokenSettings
from referee.daemon.token_file import keep_tokens, read_tokens
from referee.display.roles import COMMENTATOR, OPERATOR, OVERLAY, REFEREE, Role, player
from referee.display.tokens import Tokens
from referee.game import Seat
from referee.tiles import InputError

_LOOK_EVERY_S: Final = 1.0

_log = structlog.get_logger("tokens")


class TokenKeeper:
    """The tokens of one table. `path`: where made ones are kept; None: made for this run alone (a demonstration)."""

    def __init__(self, settings: TokenSettings, players: int, path: Path | None) -> None:
        """Raises InputError if tokens are kept and cannot be read or written."""
        self._path = path
        self._set = settings.by_role()
        seats = tuple(Seat)[:players] if settings.players else ()
        roles = (OPERATOR, REFEREE, COMMENTATOR, OVERLAY, *(player(seat) for seat in seats))
        self.made = tuple(role for role in roles if role not in self._set)
        """The roles whose tokens the house has not set itself."""
        if path is None:
            fresh = Tokens.random(self.made)
            made = {role: fresh.of(role) or "" for role in self.made}
        else:
            made = {role: kept.token for role, kept in keep_tokens(path, self.made, settings.valid_days).items()}
        self.tokens = Tokens({**{role: self._set.get(role) or made[role] for role in roles}})

    async def follow(self) -> None:
        """Take up renewed tokens as long as the table runs. Ends when it is cancelled."""
        if self._path is None:
            return
        seen = _changed(self._path)
        while True:
            await asyncio.sleep(_LOOK_EVERY_S)
            changed = _changed(self._path)
            if changed != seen:
                seen = changed
                self._take_up(self._path)

    def _take_up(self, path: Path) -> None:
        try:
            kept = read_tokens(path)
            renewed = {role: kept[role].token for role in self.made if role in kept}
            old = {role: self.tokens.of(role) for role in self.tokens.roles}
            self.tokens.replace({role: renewed.get(role) or token for role, token in old.items() if token})
        except InputError as error:  # the old ones go on to hold
            _log.warning("tokens_not_read", message=str(error))
            return
        _log.info("tokens_renewed", roles=[str(role) for role in renewed if renewed[role] != old[role]])


def _changed(path: Path) -> int | None:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return None


def page_of(role: Role) -> str:
    """The path of a role's page."""
    return f"player/{role.seat}" if role.seat is not None else str(role)
