"""The published schemas: every state of simulated matches fits them, and they are of the types that views are."""

import json
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from referee.analysis.players import Character
from referee.analysis.playout import Playout
from referee.desk.state import Candidate, Clock, Place, Reading
from referee.display.insight import Insight, insight_into
from referee.display.outputs import DEFAULT_OUTPUTS, Output, Shows
from referee.display.roles import COMMENTATOR, OPERATOR, PUBLIC, REFEREE, Role, RoleKind, overlay, player
from referee.display.state_schema import state_schema
from referee.display.views import INSIGHTFUL, VIEWS, Disclosure, view_for
from referee.game import EventType
from referee.rules import load_rules
from tests.referee.display.conftest import Client
from tests.referee.display.fake_desk import A, B, FakeDesk

OUTPUTS = {**DEFAULT_OUTPUTS, "live": Output(Shows.HANDS, 0)}
DISCLOSURES = (Disclosure(outputs=OUTPUTS), Disclosure(True, True, OUTPUTS))
ROLES = (PUBLIC, OPERATOR, REFEREE, COMMENTATOR, overlay("hands"), overlay("live"), player(A), player(B))
UNSURE = Candidate(1, Place.RIVER, B, (Reading("9s", 0.71, False, (("6s", 0.18),), "cut"),), "unsure")


def closed(node: Any) -> Any:
    """The schema, but without leave for fields that it does not name."""
    if isinstance(node, list):
        return [closed(item) for item in node]
    if not isinstance(node, dict):
        return node
    found = {name: closed(value) for name, value in node.items() if name != "examples"}
    return {"additionalProperties": False, **found} if "properties" in node else found


@cache
def schema_of(kind: RoleKind) -> dict[str, Any]:
    return state_schema(kind)


@cache
def validator(kind: RoleKind) -> Draft202012Validator:
    Draft202012Validator.check_schema(schema_of(kind))
    return Draft202012Validator(closed(schema_of(kind)))


def check(role: Role, view: dict[str, object]) -> None:
    kind = RoleKind.PUBLIC if str(role) == "overlay:public" else role.kind
    error = next(iter(validator(kind).iter_errors(json.loads(json.dumps(view)))), None)
    assert error is None, f"{role}: {error.json_path}: {error.message[:200]}" if error else ""


def states(rules: str, seed: int, most_deals: int) -> Iterator[FakeDesk]:
    """Every state of a simulated match, with readings that wait and tiles that cameras saw."""
    players = [character.player for character in (Character.CAREFUL, Character.HUMAN)]
    match = Playout(load_rules(rules), Random(seed), players[: load_rules(rules).players]).play(most_deals)
    desk = FakeDesk()
    desk.candidates = (UNSURE,)
    for event in match.events:
        desk.enter(replace(event, seq=0))
        desk.clock = Clock("discard", desk.now + 5_000, 3_000.0 if event.seq % 3 else None)
        desk.look_everywhere()
        yield desk


@pytest.mark.parametrize(
    ("rules", "seed", "deals"),
    [
        ("happy", 4, 1),
        ("kaiji", 2, 1),
        pytest.param("happy", 1, 50, marks=[pytest.mark.verify, pytest.mark.timeout(1_200)]),
    ],
)
def test_every_state_of_a_simulated_match_fits_the_schema_of_its_role(rules: str, seed: int, deals: int) -> None:
    phases, types = set(), set()
    check(PUBLIC, view_for(PUBLIC, FakeDesk().state()))
    for number, desk in enumerate(states(rules, seed, deals)):
        deal = desk.match.deal
        types.add(desk.match.events[-1].type)
        for role in ROLES:
            insight = Insight()
            if role.kind in INSIGHTFUL and deal is not None and number % 20 == 0:
                insight = insight_into(desk.match.rules, deal, Insight())
            view = view_for(role, desk.state(), DISCLOSURES[number % 2], insight)
            phases.add(view["phase"])
            check(role, view)
    assert types >= {EventType.DEAL, EventType.WALLS, EventType.BUILT, EventType.DISCARD}
    assert phases >= {"building", "discarding", "result"}


@pytest.mark.parametrize("kind", RoleKind)
def test_the_examples_fit_and_are_of_several_moments(kind: RoleKind) -> None:
    schema = schema_of(kind)
    assert {example["phase"] for example in schema["examples"]} == {"no_match", "discarding", "result"}
    for example in schema["examples"]:
        errors = [error.message for error in validator(kind).iter_errors(example)]
        assert not errors


@pytest.mark.parametrize("kind", RoleKind)
def test_each_schema_has_the_fields_of_its_view_and_says_what_they_are(kind: RoleKind) -> None:
    schema = schema_of(kind)
    assert set(schema["properties"]) == {field.name for field in fields(VIEWS[kind])} == set(schema["required"])
    assert schema["description"] == VIEWS[kind].__doc__
    assert all(definition.get("description") for definition in schema["$defs"].values())


def test_what_stands_below_a_field_describes_it() -> None:
    schema = schema_of(RoleKind.OVERLAY)
    assert schema["properties"]["is_open"]["description"] == "The hands of this deal may be shown here by now."
    assert "deciding" in schema["$defs"]["OpenPhase"]["enum"]
    wait = schema["$defs"]["WaitFacts"]["properties"]
    assert wait["is_open"]["description"] == "The discard whose window is open is this wait."


@pytest.mark.parametrize(
    ("path", "value"),
    [(("pot",), "many"), (("seats", 0, "river"), None), (("hands", 0, "waits", 0, "live"), "1"), (("phase",), "tea")],
)
def test_what_is_none_is_found(path: tuple[str | int, ...], value: object) -> None:
    example = json.loads(json.dumps(schema_of(RoleKind.OVERLAY)["examples"][2]))
    place = example
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = value
    assert list(validator(RoleKind.OVERLAY).iter_errors(example))


@pytest.mark.parametrize("amount", [3, -1_000, 0.5, "1/3", "-2/3"])
def test_an_amount_is_a_number_or_a_fraction(amount: object) -> None:
    schema = {**schema_of(RoleKind.PUBLIC)["properties"]["pot"]}
    assert Draft202012Validator(schema).is_valid(amount)
    assert not Draft202012Validator(schema).is_valid("a third")


def test_schemas_are_served_to_everybody(client: Client) -> None:
    for kind in (RoleKind.PUBLIC, RoleKind.OVERLAY):
        answer = client.get(f"/schema/{kind}.json")
        assert answer.headers["content-type"] == "application/schema+json"
        assert answer.json() == json.loads(json.dumps(schema_of(kind)))
    assert client.get("/schema/boss.json").status_code == 404
