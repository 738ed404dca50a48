"""The settings page's port: checks a change whole, writes it, and asks the daemon to start anew.

Called beside the event loop, one at a time (`_lock`): two people who change the file at once get one change and one
`stale`.
"""

import threading
from collections.abc import Callable, Mapping

import structlog

from referee.daemon.configuration import Problem, check_text, configuration_of
from referee.daemon.settings.changes import ChangeError, with_changes
from referee.daemon.settings.fields import fields_of
from referee.daemon.settings.file import FileState, StartedWith
from referee.display.settings_port import SettingField, SettingProblem, SettingsAnswer, SettingsView
from referee.strict_yaml import read_yaml
from referee.tiles import InputError

_log = structlog.get_logger("settings")


class SettingsDesk:
    """Whoever changes the configuration file of a daemon that was started with it.

    `quiet`: whether no deal runs; `restart`, on the loop, ends the daemon in order and lets it start again;
    `stopped_by`: why the daemon runs nothing but the settings ("" if it runs a table).
    """

    def __init__(
        self,
        started: StartedWith,
        quiet: Callable[[], bool],
        restart: Callable[[], object],
        stopped_by: str = "",
    ) -> None:
        self._file = started.file
        self._running = started.text
        self._quiet = quiet
        self._restart = restart
        self._stopped_by = stopped_by
        self._lock = threading.Lock()

    def look(self) -> SettingsView:
        """The file as it stands."""
        state = self._file.read()
        problems = self._problems(state)
        good = self._file.last_good_text()
        return SettingsView(
            file=str(self._file.path),
            seen=state.mark,
            text=state.text,
            problems=problems,
            fields=() if problems else self._fields(state.text),
            runs=state.text == self._running and not state.fault and not self._stopped_by,
            stopped_by=self._stopped_by,
            last_good=None if good == state.text else good,
        )

    def check(self, text: str) -> tuple[SettingProblem, ...]:
        """What would be wrong with a text."""
        return tuple(_told(problem) for problem in check_text(text, self._file.path))

    def change(self, values: Mapping[str, object], seen: str) -> SettingsAnswer:
        """Set fields by key, all of them or none."""
        with self._lock:
            state = self._file.read()
            if state.mark != seen:
                return SettingsAnswer("stale")
            if problems := self._problems(state):
                return SettingsAnswer("problems", problems)
            known = {field.key for field in self._fields(state.text)}
            strange = [key for key in values if key not in known]
            if strange:
                return SettingsAnswer("problems", (SettingProblem(1, strange[0], "is no value that is set here"),))
            try:
                changed = with_changes(state.text, values)
            except ChangeError as error:
                return SettingsAnswer("problems", (SettingProblem(1, ", ".join(values), str(error)),))
            return self._write(changed)

    def replace(self, text: str, seen: str) -> SettingsAnswer:
        """Write a text in place of the file's."""
        with self._lock:
            if self._file.read().mark != seen:
                return SettingsAnswer("stale")
            return self._write(text)

    def may_start_anew(self) -> bool:
        """Whether no deal runs."""
        return self._quiet()

    def start_anew(self) -> None:
        """End in order, and start again."""
        _log.info("starting_anew", file=str(self._file.path))
        self._restart()

    def _write(self, text: str) -> SettingsAnswer:
        problems = self.check(text)
        if problems:
            return SettingsAnswer("problems", problems)
        try:
            self._file.replace(text)
        except InputError as error:
            return SettingsAnswer("not_written", facts={"text": str(error)})
        _log.info("settings_saved", file=str(self._file.path))
        return SettingsAnswer("saved")

    def _problems(self, state: FileState) -> tuple[SettingProblem, ...]:
        return (SettingProblem(1, "", state.fault),) if state.fault else self.check(state.text)

    def _fields(self, text: str) -> tuple[SettingField, ...]:
        return fields_of(configuration_of(text, self._file.path), read_yaml(text).data)


def _told(problem: Problem) -> SettingProblem:
    return SettingProblem(problem.line, problem.key, problem.text)
