"""Yaku of a house for tests, and hands that meet them."""

from pathlib import Path
from typing import Any

from referee.rules import (
    Score,
    Situation,
    Wind,
    load_rules,
    score,
)
from referee.tiles import parse_tile, parse_tiles

TITLE = {"en": "Ours"}
PAGE = Path(__file__).parents[3] / "docs" / "yaku-patterns.md"

RUNS = ("123m456m678p234s5s", "5s")
TRIPLETS = ("222m333m444p111z5s", "5s")
PAIRS = ("1122m3344p5566s7z", "7z")
ORPHANS = ("19m19p19s1234567z", "1m")
GREEN = ("234s234s666s888s6z", "6z")


def ours(worth: dict[str, int] | None = None, **conditions: object) -> dict[str, object]:
    return {"id": "ours", "title": TITLE, **(worth or {"yakuman": 1}), **conditions}


def scored(hand: tuple[str, str], *local: object, options: dict | None = None, **situation: Any) -> Score:
    rules = load_rules("encyclopedia").with_hand_options({"local_yaku": list(local), **(options or {})})
    found = score(parse_tiles(hand[0]), parse_tile(hand[1]), rules, Situation(**{"seat_wind": Wind.W, **situation}))
    assert found.complete, f"{hand} is not complete"
    return found


def ids(found: Score) -> dict[str, int | None]:
    return {yaku.id.value: yaku.han or yaku.yakuman for yaku in found.yaku}
