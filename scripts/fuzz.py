"""Fuzzes what comes from outside with atheris: notation, events, records, rule files. For hand use, not for the suite.

atheris is no dependency of the project: install it where it does no harm and lend it the project's own packages.

    python3 -m venv /tmp/fuzz && /tmp/fuzz/bin/pip install atheris
    PYTHONPATH=.venv/lib/python3.11/site-packages /tmp/fuzz/bin/python scripts/fuzz.py record -max_total_time=900

The first argument is the target, the rest goes to libFuzzer. Whatever is no InputError, and a property that does not
hold, ends the run with the input that did it.
"""

import json
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

with atheris.instrument_imports(include=["referee"]):
    from referee.game import fold, from_json, to_json
    from referee.journal import check_record, from_record17, judge, judgement_fields, to_record17, with_results
    from referee.rules import RuleSet, load_rules
    from referee.strict_yaml import read_yaml
    from referee.tiles import InputError, format_tiles, parse_tile, parse_tiles
    from tests.referee.journal.mutated import FIELDS, changed

_LONGEST_LINE: Final = 1_000


class Bytes:
    """A source of chance that the fuzzer steers."""

    def __init__(self, data: bytes) -> None:
        self._data = atheris.FuzzedDataProvider(data)

    def randrange(self, stop: int) -> int:
        """A number from 0 to before `stop`."""
        return int(self._data.ConsumeIntInRange(0, stop - 1))

    def random(self) -> float:
        """A number from 0 to 1."""
        return float(self._data.ConsumeProbability())

    def choice(self, values: Sequence[Any]) -> Any:
        """One of the values."""
        return values[self.randrange(len(values))]

    def text(self) -> str:
        """The rest as text."""
        return str(self._data.ConsumeUnicodeNoSurrogates(self._data.remaining_bytes()))


def fuzz_notation(data: bytes) -> None:
    """Tiles as text are read back as they were written, or refused."""
    text = Bytes(data).text()
    try:
        tiles = parse_tiles(text)
    except InputError as error:
        _check_line(error)
    else:
        assert parse_tiles(format_tiles(tiles, sort=False)) == tiles
        assert sorted(parse_tiles(format_tiles(tiles))) == sorted(tiles)
    try:
        parse_tile(text)
    except InputError as error:
        _check_line(error)


def fuzz_event(data: bytes) -> None:
    """An event as the journal keeps it is read as it was written, or refused."""
    chance = Bytes(data)
    fields = {"seq": 1, "ms": 0, "type": "discard"}
    fields |= {chance.choice(FIELDS): _json(chance, 3) for _ in range(chance.randrange(6))}
    try:
        event = from_json(fields)
    except InputError as error:
        _check_line(error)
        return
    assert from_json(to_json(event)) == event


def fuzz_record(data: bytes) -> None:
    """A record that went wrong is judged or refused; what can be read is written, and judged as before."""
    chance = Bytes(data)
    document = changed(chance, 1 + chance.randrange(5))
    try:
        judgement = judge(document)
        json.dumps(judgement_fields(judgement))
        check_record(with_results(document, judgement))
        match = fold(from_record17(document))
    except InputError as error:
        _check_line(error)
        return
    again = judge(to_record17(match))
    assert again.ok or not judgement.ok, again


def fuzz_rules(data: bytes) -> None:
    """A rule file gives a rule set that reads back to itself, or one line that says what is wrong."""
    chance = Bytes(data)
    options = dict(_base_options())
    for _ in range(1 + chance.randrange(4)):
        options[chance.choice(tuple(options))] = _json(chance, 3)
    try:
        rules = RuleSet.from_mapping(options, name="house")
        assert RuleSet.from_mapping(rules.plain_options(), name="house") == rules
    except InputError as error:
        _check_line(error)
    try:
        read_yaml(chance.text())
    except InputError as error:
        _check_line(error)


TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    "notation": fuzz_notation,
    "event": fuzz_event,
    "record": fuzz_record,
    "rules": fuzz_rules,
}


def main() -> None:
    """Fuzz one target until libFuzzer has had enough."""
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        sys.exit(f"usage: fuzz.py {'|'.join(TARGETS)} [libFuzzer options]")
    target = TARGETS[sys.argv.pop(1)]
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()


@cache
def _base_options() -> dict[str, object]:
    return load_rules("base").plain_options()


def _json(chance: Bytes, depth: int) -> Any:
    """Anything that JSON can hold, likelier what means something here."""
    kind = chance.randrange(8 if depth else 6)
    if kind == 6:
        return [_json(chance, depth - 1) for _ in range(chance.randrange(4))]
    if kind == 7:
        keys = ("m", "p", "s", "han", "points", "deals", "winds", "laps", "first", "then", "draw", "to", "A", "no")
        return {chance.choice(keys): _json(chance, depth - 1) for _ in range(chance.randrange(4))}
    words = ("E", "S", "mangan", "none", "dice", "ends", "pot", "A", "B", "1m", "0p", "open", "own", "points", "")
    plain = (None, True, False, 0, 1, -1, 4, 17, 10**12, 0.5)
    return chance.choice(words if kind < 3 else plain)


def _check_line(error: InputError) -> None:
    words = str(error)
    assert words.isprintable()
    assert 0 < len(words) < _LONGEST_LINE


if __name__ == "__main__":
    main()
