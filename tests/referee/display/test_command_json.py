"""Commands as JSON: every act round, malformed ones with one clear line, and who may ask for what."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.desk.command import Command
from referee.desk.commands import (
    CallRon,
    ConfirmCandidate,
    EmergencyStop,
    EnterDice,
    EnterDiscard,
    LockHand,
    Rule,
    StartMatch,
)
from referee.desk.corrections import Undo, VoidEvent
from referee.display.command_json import COMMANDS, command_adapter, command_as_json, command_schema, may, read_command
from referee.display.errors import CommandError
from referee.display.roles import OPERATOR, PUBLIC, REFEREE, Role, player
from referee.display.server import create_app
from referee.display.tokens import Tokens
from referee.game import Seat
from referee.tiles import NAMES, parse_tiles
from tests.referee.display.fake_desk import A, B, FakeDesk

EXAMPLES: list[Command] = [
    StartMatch(version=0, players={A: "Sato", B: "林"}, rules="happy", options={"red_fives": {"m": 1}}, title="Final"),
    EnterDice(version=3, dice=(2, 5)),
    EnterDice(version=3, first=B),
    LockHand(version=4, seat=A, tiles=parse_tiles("234m234p234s678s5p")),
    LockHand(version=4, seat=A),
    ConfirmCandidate(version=9, candidate=2),
    ConfirmCandidate(version=9, candidate=2, tile=parse_tiles("0p")[0]),
    EnterDiscard(version=9, seat=B, tile=0),
    Rule(version=9, kind="points", seat=A, amounts={A: -1000, B: 1000}, text="slow play"),
    VoidEvent(version=9, ref=7, text="misread"),
    Undo(version=9),
    EmergencyStop(version=0),
]


@pytest.mark.parametrize("command", EXAMPLES, ids=lambda command: type(command).__name__)
def test_a_command_comes_back_as_it_was_with_the_senders_role(command: Command) -> None:
    text = json.dumps(command_as_json(command)).encode()
    read = read_command(text, REFEREE)
    assert command_as_json(read) == command_as_json(command)
    assert (type(read), read.actor) == (type(command), "referee")


@pytest.mark.parametrize("act", COMMANDS)
def test_every_act_of_the_desk_can_be_asked_for(act: str) -> None:
    with pytest.raises(CommandError, match=r"version: Field required"):
        read_command(json.dumps({"act": act}).encode(), REFEREE)  # the act is known, only its fields are missing


MALFORMED: list[tuple[Any, str]] = [
    ("{", "JSON"),
    ([], "command: Input should be"),
    ({}, "command: Unable to extract tag using discriminator 'act'"),
    ({"act": "dance", "version": 1}, "does not match any of the expected tags"),
    ({"act": "undo"}, "version: Field required"),
    ({"act": "undo", "version": "soon"}, "version: Input should be a valid integer"),
    ({"act": "undo", "version": 1, "actor": "referee"}, "actor: Extra inputs are not permitted"),
    ({"act": "undo", "version": 1, "text": "x" * 501}, "text: String should have at most 500 characters"),
    ({"act": "enter_discard", "version": 1, "seat": "A", "tile": "8z"}, "tile: '8z' is no tile"),
    ({"act": "enter_discard", "version": 1, "seat": "A", "tile": 7}, "tile: a tile is a text such as 5m"),
    ({"act": "enter_discard", "version": 1, "seat": "E", "tile": "1m"}, "seat: Input should be 'A', 'B', 'C' or 'D'"),
    ({"act": "lock_hand", "version": 1, "seat": "A", "tiles": "12x"}, "tiles: 'x' at place 3"),
    ({"act": "lock_hand", "version": 1, "seat": "A", "tiles": ["1m"] * 35}, "tiles: 35 tiles: at most 34"),
    ({"act": "rule", "version": 1, "kind": "tickle"}, "kind: Input should be 'warning'"),
    ({"act": "rule", "version": 1, "kind": "points", "amounts": {"A": -(10**4000)}}, "amounts.A: Input should be"),
]


@pytest.mark.parametrize(("data", "told"), MALFORMED, ids=[told[:40] for _, told in MALFORMED])
def test_a_malformed_command_is_told_in_one_line(data: Any, told: str) -> None:
    text = data if isinstance(data, str) else json.dumps(data)
    with pytest.raises(CommandError) as raised:
        read_command(text.encode(), OPERATOR)
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_input_at_all_does_more_than_be_refused(data: bytes) -> None:
    with pytest.raises(CommandError):
        read_command(data, REFEREE)


@given(st.sampled_from(NAMES), st.sampled_from(list(Seat)), st.integers(0, 10_000))
def test_every_tile_travels_by_its_name(name: str, seat: Seat, version: int) -> None:
    data = {"act": "enter_discard", "version": version, "seat": seat, "tile": name}
    assert command_as_json(read_command(json.dumps(data).encode(), REFEREE)) == data


MAY: list[tuple[Role, Command, bool]] = [
    (player(A), CallRon(version=1, seat=A), True),
    (player(A), CallRon(version=1, seat=B), False),
    (player(A), LockHand(version=1, seat=A), True),
    (player(A), LockHand(version=1, seat=B), False),
    (player(A), Undo(version=1), False),
    (player(A), ConfirmCandidate(version=1, candidate=1), False),
    (OPERATOR, CallRon(version=1, seat=B), True),
    (OPERATOR, Rule(version=1, kind="chombo", seat=A), False),
    (OPERATOR, VoidEvent(version=1, ref=1, text="x"), False),
    (REFEREE, Rule(version=1, kind="chombo", seat=A), True),
    (PUBLIC, EmergencyStop(version=1), False),
]


@pytest.mark.parametrize(("role", "command", "allowed"), MAY)
def test_who_may_ask_for_what(role: Role, command: Command, allowed: bool) -> None:
    assert may(role, command) is allowed


def test_the_schema_names_every_act() -> None:
    schema, definitions = command_schema("#/components/schemas/{model}")
    assert set(schema["discriminator"]["mapping"]) == set(COMMANDS)
    assert all(reference.rpartition("/")[2] in definitions for reference in schema["discriminator"]["mapping"].values())


def test_whoever_serves_pages_has_prepared_for_the_first_command(desk: FakeDesk) -> None:
    """It may be an emergency stop, and takes twenty times as long unprepared."""
    command_adapter.cache_clear()
    create_app(desk, Tokens({}))
    before = command_adapter.cache_info().misses
    read_command(b'{"act": "emergency_stop", "version": 0}', OPERATOR)
    assert command_adapter.cache_info().misses == before == 1
