"""A house with a real daemon on a real serial line: it runs here, on the main thread, while a guest acts beside it.

The table behind the line is the firmware twin, as a process of its own.
"""

import asyncio
import json
import os
import signal
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.daemon.configuration import load_configuration
from referee.daemon.serving import RunOptions, run_daemon

TOKEN = "referee-token"
CONFIGURATION = """\
store: {store}
web: {{port: 0}}
tokens: {{referee: {token}}}
table:
  kind: controller
  port: {port}
  unit: {unit}
"""


@dataclass
class House:
    """The running daemon, as the guest sees it: pages, commands, and the store."""

    folder: Path
    url: str = ""
    loop: asyncio.AbstractEventLoop | None = None
    open: threading.Event = field(default_factory=threading.Event)

    def state(self) -> dict[str, Any]:
        """The referee's view."""
        return self._json(f"{self.url}api/state?role=referee")

    def ask(self, act: str, **fields: object) -> str:
        """Ask for an act as the referee; what became of it (`done`, `not_now`, ...)."""
        version = self.state()["version"]
        body = json.dumps({"act": act, "version": version, **fields}).encode()
        return str(self._json(f"{self.url}api/commands?role=referee", body)["code"])

    def until(self, condition: Callable[[dict[str, Any]], bool], limit_s: float = 15.0) -> dict[str, Any]:
        """Wait until the referee's view is as wanted, and return it."""
        deadline_s = time.monotonic() + limit_s
        while not condition(state := self.state()):
            assert time.monotonic() < deadline_s, (state["table"], state["reason"])
            time.sleep(0.01)
        return state

    def in_use(self) -> None:
        """A match is open and the table was released."""
        self.until(lambda state: state["table"]["link_up"])
        assert self.ask("start_match", players={"A": "Aoi", "B": "Ben"}, rules="happy") == "done"
        self.release()

    def release(self) -> None:
        """Say that the table is clear; it is not taken before the table has answered the last emergency stop."""
        asked_s = float("-inf")

        def released(state: dict[str, Any]) -> bool:
            nonlocal asked_s
            if "reset_table" in state["allowed"] and time.monotonic() - asked_s > 2.0:
                asked_s = time.monotonic()
                self.ask("reset_table")
            return state["table"]["state"] in ("EMPTY", "STACKED") and "reset_table" not in state["allowed"]

        self.until(released)

    def _json(self, url: str, body: bytes | None = None) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
        try:
            with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=15.0) as answer:
                return json.load(answer)  # type: ignore[no-any-return]
        except urllib.error.HTTPError as refused:
            with refused:
                return json.load(refused)  # type: ignore[no-any-return]

    def announced(self, line: str) -> None:
        """For the daemon: what it prints."""
        if line.startswith("public display"):
            self.url = line.split()[-1]
            self.loop = asyncio.get_running_loop()
        elif line.startswith("referee"):
            self.open.set()


def run_house(folder: Path, port: str, guest: Callable[[House], None], unit: str = "twin-1") -> None:
    """Run the daemon until the guest is done; whatever the guest finds wrong is raised here."""
    path = folder / "house.yaml"
    path.write_text(CONFIGURATION.format(store=folder / "journal.sqlite", token=TOKEN, port=port, unit=unit))
    house = House(folder)
    found: list[BaseException] = []

    def act() -> None:
        try:
            assert house.open.wait(30.0), "the daemon did not open"
            guest(house)
        except BaseException as error:
            found.append(error)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    thread = threading.Thread(target=act, name="guest")
    thread.start()
    try:
        asyncio.run(run_daemon(RunOptions(load_configuration(path), announce=house.announced)))
    finally:
        house.open.set()
        thread.join(30.0)
    if found:
        raise found[0]
