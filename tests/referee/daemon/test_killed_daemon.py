"""kill -9 of the real daemon at random instants of a match: what was acknowledged is there, what was shown is there.

After each start the match waits for a person's word in the same phase, with the time that was lost told.
"""

import http.client
import json
import random
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

CONFIGURATION = "store: journal.sqlite\nweb: {port: 0}\ntokens: {referee: referee-token}\n"
TILES = {"A": "19m19p19s1234567z78m79p58s", "B": "123m1234p9p1199s234567z8m8p"}
HANDS = {"A": "234m234p234678s5p", "B": "111z345789m5566s"}


def names(text: str) -> list[str]:
    return [digit + suit for digits, suit in re.findall(r"(\d+)([mpsz])", text) for digit in digits]


class Daemon:
    """One life of the daemon."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "referee", "run", "--config", str(folder / "table.yaml")]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        self.url = next(line.split()[-1] for line in self.process.stdout if line.startswith("public display"))

    def get(self, role: str) -> dict[str, Any]:
        return self._ask(f"api/state?role={role}")

    def ask(self, act: str, **fields: object) -> bool:
        """An act; whether it was acknowledged as done. Raises OSError once the daemon is gone."""
        version = self.get("referee")["version"]
        body = json.dumps({"act": act, "version": version, **fields}).encode()
        return bool(self._ask("api/commands?role=referee", body)["done"])

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.end()

    def end(self) -> None:
        self.process.kill()
        self.process.wait(10)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def _ask(self, path: str, body: bytes | None = None) -> dict[str, Any]:
        headers = {"Authorization": "Bearer referee-token", "Content-Type": "application/json"}
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url + path, body, headers), timeout=20) as answer:
                return dict(json.load(answer))
        except urllib.error.HTTPError as refused:
            with refused:
                return dict(json.load(refused))


def play_on(daemon: Daemon, done: list[int], shown: list[int]) -> None:
    """Play until the daemon is gone; notes which version was acknowledged last, and which the public saw."""
    try:
        while True:
            state = daemon.get("referee")
            done[0] = max(done[0], state["version"])
            allowed = set(state["allowed"])
            if "resume" in allowed:
                daemon.ask("resume")
            elif "confirm_walls" in allowed:
                daemon.ask("confirm_walls")
            elif "enter_dice" in allowed and state["deal"]["first"] is None:
                daemon.ask("enter_dice", first="A")
            elif "enter_indicator" in allowed and not state["deal"]["flipped"]:
                daemon.ask("enter_indicator", tile="4s")
            elif "enter_discard" in allowed:
                seat = next(seat for seat in state["seats"] if seat["on_turn"])
                tile = names(TILES[seat["seat"]])[len(seat["river"])]
                daemon.ask("enter_discard", seat=seat["seat"], tile=tile)
            elif "lock_hand" in allowed and state["phase"] == "building":
                for seat, hand in HANDS.items():
                    daemon.ask("lock_hand", seat=seat, tiles=hand)
            else:
                for act in ("close_window", "show_result", "next_deal", "start_match"):
                    if act in allowed:
                        fields = {"players": {"A": "Aoi", "B": "Ben"}, "rules": "happy"} if act == "start_match" else {}
                        daemon.ask(act, **fields)
                        break
            public = daemon.get("public")
            shown[0] = sum(len(seat["river"]) for seat in public["seats"]) if public["deal"] else 0
            shown[1] = public["deal"]["no"] if public["deal"] else 0
    except (OSError, ValueError, StopIteration, http.client.HTTPException):
        return  # killed


def test_a_killed_daemon_comes_back_where_it_was(tmp_path: Path) -> None:
    killed(tmp_path, times=2, seed=1)


@pytest.mark.verify
@pytest.mark.timeout(3600)
def test_a_daemon_that_is_killed_five_hundred_times_loses_nothing(tmp_path: Path) -> None:
    killed(tmp_path, times=500, seed=2)


def killed(folder: Path, times: int, seed: int) -> None:
    (folder / "table.yaml").write_text(CONFIGURATION)
    chance = random.Random(seed)
    done, shown = [0], [0, 0]
    for life in range(times):
        daemon = Daemon(folder)
        try:
            state = daemon.get("referee")
            if life and state["deal"] is not None:
                assert state["version"] >= done[0], "an acknowledged event is lost"
                lying = sum(len(seat["river"]) for seat in state["seats"])
                assert (state["deal"]["no"], lying) >= (shown[1], shown[0]), "what the public saw is lost"
                assert state["reason"] == "restarted"
                assert "resume" in state["allowed"]
                assert state["recovered_ms"] >= 0
                assert daemon.get("public")["clock"] is None or daemon.get("public")["clock"]["left_ms"] is not None
            done[0] = state["version"]
            player = threading.Thread(target=play_on, args=(daemon, done, shown))
            player.start()
            time.sleep(chance.uniform(0.02, 1.5))
            daemon.kill()
            player.join(30)
            assert not player.is_alive()
        finally:
            daemon.end()
    assert done[0] > 5 * times / 4
