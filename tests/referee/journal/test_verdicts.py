"""The awkward verdicts of `verdicts.yaml`: each case is written as a record and judged."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from referee.journal import Judgement, judge
from tests.referee.journal.written import Written, record

CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("verdicts.yaml").read_text(encoding="utf-8"))
TILE = re.compile(r"[0-9][mpsz]")
TURN = re.compile(r"([A-D])(\d+)")
CALL = re.compile(r"([A-D])!(?:([A-D])(\d+))?")
POINTS = re.compile(r"points:([A-D])(-\d+)")
SPOKEN = {"?": "pass", "+": "riichi"}


def written(deal: dict[str, Any], players: int, no: int, *, indicator: str | None) -> Written:
    """One deal of a case."""
    told = Written(first=deal.get("first", "A"), no=no, indicator=indicator, players=players)
    for seat, tiles in deal.get("hands", {}).items():
        *how, hand = tiles.split()
        told.hand(seat, hand, *how)
    for act in deal["acts"].split():
        perform(told, act)
    return told


def perform(told: Written, act: str) -> None:
    """One act of a case."""
    if TILE.fullmatch(act):
        told.discard(act)
    elif turn := TURN.fullmatch(act):
        told.until(turn[1], int(turn[2]))
    elif call := CALL.fullmatch(act):
        ref = {} if call[2] is None else {"ref": seq_of(told, call[2], int(call[3]))}
        told.event("ron", by=call[1], **ref)
    elif points := POINTS.fullmatch(act):
        told.event("penalty", kind="points", by=points[1], amounts={points[1]: int(points[2])})
    elif act[0] in "ABCD" and act[1:] in SPOKEN:
        told.event(SPOKEN[act[1:]], by=act[0])
    elif act == "-":
        told.harmless()
    elif act == "end":
        told.drawn()
    elif act in ("stop", "redeal"):
        told.event(act)
    elif act == "play_on":
        told.event("penalty", kind="play_on")
    else:
        kind, value = act.split(":")
        fields = {"chombo": {"kind": kind, "by": value}, "dead": {"by": value}, "ura": {"tile": value}}[kind]
        told.event({"chombo": "penalty", "dead": "dead_hand", "ura": "ura"}[kind], **fields)


def seq_of(told: Written, seat: str, number: int) -> int:
    """The seq of a seat's discard."""
    own = [event for event in told.document["events"] if event["type"] == "discard" and event["by"] == seat]
    return int(own[number - 1]["seq"])


def judged(case: dict[str, Any]) -> Judgement:
    """The judgement of a case's record."""
    options = dict(case["rules"])
    preset = options.pop("preset")
    players = {"three": 3, "broadcast_four": 4}.get(preset, 2)
    turned = None if preset == "broadcast_four" else "4z"
    deals = [
        written(deal, players, no, indicator=deal.get("indicator", turned)).document
        for no, deal in enumerate(case["deals"], start=1)
    ]
    document = record(*deals, preset=preset, players=players, **options)
    if case.get("closed"):
        document["final"] = {"over": True}
    return judge(document)


def told_in_words(decision: dict[str, Any]) -> str:
    """A decision as a case writes it."""
    words = [decision["verdict"], decision["seat"] or "", ",".join(decision["reasons"])]
    if decision["verdict"] == "furiten":
        words.append(f"{decision['facts']['discarder']}{decision['facts']['n']}")
    return " ".join(filter(None, words))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_verdict(case: dict[str, Any]) -> None:
    judgement = judged(case)
    found = judgement.deals[-1]
    assert judgement.ok, judgement
    assert [told_in_words(decision) for decision in found.decisions] == case["verdicts"]
    if "worth" in case:
        facts = found.decisions[-1]["facts"]
        assert {name: facts[name] for name in case["worth"]} == case["worth"]
    if "points" in case:
        assert judgement.final["points"] == case["points"]
        assert judgement.final.get("reason") == case.get("over")


def test_there_are_enough_of_them_and_each_says_why() -> None:
    assert len(CASES) >= 40
    assert len({case["id"] for case in CASES}) == len(CASES)
    assert all(case["why"] for case in CASES)
