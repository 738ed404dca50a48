"""Glyph outlines of the characters, taken from an OFL font with fontTools.

Needed only when the faces are drawn anew; the drawn files are in the package. Raises FontMissingError where the font
or fontTools is not installed.
"""

from io import BytesIO
from pathlib import Path
from typing import Any, Final

from referee.tiles.errors import InputError
from referee.tiles.faces.outline import Command, Outline, Point

FONT: Final = Path("/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc")
_FAMILY: Final = "Noto Serif CJK TC"  # the traditional forms, as cut on tiles
_ASCENT: Final = 0.88  # top of the ideographic em box, in ems above the baseline


class FontMissingError(InputError):
    """The font or fontTools is not there; the message says what to install."""


class GlyphBook:
    """The font, opened once; glyphs come as outlines in a unit em box (0..1 both ways, y down)."""

    def __init__(self, font: Path = FONT) -> None:
        try:
            from fontTools.ttLib import TTCollection
        except ImportError as error:
            raise FontMissingError("fontTools is missing: install the 'dev' extra to draw the faces anew") from error
        if not font.is_file():
            raise FontMissingError(f"font {font} is missing: install Debian's fonts-noto-cjk to draw the faces anew")
        collection = TTCollection(BytesIO(font.read_bytes()), lazy=True)
        self._font = next(face for face in collection.fonts if face["name"].getDebugName(1).startswith(_FAMILY))
        self._names: dict[int, str] = self._font.getBestCmap()
        self._glyphs = self._font.getGlyphSet()
        self._em: float = self._font["head"].unitsPerEm

    def outline(self, character: str) -> Outline:
        """The outline of a character in its em box."""
        from fontTools.pens.recordingPen import DecomposingRecordingPen

        pen = DecomposingRecordingPen(self._glyphs)
        self._glyphs[self._names[ord(character)]].draw(pen)
        return Outline(tuple(self._command(name, points) for name, points in pen.value))

    def advance(self, character: str) -> float:
        """How wide the character sets, in ems."""
        return float(self._glyphs[self._names[ord(character)]].width) / self._em

    def _command(self, name: str, points: Any) -> Command:
        letter = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "closePath": "Z", "endPath": "Z"}[name]
        return letter, tuple(self._place(point) for point in points)

    def _place(self, point: Point) -> Point:
        return point[0] / self._em, _ASCENT - point[1] / self._em
