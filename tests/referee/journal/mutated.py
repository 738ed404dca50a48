"""Records that went wrong on the way: a good one with a few parts lost, doubled, moved or replaced."""

import copy
import random
from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol

from referee.game import Event, EventType
from referee.journal import to_record17
from referee.tiles import NAMES
from tests.referee.game.random_match import random_match

SEEDS = 12
WORDS = (
    *("", "A", "B", "Z", "1m", "0p", "9z", "10m", "points", "chombo", "play_on", "pot", "happy", "kaiji"),
    *("\u0000", "é", "x" * 300),
)
KINDS = (*(kind.value for kind in EventType), "kan")
NUMBERS = (0, 1, -1, 2, 3, 5, 13, 17, 21, 22, 100, 25_000, 2**31, 2**63, 10**30, 0.5, -0.0, 1e308)
FIELDS = tuple(Event.__dataclass_fields__)


@cache
def good(seed: int) -> dict[str, Any]:
    """A record of ours."""
    return to_record17(random_match(seed, deals=1 + seed % 2).match)


def mutated(seed: int, changes: int) -> dict[str, Any]:
    """A record with so many changes, the same for the same seed."""
    return changed(random.Random(seed), changes)


def changed(chance: "Chance", changes: int) -> dict[str, Any]:
    """A record with so many changes, each as chance will have it."""
    document = copy.deepcopy(good(chance.randrange(SEEDS)))
    for _ in range(changes):
        _change(document, chance)
    return document


class Chance(Protocol):
    """What is asked of a source of chance; a fuzzer is one too."""

    def randrange(self, stop: int, /) -> int: ...

    def random(self) -> float: ...

    def choice(self, values: Sequence[Any], /) -> Any: ...


def _change(document: Any, chance: Chance) -> None:
    node, key = _place(document, chance)
    if chance.randrange(3):
        _slip(node, key, chance)
        return
    act = chance.randrange(6)
    if act == 0:
        node.pop(key)
    elif act == 1 and isinstance(node, list):
        node.insert(key, copy.deepcopy(chance.choice(node)))
    elif act == 2 and isinstance(node, list):
        other = chance.randrange(len(node))
        node[key], node[other] = node[other], node[key]
    elif act == 3 and isinstance(node, dict):
        node[chance.choice(FIELDS)] = _value(chance)
    elif act == 4 and isinstance(node[key], int):
        node[key] += chance.choice((-1, 1))
    else:
        node[key] = _value(chance)


def _slip(node: Any, key: Any, chance: Chance) -> None:
    """A slip that leaves a record: another tile, seat, kind or number, an event lost, doubled or out of its order."""
    value = node[key]
    if isinstance(value, str) and value in NAMES:
        node[key] = chance.choice(NAMES)
    elif isinstance(value, str) and value in tuple("ABCD"):
        node[key] = chance.choice("ABCD")
    elif key == "type":
        node[key] = chance.choice(KINDS)
    elif isinstance(value, int) and not isinstance(value, bool):
        node[key] = value + chance.choice((-1000, -2, -1, 1, 2, 1000))
    elif isinstance(node, list):
        event = node.pop(key)
        if chance.randrange(3):
            node.insert(chance.randrange(len(node) + 1), event)
            _renumber(node)
    else:
        node.pop(key)


def _renumber(events: list[Any]) -> None:
    """Events that changed places have numbers that grow all the same."""
    for number, event in enumerate(events, start=1):
        if isinstance(event, dict) and "seq" in event:
            event["seq"] = number


def _place(node: Any, chance: Chance) -> tuple[Any, Any]:
    """A part of the document, mostly deep in it."""
    while True:
        key = chance.choice(list(node)) if isinstance(node, dict) else chance.randrange(len(node))
        child = node[key]
        if not isinstance(child, dict | list) or not child or chance.random() < 0.08:
            return node, key
        node = child


def _value(chance: Chance) -> Any:
    """Anything that JSON can hold, likelier what a record could hold there."""
    kind = chance.randrange(8)
    if kind == 0:
        return chance.choice(NUMBERS)
    if kind == 1:
        return chance.choice(WORDS)
    if kind == 2:
        return chance.choice(KINDS)
    if kind == 3:
        return f"{chance.randrange(10)}{chance.choice('mpsz')}"
    if kind == 4:
        return chance.choice((None, True, False, [], {}))
    if kind == 5:
        return {chance.choice("ABCD"): chance.choice(NUMBERS)}
    if kind == 6:
        return [_value(chance) for _ in range(chance.randrange(3))]
    return chance.randrange(40)
