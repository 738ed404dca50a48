"""Switches OBS to the scene of the moment: standby, building, discards, result; only by what the public sees.

OBS may be started late, closed, or on another machine: it is tried again with growing pauses, told once, and nothing at
the table ever waits for it.
"""

import asyncio
import contextlib
from collections import deque
from typing import Final

import simpleobsws
import structlog
from websockets.exceptions import WebSocketException

from referee.daemon.obs_settings import ObsSettings
from referee.display.port import DeskPort
from referee.display.views.table import OpenPhase, open_phase

_FIRST_PAUSE_S: Final = 1.0
_LONGEST_PAUSE_S: Final = 30.0
_ANSWER_S: Final = 5
_LOOK_S: Final = 0.25

_log = structlog.get_logger("obs")


class ObsScenes:
    """Follows one desk."""

    def __init__(self, settings: ObsSettings, desk: DeskPort) -> None:
        self._settings = settings
        self._desk = desk
        self._waiting: deque[tuple[float, str]] = deque()
        self._phase: OpenPhase | None = None
        self._scene = ""
        self._told = ""

    async def follow(self) -> None:
        """Switch scenes as long as the table runs. Ends when it is cancelled."""
        pause_s = _FIRST_PAUSE_S
        while True:
            client = simpleobsws.WebSocketClient(self._address, self._settings.password)
            try:
                await client.connect()
                if not await client.wait_until_identified(_ANSWER_S):
                    raise ConnectionError("it does not let us in: is the password right?")
                _log.info("obs_connected", address=self._address)
                self._told, pause_s = "", _FIRST_PAUSE_S
                await self._switch(client)
            except (OSError, WebSocketException, simpleobsws.MessageTimeout, simpleobsws.NotIdentifiedError) as error:
                self._tell_once(str(error) or type(error).__name__)
            finally:
                with contextlib.suppress(OSError, WebSocketException):
                    await client.disconnect()
            await self._look_for(pause_s)
            pause_s = min(_LONGEST_PAUSE_S, 2 * pause_s)

    @property
    def _address(self) -> str:
        return f"ws://{self._settings.host}:{self._settings.port}"

    async def _switch(self, client: simpleobsws.WebSocketClient) -> None:
        """Until the connection ends; what was missed meanwhile is the newest scene that is due."""
        switched = ""
        while client.ws_open:
            self._look()
            if self._scene and self._scene != switched:
                request = simpleobsws.Request("SetCurrentProgramScene", {"sceneName": self._scene})
                answer = await client.call(request, _ANSWER_S)
                if not answer.ok():
                    self._tell_once(f"scene '{self._scene}': {answer.requestStatus.comment or 'refused'}")
                switched = self._scene
            await asyncio.sleep(_LOOK_S)

    async def _look_for(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        until_s = loop.time() + seconds
        while loop.time() < until_s:
            self._look()
            await asyncio.sleep(_LOOK_S)

    def _look(self) -> None:
        """Note a new phase, and take up the newest scene that is due."""
        now_s = asyncio.get_running_loop().time()
        phase = open_phase(self._desk.state().match)
        if phase is not self._phase:
            self._phase = phase
            if phase in self._settings.scenes:
                self._waiting.append((now_s + self._settings.delay, self._settings.scenes[phase]))
        while self._waiting and self._waiting[0][0] <= now_s:
            self._scene = self._waiting.popleft()[1]

    def _tell_once(self, what: str) -> None:
        if what != self._told:
            _log.warning("obs_not_followed", address=self._address, message=what)
        self._told = what
