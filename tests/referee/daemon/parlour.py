"""A parlour in virtual time: twin, line, host, bridge and desk, and what the operator's page says. For tests.

Everything is real but the clock and the journal, which keeps its events in a list. Seconds are those of the table.
"""

from collections.abc import Callable
from typing import Any

from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.virtual_table import VirtualTable
from drivers.table.events import TableEvent
from drivers.table.faults import FaultCode, FaultPlace, fault_of
from drivers.table.states import Button
from referee.daemon.service_record import ServiceRecord
from referee.daemon.table_bridge import TableBridge
from referee.desk import Desk, DeskSettings, DeskTools
from referee.desk.command import Command
from referee.desk.commands import ResetTable, StartMatch
from referee.desk.observation import Observation
from referee.desk.state import DeskState
from referee.display.texts import Language, Phrase, Speaker
from referee.display.views.disclosure import Disclosure
from referee.display.views.operator import operator_view
from referee.display.views.plain import as_json
from referee.game import Event, MatchSource, Seat
from referee.rules import load_rules

SPEED = 20.0


class Parlour:
    """One table with an open match, released and empty."""

    def __init__(self, config: TwinConfig | None = None) -> None:
        self.table = VirtualTable(config or TwinConfig(speed=SPEED))
        self.events: list[TableEvent] = []
        self.kept: list[Event] = []
        self._seen: list[Observation] = []
        self.record = ServiceRecord(None, lambda: self.table.now_s, lambda: self.table.now_s * SPEED)
        self.bridge = TableBridge(self.table, self._seen.append, lambda: 2, self.record)
        tools = DeskTools(
            lambda match_id, event: self.kept.append(event),
            lambda: self.table.now_s * 1000,
            lambda: "2026-11-30T12:00:00+00:00",
            lambda name, options: load_rules(name).with_options(options),
            lambda: "match",
        )
        self.desk = Desk(tools, self.bridge, DeskSettings(MatchSource.PHYSICAL))
        self._speaker = Speaker(Language.EN)
        self.table.subscribe(self.events.append)
        self.bridge.start()
        self.until(lambda: self.table.snapshot().link_up)
        self.say(StartMatch, players={Seat.A: "Aoi", Seat.B: "Ben"}, rules="happy")
        self.release()

    # Time

    def run(self, seconds: float) -> None:
        """Let the table's time pass."""
        self.table.run_for(seconds / SPEED)
        self._look()

    def until(self, condition: Callable[[], bool], limit_s: float = 400.0) -> float:
        """Wait; the table's seconds that it took."""
        begun_s = self.table.now_s

        def holds() -> bool:
            self._look()
            return condition()

        assert self.table.run_until(holds, limit_s / SPEED), (self.table.snapshot(), self.state.reason)
        return (self.table.now_s - begun_s) * SPEED

    def _look(self) -> None:
        while self._seen:
            self.desk.observe(self._seen.pop(0))

    # People

    def say(self, command: type[Command], **fields: object) -> str:
        """A person asks the desk; what became of it."""
        self._look()
        answer = self.desk.command(command(version=self.state.version, actor="referee", **fields))
        self.run(0.2)
        return answer.code

    def release(self) -> None:
        """A person looked, and releases the table."""
        assert self.say(ResetTable) == "done"
        self.until(lambda: self.state.table.state in ("EMPTY", "STACKED"))

    def press(self, side: int, button: Button) -> None:
        """A key of the table is pressed."""
        self.table.twin.press(side, button, self.table.now_s)
        self.run(0.5)

    # The world

    def goes_wrong(self, code: FaultCode, where: FaultPlace | None = None) -> None:
        """A cause sets in now."""
        self.table.twin.inject(fault_of(code, where or FaultPlace()), self.table.now_s)

    def is_put_right(self, code: FaultCode) -> None:
        """It is taken away."""
        self.table.twin.clear(code, self.table.now_s)
        self.run(1)

    # What is seen

    @property
    def state(self) -> DeskState:
        """The desk now."""
        return self.desk.state()

    @property
    def twin(self) -> Any:
        """The simulated table as it really is."""
        return self.table.twin.state()

    @property
    def walls_up(self) -> bool:
        """Whether the walls of this deal are accepted."""
        deal = None if self.state.match is None else self.state.match.deal
        return deal is not None and deal.walls_up

    def page(self) -> dict[str, Any]:
        """The operator's view as the page gets it."""
        view: dict[str, Any] = as_json(operator_view(self.state, Disclosure()))
        return view

    def said(self) -> list[str]:
        """What the page says of the table's faults, in English."""
        return [self._sentence(fault["phrase"]) for fault in self.page()["table"]["faults"]]

    def asked(self) -> str:
        """Why the page asks for a person, in English."""
        return self._speaker.coded("attention", self.state.reason) if self.state.reason else ""

    def _sentence(self, phrase: dict[str, Any]) -> str:
        return self._speaker.say(_phrase(phrase))


def _phrase(value: Any) -> Any:
    if isinstance(value, dict) and "key" in value:
        return Phrase(value["key"], {name: _phrase(fact) for name, fact in value["facts"].items()})
    return [_phrase(one) for one in value] if isinstance(value, list) else value
