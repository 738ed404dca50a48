"""The pages' own files (HTML, CSS, JavaScript), read once from the package and served from memory.

Only what the package holds can be asked for, so no path can lead outside.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from referee import __version__
from referee.display.looks import Looks, house_css

MEDIA_TYPES: Final[Mapping[str, str]] = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".json": "application/json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class PageFile:
    """One file as it is sent: its bytes, its media type and a tag made of its content."""

    content: bytes
    media_type: str
    tag: str


def page_file(content: bytes, media_type: str) -> PageFile:
    """A file with the tag of its content."""
    return PageFile(content, media_type, f'"{hashlib.sha256(content).hexdigest()[:16]}"')


def load_pages(looks: Looks | None = None) -> dict[str, PageFile]:
    """Every file of the pages by its path below `pages/`, with forward slashes; and the style sheet of the house."""
    house = page_file(house_css(looks or Looks()).encode(), MEDIA_TYPES[".css"])
    return {**dict(_walk(files("referee.display") / "pages", "")), "css/house.css": house}


def edition(pages: Mapping[str, PageFile]) -> str:
    """A name for these files and this program: a page that was loaded from others is out of date."""
    told = "".join(f"{path} {file.tag}\n" for path, file in sorted(pages.items()))
    return hashlib.sha256(f"{__version__}\n{told}".encode()).hexdigest()[:16]


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, PageFile]]:
    for entry in folder.iterdir():
        path = prefix + entry.name
        if entry.is_dir():
            yield from _walk(entry, f"{path}/")
            continue
        media_type = MEDIA_TYPES.get("." + entry.name.rpartition(".")[2])
        if media_type is not None:
            yield path, page_file(entry.read_bytes(), media_type)
