"""A configuration that cannot be used: nothing runs but the settings page, where it is mended and started anew."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.waiting import wait_until

GOOD = "venue: Minefield  # ours\nweb: {host: 127.0.0.1, port: 0}\ntokens: {referee: a-long-secret}\n"
REFEREE = {"Authorization": "Bearer a-long-secret"}
PATIENCE_S = 60.0


class Daemon:
    """`junanaho run` in a process of its own, with what it printed."""

    def __init__(self, folder: Path, *options: str) -> None:
        self._out = folder / f"out-{len(list(folder.glob('out-*')))}.txt"
        environment = {**os.environ, "XDG_STATE_HOME": str(folder / "state")}
        environment.pop("STATE_DIRECTORY", None)
        command = [sys.executable, "-m", "referee", "run", "--config", str(folder / "table.yaml"), *options]
        with self._out.open("wb") as out:
            self.process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env=environment)

    def addresses(self, name: str) -> list[str]:
        """Every address that was printed for a page, in order."""
        lines = self._out.read_text(encoding="utf-8").splitlines()
        return [line.split()[-1].partition("?")[0] for line in lines if line.startswith(f"{name} ")]

    def root(self, name: str, number: int = 0) -> str:
        """Where the pages are, once the page has been announced so many times more than `number`."""
        wait_until(lambda: len(self.addresses(name)) > number or self.process.poll() is not None, patience_s=PATIENCE_S)
        assert self.process.poll() is None, self._out.read_text()
        return "/".join(self.addresses(name)[number].split("/")[:3])

    def end(self) -> int:
        """SIGTERM; the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE_S)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    (tmp_path / "table.yaml").write_text(GOOD)
    return tmp_path


def test_a_house_goes_back_to_its_last_good_settings(house: Path) -> None:
    daemon = Daemon(house, "--safe-mode")
    daemon.root("public")
    assert daemon.end() == 0

    (house / "table.yaml").write_text("venue: [\n")
    daemon = Daemon(house, "--safe-mode")
    root = daemon.root("settings")
    try:
        assert httpx.get(f"{root}/api/state?role=public").status_code == 404
        assert "waiting.js" in httpx.get(root).text
        view = httpx.get(f"{root}/api/settings", headers=REFEREE).json()
        assert (view["last_good"], view["problems"][0]["line"]) == (GOOD, 2)
        assert "table.yaml line 2" in view["stopped_by"]
        mended = {"text": view["last_good"], "seen": view["seen"]}
        assert httpx.post(f"{root}/api/settings/text", headers=REFEREE, json=mended).json()["code"] == "saved"
        assert httpx.post(f"{root}/api/settings/start", headers=REFEREE).status_code == 202
        root = daemon.root("public")
        assert httpx.get(f"{root}/api/state?role=public").status_code == 200
        assert httpx.get(f"{root}/api/settings", headers=REFEREE).json()["runs"] is True
    finally:
        assert daemon.end() == 0


def test_a_running_table_starts_anew_with_what_was_set(house: Path) -> None:
    daemon = Daemon(house)
    root = daemon.root("public")
    try:
        seen = httpx.get(f"{root}/api/settings", headers=REFEREE).json()["seen"]
        values = {"values": {"venue": "Elsewhere"}, "seen": seen}
        assert httpx.post(f"{root}/api/settings/values", headers=REFEREE, json=values).json()["code"] == "saved"
        assert httpx.get(f"{root}/api/settings", headers=REFEREE).json()["runs"] is False
        assert httpx.post(f"{root}/api/settings/start", headers=REFEREE).status_code == 202
        root = daemon.root("public", 1)
        assert httpx.get(f"{root}/api/settings", headers=REFEREE).json()["runs"] is True
        assert (house / "table.yaml").read_text().startswith("venue: Elsewhere  # ours")
    finally:
        assert daemon.end() == 0


def test_whoever_ends_it_while_it_starts_anew_has_ended_it(house: Path) -> None:
    daemon = Daemon(house)
    root = daemon.root("public")
    assert httpx.post(f"{root}/api/settings/start", headers=REFEREE).status_code == 202
    assert daemon.end() in (0, -signal.SIGTERM)
    assert len(daemon.addresses("public")) == 1


def test_a_token_stays_on_this_machine_while_nobody_knows_whether_https_is_meant(house: Path) -> None:
    (house / "table.yaml").write_text("venue: [\ntokens: {referee: a-long-secret}\n")
    daemon = Daemon(house, "--safe-mode", "--host", "0.0.0.0", "--port", "0")
    root = daemon.root("settings")
    try:
        local = int(root.rpartition(":")[2])
        table = Path("/proc/net/tcp").read_text().splitlines()[1:]
        listening = [line.split()[1] for line in table if line.split()[3] == "0A"]
        assert [one for one in listening if one.endswith(f":{local:04X}")] == [f"0100007F:{local:04X}"]
    finally:
        assert daemon.end() == 0


def test_without_the_option_a_wrong_file_is_one_line_and_the_end(house: Path) -> None:
    (house / "table.yaml").write_text("venue: [\n")
    daemon = Daemon(house)
    assert daemon.process.wait(PATIENCE_S) == 2
    (line,) = (house / "out-0.txt").read_text().splitlines()
    assert "table.yaml line 2" in line
