"""The desk as the pages see it: the display's `DeskPort`, over a desk thread and an event loop."""

import asyncio
from collections.abc import Callable
from typing import Final

from referee.daemon.pictures import Pictures
from referee.desk import DeskThread
from referee.desk.commands import Answer, AnyCommand
from referee.desk.state import DeskState
from referee.display.port import RuleSetSummary
from referee.rules import RuleSet, load_rules, preset_names

_ANSWER_TIMEOUT_S: Final = 10.0


class LoopPort:
    """Bridges the desk's thread and the server's event loop. Built on the loop's thread."""

    def __init__(self, desk: DeskThread, pictures: Pictures, default_rules: str, now_ms: Callable[[], float]) -> None:
        self._desk = desk
        self._pictures = pictures
        self._now_ms = now_ms
        self._loop = asyncio.get_running_loop()
        self._callbacks: list[Callable[[], None]] = []
        self._rule_sets = _rule_sets(default_rules)

    def state_changed(self) -> None:
        """To be called from the desk's thread after each change."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._tell)

    def state(self) -> DeskState:
        """All that is known now."""
        return self._desk.state

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Have `callback` called on the loop after each change."""
        self._callbacks.append(callback)

        def end() -> None:
            if callback in self._callbacks:
                self._callbacks.remove(callback)

        return end

    async def submit(self, command: AnyCommand) -> Answer:
        """Ask for an act; a desk that does not answer in time is said to be busy."""
        future = asyncio.wrap_future(self._desk.submit(command))
        try:
            return await asyncio.wait_for(future, _ANSWER_TIMEOUT_S)
        except TimeoutError:
            return Answer(False, "busy", self._desk.state.version)

    def picture(self, picture_id: str) -> bytes | None:
        """A cut-out by its id."""
        return self._pictures.get(picture_id)

    def rule_sets(self) -> tuple[RuleSetSummary, ...]:
        """The rule sets to choose from, the house's default first."""
        return self._rule_sets

    def now_ms(self) -> float:
        """The desk's clock."""
        return self._now_ms()

    def _tell(self) -> None:
        for callback in tuple(self._callbacks):
            callback()


def _rule_sets(default: str) -> tuple[RuleSetSummary, ...]:
    names = [default, *(name for name in preset_names() if name != default)]
    return tuple(_summary(load_rules(name), name) for name in names)


def _summary(rules: RuleSet, name: str) -> RuleSetSummary:
    return RuleSetSummary(name, dict(rules.title), rules.plain_options(), rules.decided)
