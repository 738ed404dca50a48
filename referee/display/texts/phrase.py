"""A sentence before it has a language: the key of a pattern in the catalogue, and the facts that fill it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Phrase:
    """`key` of the catalogue with its facts: numbers, tile names (or lists of them), codes, other phrases."""

    key: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Named:
    """A fact that brings its own name by language (a house's own yaku); `code` where it has none."""

    code: str
    titles: Mapping[str, str]
