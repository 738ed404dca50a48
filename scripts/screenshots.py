"""Takes the pictures of the README: the pages of a simulated match, in a real browser.

`.venv/bin/python scripts/screenshots.py` needs Debian's Chromium; it plays a match and waits for a good moment.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
DISCARDS_EACH = 8


def main() -> None:
    """Play, wait, take the pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as state:
        daemon = subprocess.Popen(
            [sys.executable, "-m", "referee", "run", "--simulate", "--speed", "6", "--port", "0", "--seed", "11"],
            cwd=ROOT,
            env={**os.environ, "XDG_STATE_HOME": state},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            urls = addresses(daemon)
            wait_for_rivers(urls["public"])
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
                take(browser, urls["public"], "public", 1920, 1080)
                take(browser, urls["operator"], "operator", 1920, 1080)
                take(browser, urls["referee"], "referee", 1920, 1080)
                take(browser, urls["commentator"], "commentator", 1920, 1080)
                take(browser, urls["public"] + "?lang=ja", "public-phone-ja", 390, 844)
                browser.close()
        finally:
            daemon.terminate()
            daemon.wait(30)


def addresses(daemon: "subprocess.Popen[str]") -> dict[str, str]:
    """The pages' addresses as the daemon prints them."""
    urls: dict[str, str] = {}
    assert daemon.stdout is not None
    for line in daemon.stdout:
        found = re.match(r"(public|operator|referee|commentator).*(http\S+)", line)
        if found:
            urls[found[1]] = found[2]
        if "simulated table" in line:
            break
    return urls


def wait_for_rivers(public: str) -> None:
    """Until both rivers have a few tiles."""
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline:
        with urllib.request.urlopen(public + "api/state") as answer:
            seats = json.load(answer).get("seats", [])
        if seats and all(len(seat["river"]) >= DISCARDS_EACH for seat in seats):
            return
        time.sleep(0.2)
    raise SystemExit("no river grew in time")


def take(browser: Browser, url: str, name: str, width: int, height: int) -> None:
    """One picture of one page."""
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(url)
    page.wait_for_timeout(1_500)
    page.screenshot(path=str(PICTURES / f"{name}.jpg"), type="jpeg", quality=85)
    page.close()


if __name__ == "__main__":
    main()
