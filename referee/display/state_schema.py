"""The state documents of all roles as JSON Schema, made of the very types that views are, with documents as examples.

What a field means is what its class says of it. Texts are codes; `/api/texts/LANGUAGE` has their words. Takes a
moment: to be made once and kept.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from referee.display.example_table import example_states
from referee.display.insight import Insight, insight_into
from referee.display.outputs import HANDS_OUTPUT
from referee.display.roles import Role, RoleKind, overlay, player
from referee.display.views import INSIGHTFUL, VIEWS, Disclosure, view_for
from referee.game import Seat

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_AMOUNT: Final = {"type": ["number", "string"], "pattern": "^-?[0-9]+/[0-9]+$"}
"""Points: a number, or where that would not be exact a fraction such as `1/3`."""


def state_schema(kind: RoleKind) -> dict[str, Any]:
    """The schema of the document that `/api/state?role=` and the WebSocket send to a kind of role, with examples."""
    schema = TypeAdapter(VIEWS[kind]).json_schema(mode="serialization", schema_generator=_Documented)
    about = {"$schema": _DIALECT, "$id": f"/schema/{kind.value}.json", "title": f"What {kind.value} is told of a table"}
    return {**about, **schema, "examples": list(_examples(kind))}


def _examples(kind: RoleKind) -> Iterator[dict[str, object]]:
    role = {RoleKind.PLAYER: player(Seat.A), RoleKind.OVERLAY: overlay(HANDS_OUTPUT)}.get(kind, Role(kind))
    for state in example_states():
        deal = state.match.deal if state.match is not None else None
        insight = Insight()
        if kind in INSIGHTFUL and state.match is not None and deal is not None:
            insight = insight_into(state.match.rules, deal, Insight())
        yield view_for(role, state, Disclosure(player_waits=True), insight)


class _Documented(GenerateJsonSchema):
    """Schemas with what is written below each field, amounts as our JSON has them, and no titles made of names."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        """No: a title that repeats the name tells nothing."""
        return False

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> JsonSchemaValue:
        """A dataclass, each field with its own words."""
        made = super().dataclass_schema(schema)
        for name, text in _words_of(schema["cls"]).items():
            if name in made.get("properties", {}):
                made["properties"][name] = {**made["properties"][name], "description": text}
        return made

    def generate(self, schema: Any, mode: Any = "serialization") -> JsonSchemaValue:
        """The whole schema."""
        made: JsonSchemaValue = _with_amounts(super().generate(schema, mode))
        return made


def _with_amounts(node: Any) -> Any:
    if isinstance(node, list):
        return [_with_amounts(item) for item in node]
    if not isinstance(node, dict):
        return node
    if node.get("format") == "fraction":
        return dict(_AMOUNT)
    return {name: _with_amounts(value) for name, value in node.items()}


def _words_of(cls: type) -> dict[str, str]:
    """What stands below each field of a dataclass and of those it extends."""
    found: dict[str, str] = {}
    for one in reversed(cls.__mro__[:-1]):
        body = ast.parse(textwrap.dedent(inspect.getsource(one))).body[0]
        statements = body.body if isinstance(body, ast.ClassDef) else []
        for field, words in pairwise(statements):
            text = _text(words)
            if text and isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                found[field.target.id] = text
    return found


def _text(statement: ast.stmt) -> str:
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Constant):
        return ""
    return inspect.cleandoc(statement.value.value) if isinstance(statement.value.value, str) else ""
