"""A sentence before it has a language: the key of a pattern in the catalogue, and the facts that fill it."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Phrase:
    """`key` of the catalogue with its facts: numbers, tile names (or lists of them), codes, other phrases."""

    key: str
    facts: Mapping[str, object] = field(default_factory=dict)
