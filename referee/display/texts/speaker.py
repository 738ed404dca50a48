"""Fills the catalogue's patterns in one language, for terminals and files; the pages' `language.js` does the same.

Both read the same patterns and know the same kinds of fact, so a sentence is composed once (as a `Phrase`) and said
anywhere. Pure but for reading the catalogue when a speaker is made.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from referee.display.texts.catalogue import Language, catalogue
from referee.display.texts.phrase import Named, Phrase
from referee.game.amounts import plain
from referee.tiles import format_tiles
from referee.tiles.names import TILE_OF_NAME

_FACT: Final = re.compile(r"\{(\w+)\}")
_NOTHING: Final = "–"


class Speaker:
    """Says phrases in one language. `tile_words`: tiles by their spoken names instead of `9p`."""

    def __init__(self, language: Language, *, tile_words: bool = False) -> None:
        self.language = language
        self._texts = catalogue(language)
        self._tile_words = tile_words

    def say(self, phrase: Phrase) -> str:
        """The phrase in words."""
        return self.text(phrase.key, phrase.facts)

    def say_all(self, phrases: Sequence[Phrase]) -> str:
        """Several phrases on one line."""
        return self.text("list.sentence").join(self.say(phrase) for phrase in phrases)

    def text(self, key: str, facts: Mapping[str, object] | None = None) -> str:
        """The text of a key with its facts. A key or fact that is missing shows as it is, so that it is seen."""
        given = facts or {}
        pattern = self._texts.get(key, key)
        return _FACT.sub(lambda fact: self.word(fact[1], given[fact[1]]) if fact[1] in given else fact[0], pattern)

    def has(self, key: str) -> bool:
        """Whether the catalogue has the key."""
        return key in self._texts

    def coded(self, prefix: str, code: str) -> str:
        """The text of a code, with the general one of its kind behind it."""
        key = f"{prefix}.{code}"
        return self.text(key) if key in self._texts else self.text(f"{prefix}.other", {"code": code})

    def word(self, name: str, value: object) -> str:
        """A fact as a word: numbers grouped, tiles by name, phrases said, codes looked up by the fact's name."""
        if value is None:
            return _NOTHING
        if isinstance(value, Phrase):
            return self.say(value)
        if isinstance(value, Named):
            return value.titles.get(self.language.value) or value.titles.get(Language.EN.value) or value.code
        if isinstance(value, list | tuple):
            return self._list(name, value)
        if isinstance(value, int | float | Fraction):
            return f"{value:,}" if isinstance(value, int | float) else str(plain(value))
        text = str(value)
        if text in TILE_OF_NAME:
            return self.tile_word(text) if self._tile_words else text
        return self._texts.get(f"fact.{name}.{text}", self._texts.get(f"{name}.{text}", text))

    def tile_word(self, name: str) -> str:
        """The name of a tile as a player says it."""
        digit, suit = name[0], name[1]
        if suit == "z":
            return self.text(f"tile.{name}")
        number = self.text(f"tile.digit.{'5' if digit == '0' else digit}")
        word = self.text(f"tile.suit.{suit}", {"digit": number})
        return self.text("tile.red", {"tile_text": word}) if digit == "0" else word

    def _list(self, name: str, values: Sequence[object]) -> str:
        names = [str(value) for value in values]
        if names and not self._tile_words and all(one in TILE_OF_NAME for one in names):
            return format_tiles((TILE_OF_NAME[one] for one in names), sort=False)
        return self.text("list.comma").join(self.word(name, value) for value in values)
