"""The log of a real daemon: documented events, and those of the desk name the match, the command and who asked."""

import json
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

from tests.docs.test_monitoring import documented

TOKEN = "referee-token"
CONFIGURATION = f"store: journal.sqlite\nweb: {{port: 0}}\ntokens: {{referee: {TOKEN}}}\n"


def ask(url: str, **command: object) -> str:
    """What became of a command."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    body = json.dumps(command).encode()
    request = urllib.request.Request(f"{url}api/commands?role=referee", body, headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return str(json.load(answer)["code"])
    except urllib.error.HTTPError as refused:
        with refused:
            return str(json.load(refused)["code"])


def test_what_the_desk_logs_names_the_match_and_the_command(tmp_path: Path) -> None:
    (tmp_path / "table.yaml").write_text(CONFIGURATION)
    command = [sys.executable, "-m", "referee", "run", "--config", str(tmp_path / "table.yaml")]
    daemon = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert daemon.stdout is not None
    url = next(line.split()[-1] for line in daemon.stdout if line.startswith("public display"))
    try:
        assert ask(url, act="next_deal", version=0) == "not_now"
        players = {"A": "Aoi", "B": "Ben"}
        assert ask(url, act="start_match", version=0, players=players, rules="happy") == "done"
        assert ask(url, act="call_ron", version=1, seat="A") == "stale"
    finally:
        daemon.send_signal(signal.SIGTERM)
        _, log = daemon.communicate(timeout=60)
    lines = [json.loads(line) for line in log.splitlines()]
    assert {line["event"] for line in lines} <= set(documented("Events of the log"))
    told = [line for line in lines if line["event"] in ("command_refused", "match_taken_up")]
    assert [(line["event"], line["command"], line["act"], line["actor"], line.get("code")) for line in told] == [
        ("command_refused", 1, "next_deal", "referee", "not_now"),
        ("match_taken_up", 2, "start_match", "referee", None),
        ("command_refused", 3, "call_ron", "referee", "stale"),
    ]
    assert "match" not in told[0]
    assert told[1]["match"] == told[2]["match"] != ""
    assert not [line for line in lines if line["event"] == "ending" and "command" in line], "the desk's thread alone"
