"""Draws all faces and writes them into the package: `python -m referee.tiles.faces.draw`.

Only for those who change the drawing; needs fontTools and Debian's fonts-noto-cjk. The drawn files are committed, and
a test says when they differ from a fresh drawing.
"""

import sys
from pathlib import Path

from referee.tiles.errors import InputError
from referee.tiles.faces.bamboo import bamboo
from referee.tiles.faces.bird import bird
from referee.tiles.faces.body import HEIGHT, WIDTH, back, body, red_mark, white_dragon
from referee.tiles.faces.characters import INDEX_LETTERS, honour_face, index_mark, numeral_face
from referee.tiles.faces.circles import circles
from referee.tiles.faces.glyphs import GlyphBook
from referee.tiles.faces.packaged import ART_CLOSE, ART_OPEN, FACES, INDEX_FOLDER, SVG_FOLDER
from referee.tiles.names import BACK


def face(book: GlyphBook, name: str) -> str:
    """The whole SVG text of one face or of the back."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
    if name == BACK:
        return f"{head}{back()}</svg>\n"
    return f"{head}{body()}{ART_OPEN}{_art(book, name)}{ART_CLOSE}</svg>\n"


def _art(book: GlyphBook, name: str) -> str:
    number, suit = int(name[0]), name[1]
    red = number == 0
    number = 5 if red else number
    mark = red_mark(suit) if red else ""
    if suit == "m":
        return numeral_face(book, number, red=red) + mark
    if suit == "p":
        return circles(number, red=red) + mark
    if suit == "s":
        return bird() if number == 1 else bamboo(number, red=red) + mark
    return white_dragon() if number == 5 else honour_face(book, number)


def drawn(book: GlyphBook) -> dict[str, str]:
    """Every file of the package by its name: 38 faces `NAME.svg` and the corner marks `index/LETTER.svg`."""
    faces = {f"{name}.svg": face(book, name) for name in FACES}
    marks = {f"{INDEX_FOLDER}/{letter}.svg": index_mark(book, letter) + "\n" for letter in INDEX_LETTERS}
    return faces | marks


def main() -> int:
    """Write the files; 0 if all went well, 2 with one line on stderr where the font is missing."""
    folder = Path(__file__).parent / SVG_FOLDER
    try:
        files = drawn(GlyphBook())
    except InputError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    (folder / INDEX_FOLDER).mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    sys.stdout.write(f"{len(files)} files written to {folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
