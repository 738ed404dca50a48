"""Texts: the catalogue in four languages, and phrases that are composed once and said in any of them."""

from referee.display.texts.catalogue import Language, catalogue, catalogue_json
from referee.display.texts.phrase import Named, Phrase
from referee.display.texts.speaker import Speaker

__all__ = ["Language", "Named", "Phrase", "Speaker", "catalogue", "catalogue_json"]
