"""The drawn faces as the package holds them: SVG text, and pixels made from it.

Nothing is cached here: a caller that needs the same picture often keeps it.
"""

from importlib.resources import files
from typing import Final

import resvg_py

from referee.tiles.errors import InputError
from referee.tiles.faces.body import HEIGHT, WIDTH
from referee.tiles.faces.characters import index_letter
from referee.tiles.names import BACK, NAMES

FACES: Final[tuple[str, ...]] = (*NAMES, BACK)
"""The 38 pictures there are: 37 faces and the back."""

SVG_FOLDER: Final = "svg"
INDEX_FOLDER: Final = "index"
ART_OPEN: Final = "<g>"
ART_CLOSE: Final = "</g>"

# with a corner index the drawing makes room: smaller, and to the lower right
_ART_BESIDE_INDEX: Final = '<g transform="translate(24 30) scale(0.86)">'
_MAX_HEIGHT_PX: Final = 4_096


class UnknownFaceError(InputError):
    """There is no face of that name."""


def svg_text(name: str, *, index: bool = False) -> str:
    """The SVG text of a face by its name (`1m` .. `7z`, `0m 0p 0s`, `back`), with a corner index if wanted.

    The picture is 190 by 260 units, transparent outside the rounded corners. Raises UnknownFaceError.
    """
    if name not in FACES:
        raise UnknownFaceError(f"no tile face is called '{name[:20]}': expected a tile such as 5m, 0p or 7z, or 'back'")
    folder = files("referee.tiles.faces") / SVG_FOLDER
    text = (folder / f"{name}.svg").read_text(encoding="utf-8")
    if not index or name == BACK:
        return text
    mark = (folder / INDEX_FOLDER / f"{index_letter(name)}.svg").read_text(encoding="utf-8").strip()
    return text.replace(ART_OPEN, _ART_BESIDE_INDEX, 1).replace("</svg>", f"{mark}</svg>", 1)


def png(name: str, height_px: int, *, index: bool = False) -> bytes:
    """The face as a PNG with alpha, `height_px` tall and 19/26 as wide. Raises UnknownFaceError, InputError."""
    if not 1 <= height_px <= _MAX_HEIGHT_PX:
        raise InputError(f"a face can be 1 to {_MAX_HEIGHT_PX} pixels tall, not {height_px}")
    width_px = max(1, round(height_px * WIDTH / HEIGHT))
    return bytes(resvg_py.svg_to_bytes(svg_string=svg_text(name, index=index), width=width_px, height=height_px))
