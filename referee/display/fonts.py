"""Makes the fonts that the pages ship: `python -m referee.display.fonts`.

Each language has its own regional forms of the same characters, in two weights: the characters that names are commonly
written with (JIS level 1, Big5 level 1, GB 2312 level 1), Latin letters, and whatever the texts use. Headlines have a
serif with the characters of the texts alone. Needs Debian's fonts-noto-cjk and the extra `dev`; run it again when
texts have got new characters (a test says so).
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from referee.display.texts import Language, catalogue

FOLDER: Final = Path(__file__).parent / "pages" / "fonts"
SOURCES: Final = Path("/usr/share/fonts/opentype/noto")
LATIN: Final = frozenset(
    {*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, "āēīōūĀĒĪŌŪ"), *range(0x2010, 0x2028), *range(0x2190, 0x2194)}
    | {0x20AC, 0x2212}
)
"""Letters of western European names and of transcribed Japanese ones, punctuation, arrows, minus."""

KANA: Final = frozenset({*range(0x3000, 0x3100), *range(0xFF01, 0xFF5F)})
_REGIONS: Final = {Language.JA: "JP", Language.ZH_HANT: "TC", Language.ZH_HANS: "SC"}
_COMMON: Final = {
    Language.JA: ("euc_jp", range(0xB0, 0xD0)),
    Language.ZH_HANT: ("big5", range(0xA4, 0xC7)),
    Language.ZH_HANS: ("gb2312", range(0xB0, 0xD8)),
}
"""The encoding and the lead bytes of the level that holds the common characters."""

MARK: Final = "十七歩"

Weight = Literal["Regular", "Bold"]


@dataclass(frozen=True, slots=True)
class Face:
    """One font file: the language whose forms it has, sans or serif, and its weight."""

    language: Language
    kind: Literal["Sans", "Serif"]
    weight: Weight

    @property
    def path(self) -> Path:
        """Where it is shipped."""
        return FOLDER / f"{self.kind.lower()}-{self.language.value.lower()}-{self.weight.lower()}.woff2"

    @property
    def characters(self) -> frozenset[int]:
        """The code points that it has, as far as its source has them."""
        texts = characters_of(self.language)
        return texts | LATIN if self.kind == "Serif" else texts | LATIN | KANA | common_characters(self.language)


FACES: Final = (
    *(Face(language, "Sans", weight) for language in _REGIONS for weight in ("Regular", "Bold")),
    *(Face(language, "Serif", "Bold") for language in _REGIONS),
)


def characters_of(language: Language) -> frozenset[int]:
    """The code points of all texts of a language, and of the mark that stands on every page."""
    texts = (MARK, *catalogue(language).values())
    return frozenset(ord(character) for text in texts for character in text if character > "\x1f")


def common_characters(language: Language) -> frozenset[int]:
    """The code points of the characters that names are commonly written with."""
    encoding, lead = _COMMON[language]
    return frozenset(_decoded(encoding, lead))


def _decoded(encoding: str, lead: range) -> Iterator[int]:
    for first in lead:
        for second in (*range(0x40, 0x7F), *range(0xA1, 0xFF)):
            try:
                text = bytes([first, second]).decode(encoding)
            except UnicodeDecodeError:
                continue
            if len(text) == 1:
                yield ord(text)


def make(face: Face, sources: Path = SOURCES) -> None:
    """Write one font file. Raises FileNotFoundError without the source."""
    from fontTools import subset
    from fontTools.ttLib import TTCollection

    collection = TTCollection(str(sources / f"Noto{face.kind}CJK-{face.weight}.ttc"))
    wanted = f"Noto {face.kind} CJK {_REGIONS[face.language]}"
    font = next(font for font in collection.fonts if font["name"].getDebugName(1) == wanted)
    options = subset.Options()
    options.flavor = "woff2"
    options.hinting = False
    options.layout_features = ["kern", "palt", "tnum", "locl", "liga", "ccmp", "mark"]
    cut = subset.Subsetter(options)
    cut.populate(unicodes=face.characters)
    cut.subset(font)
    face.path.parent.mkdir(parents=True, exist_ok=True)
    font.flavor = "woff2"
    font.save(face.path)


def main() -> int:
    """Makes all fonts; returns 2 when a source is missing."""
    for face in FACES:
        try:
            make(face)
        except FileNotFoundError as error:
            sys.stderr.write(f"{error.filename} is missing: install fonts-noto-cjk\n")
            return 2
        sys.stdout.write(f"{face.path.name}: {face.path.stat().st_size // 1000} kB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
