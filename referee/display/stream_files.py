"""What a house adds to its stream: logos, and pages of its own made of our parts. Read once, when the daemon starts.

Like the pages of the package they are served from memory: no address leads to any other file.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from referee.display.errors import DisplayError
from referee.display.page_files import MEDIA_TYPES, PageFile, page_file

MOST_LOGO_BYTES: Final = 2_000_000
MOST_PAGE_BYTES: Final = 8_000_000
MOST_PAGES: Final = 200

_LOGO_TYPES: Final = frozenset({".svg", ".png", ".jpg", ".jpeg", ".webp"})


@dataclass(frozen=True, slots=True)
class StreamFiles:
    """The house's files: its logo, the players' by name, its pages by path."""

    house: PageFile | None = None
    players: Mapping[str, PageFile] = field(default_factory=dict)
    pages: Mapping[str, PageFile] = field(default_factory=dict)


def read_logo(path: Path) -> PageFile:
    """A logo. Raises DisplayError for what is no picture, is too large or cannot be read."""
    if path.suffix.lower() not in _LOGO_TYPES:
        raise DisplayError(f"{path}: a logo is an SVG, PNG, JPEG or WebP file")
    return _read(path, MOST_LOGO_BYTES)


def read_own_pages(folder: Path) -> dict[str, PageFile]:
    """The files of a folder and of those within it, by their path with forward slashes.

    Hidden files, links and other kinds of files are left out. Raises DisplayError where there is nothing to serve.
    """
    if not folder.is_dir():
        raise DisplayError(f"{folder}: there is no such folder")
    found: dict[str, PageFile] = {}
    for path in _files_below(folder):
        if len(found) == MOST_PAGES:
            raise DisplayError(f"{folder}: more than {MOST_PAGES} files: name the folder that holds the pages alone")
        found[path.relative_to(folder).as_posix()] = _read(path, MOST_PAGE_BYTES)
    if not any(name.endswith(".html") for name in found):
        raise DisplayError(f"{folder}: holds no page (*.html)")
    return found


def _files_below(folder: Path) -> Iterator[Path]:
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith(".") or entry.is_symlink():
            continue
        if entry.is_dir():
            yield from _files_below(entry)
        elif entry.is_file() and entry.suffix.lower() in MEDIA_TYPES:
            yield entry


def _read(path: Path, most_bytes: int) -> PageFile:
    try:
        with path.open("rb") as file:
            content = file.read(most_bytes + 1)
    except OSError as error:
        raise DisplayError(f"{path}: cannot be read ({error.strerror})") from error
    if len(content) > most_bytes:
        raise DisplayError(f"{path}: larger than {most_bytes // 1_000_000} MB")
    return page_file(content, MEDIA_TYPES[path.suffix.lower()])
