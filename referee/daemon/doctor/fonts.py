"""The fonts of the pages: those that are shipped, and whether this machine has others for what is not.

What the pages ask for is read from their own style sheets, so that nothing here repeats it. Pages that are looked at on
another device take that device's fonts, so a font that is missing here never stops a match.
"""

import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from referee.daemon.doctor.finding import Finding, fine, warning

AREA: Final = "fonts"
LANGUAGES: Final = {
    "en": "English",
    "ja": "Japanese",
    "hant": "Traditional Chinese",
    "hans": "Simplified Chinese",
}
"""The endings of the style sheets' variables `--sans-ja` and so on."""

_STACK: Final = re.compile(r"--(?P<kind>sans|serif)-(?P<language>\w+)\s*:(?P<names>[^;]+);")
_FACE: Final = re.compile(r"@font-face\s*{(?P<body>[^}]*)}")
_FAMILY: Final = re.compile(r"font-family\s*:\s*[\"']?(?P<name>[^;\"']+)")
_SOURCE: Final = re.compile(r"url\(\s*[\"']?/static/(?P<path>[^\"')]+)")
_GENERIC: Final = ("sans-serif", "serif")
_ANY_FONT: Final = "en"
"""Every device has a font for it."""
_MAGIC: Final = (b"wOF2", b"wOFF", b"\0\1\0\0", b"OTTO", b"ttcf")
_LIST_S: Final = 20.0


@dataclass(frozen=True, slots=True)
class ShippedFont:
    """A font file that a style sheet names; `trouble` says why it is of no use."""

    family: str
    path: str
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class FontFacts:
    """`stacks`: the families that text of a kind and language may be set in, the first one wanted most.

    `installed`: the families of this machine, None where it cannot tell.
    """

    stacks: Mapping[tuple[str, str], tuple[str, ...]]
    shipped: tuple[ShippedFont, ...] = ()
    installed: frozenset[str] | None = None


def look_at_fonts() -> FontFacts:
    """Read the style sheets of the package, look at the fonts they name, and ask this machine for its own."""
    pages = files("referee.display") / "pages"
    sheets = list(_sheets(pages))
    stacks = {
        (found["kind"], found["language"]): _names(found["names"])
        for text in sheets
        for found in _STACK.finditer(text)
        if found["language"] in LANGUAGES
    }
    shipped = tuple(font for text in sheets for font in _shipped(pages, text))
    return FontFacts(stacks, shipped, _installed())


def findings_of_fonts(facts: FontFacts) -> Iterator[Finding]:
    """What there is to say of them."""
    for font in facts.shipped:
        if font.trouble:
            yield warning(AREA, "shipped", f"{font.path} ({font.family}) {font.trouble}", "reinstall junanaho")
    usable = {font.family for font in facts.shipped if not font.trouble}
    if usable:
        yield fine(AREA, "shipped", f"the pages bring {', '.join(sorted(usable))}")
    for (kind, language), names in facts.stacks.items():
        yield _stack(kind, language, names, usable, facts.installed)


def _stack(
    kind: str, language: str, names: tuple[str, ...], usable: set[str], installed: frozenset[str] | None
) -> Finding:
    what = f"{LANGUAGES[language]}, {kind}"
    brought = next((name for name in names if name in usable), None)
    if brought is not None:
        return fine(AREA, what, f"{brought}, which the pages bring", {"family": brought})
    if installed is None:
        return fine(AREA, what, f"{names[0]} or a like one, if the device that shows the pages has it")
    here = next((name for name in names if name in installed), None)
    if here is not None:
        return fine(AREA, what, f"{here}, which this machine has", {"family": here})
    if language == _ANY_FONT:
        return fine(AREA, what, "whatever the device that shows the pages has")
    found = f"this machine has none of {', '.join(names)}: pages shown on it have boxes, or characters of another look"
    return warning(AREA, what, found, "install fonts-noto-cjk, if a browser on this machine shows the pages")


def _sheets(folder: Traversable) -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sheets(entry)
        elif entry.name.endswith(".css"):
            yield entry.read_text(encoding="utf-8")


def _names(text: str) -> tuple[str, ...]:
    names = (part.strip().strip("\"'") for part in text.split(","))
    return tuple(name for name in names if name and name not in _GENERIC)


def _shipped(pages: Traversable, sheet: str) -> Iterator[ShippedFont]:
    for face in _FACE.finditer(sheet):
        family = _FAMILY.search(face["body"])
        for source in _SOURCE.finditer(face["body"]):
            path = source["path"]
            yield ShippedFont(family["name"].strip() if family else path, path, _trouble(pages / path))


def _trouble(file: Traversable) -> str:
    try:
        with file.open("rb") as font:
            beginning = font.read(4)
    except FileNotFoundError:
        return "is missing"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return "" if beginning in _MAGIC else "is no font"


def _installed() -> frozenset[str] | None:
    """What fontconfig knows, which is what browsers ask on Linux."""
    try:
        listed = subprocess.run(
            ["fc-list", "--format", "%{family}\n"], capture_output=True, text=True, timeout=_LIST_S, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return frozenset(name.strip() for line in listed.stdout.splitlines() for name in line.split(","))
