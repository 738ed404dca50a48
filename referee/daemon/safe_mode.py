"""Safe mode: the table could not be started, so nothing moves, and only the settings page is served.

The hall is asked to wait; whoever has the referee's token mends the configuration or goes back to the one that last
worked, and starts anew. Pages are served where that one served them; without one, or if it cannot be used either, to
this machine alone. Runs the event loop until a signal or a person ends it.
"""

import contextlib
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

import structlog

from referee.daemon.configuration import Configuration, TlsSettings, TokenSettings, WebSettings, tokens_in
from referee.daemon.ending import Ending, ended_by_signal
from referee.daemon.service_manager import tell_service_manager
from referee.daemon.settings.desk import SettingsDesk
from referee.daemon.settings.file import StartedWith
from referee.daemon.side_work import side_by_side
from referee.daemon.token_file import tokens_beside
from referee.daemon.token_keeper import TokenKeeper
from referee.daemon.watchdog import feed, watchdog_s
from referee.display.roles import REFEREE
from referee.display.server import DisplayServer, create_settings_app
from referee.tiles import InputError

_log = structlog.get_logger("safe_mode")


@dataclass(frozen=True, slots=True)
class SafeMode:
    """Why there is no table, the file that is to be mended, and where the command line wants the pages served."""

    reason: str
    started: StartedWith
    announce: Callable[[str], None]
    web: Mapping[str, object] = field(default_factory=dict)


async def run_safely(mode: SafeMode) -> bool:
    """Serve the settings until it is time to end; whether to start anew. Raises InputError if that cannot be either."""
    keeper = _keeper(mode.started)
    ending = Ending()
    desk = SettingsDesk(mode.started, lambda: True, ending.start_anew, mode.reason)
    web = _reachable(mode)
    certificate = None if web.tls is None else web.tls.files()
    server = DisplayServer(create_settings_app(desk, keeper.tokens), web.host, web.port, certificate)
    async with contextlib.AsyncExitStack() as ended:
        ended.push_async_callback(server.stop)
        await server.start()
        ended.enter_context(ended_by_signal(ending))
        _announce(mode, server.url, keeper)
        tell_service_manager(READY="1", STATUS=f"safe mode, nothing moves: {mode.reason}")
        async with side_by_side(_work(keeper)):
            await ending.asked.wait()
        tell_service_manager(STOPPING="1")
    return ending.anew


def _keeper(started: StartedWith) -> TokenKeeper:
    """The tokens that the house has set or that opened the pages before; made for this time if neither is known."""
    last = started.file.last_good_configuration() or Configuration()
    tokens = tokens_in(started.text) or last.tokens
    try:
        return TokenKeeper(tokens, 0, tokens_beside(last.journal()))
    except InputError as error:
        _log.warning("tokens_not_read", message=str(error))
        return TokenKeeper(TokenSettings(), 0, None)


def _reachable(mode: SafeMode) -> WebSettings:
    """Where the pages were served before; to this machine alone where nobody knows whether in the clear is meant."""
    last = mode.started.file.last_good_configuration()
    web = (Configuration() if last is None else last).web.model_copy(update=dict(mode.web))
    if last is not None and _is_usable(web.tls):
        return web
    return web.model_copy(update={"tls": None, "host": Configuration().web.host})


def _is_usable(tls: TlsSettings | None) -> bool:
    """Without a usable certificate tokens must not leave this machine; without any the house has chosen so."""
    try:
        if tls is not None:
            tls.files().check()
    except InputError as error:
        _log.warning("certificate_not_used", message=str(error))
        return False
    return True


def _work(keeper: TokenKeeper) -> Mapping[str, Coroutine[Any, Any, None]]:
    work = {"tokens": keeper.follow()}
    if (deadline_s := watchdog_s()) is not None:
        work["watchdog"] = feed(deadline_s, dict)
    return work


def _announce(mode: SafeMode, url: str, keeper: TokenKeeper) -> None:
    token = f"?token={keeper.tokens.of(REFEREE)}" if REFEREE in keeper.made else ""
    _log.error("safe_mode", reason=mode.reason, file=str(mode.started.file.path))
    mode.announce(f"not started      {mode.reason}")
    mode.announce(f"settings         {url}settings{token}")
    mode.announce("nothing moves until they are mended and the program is started anew on that page. Ctrl-C ends")
