"""Which versions run here: what every report of a trouble should begin with."""

import importlib.metadata
import platform
import re
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from referee import __version__
from referee.daemon.doctor.finding import Finding, fine, stop

AREA: Final = "versions"
LEAST_SQLITE: Final = (3, 37)
"""Strict tables, which the journal has, came with it."""

_PROGRAM: Final = "junanaho"
_PARTS: Final = {"opencv-python": "OpenCV", "onnxruntime": "onnxruntime", "numpy": "NumPy", "pyserial": "pyserial"}
_LEAST: Final = re.compile(r"^(?P<name>[\w.-]+)[^;]*?(?:>=|==)\s*(?P<version>[\d.]+)")


@dataclass(frozen=True, slots=True)
class VersionFacts:
    """Versions by what they are of; `parts` of Python packages (None: not installed), `least` what they have to be."""

    program: str
    python: str
    sqlite: str
    kernel: str
    machine: str
    parts: Mapping[str, str | None]
    least: Mapping[str, str]


def look_at_versions() -> VersionFacts:
    """Look what is installed. Imports nothing."""
    return VersionFacts(
        __version__,
        platform.python_version(),
        sqlite3.sqlite_version,
        f"{platform.system()} {platform.release()}",
        platform.machine(),
        {name: _version(name) for name in _PARTS},
        _least(),
    )


def findings_of_versions(facts: VersionFacts) -> Iterator[Finding]:
    """What there is to say of them."""
    yield _told("junanaho", facts.program)
    yield _told("Python", facts.python)
    for name, title in _PARTS.items():
        version, least = facts.parts.get(name), facts.least.get(name, "0")
        if version is None:
            yield stop(AREA, title, f"{title} is not installed", "reinstall junanaho")
        elif _numbers(version) < _numbers(least):
            yield stop(AREA, title, f"{title} {version} is older than {least}", "reinstall junanaho")
        else:
            yield _told(title, version)
    if _numbers(facts.sqlite) < LEAST_SQLITE:
        found = f"SQLite {facts.sqlite} is older than {'.'.join(map(str, LEAST_SQLITE))}, which the journal needs"
        yield stop(AREA, "SQLite", found, "use a Python with a newer SQLite, such as that of Debian 12")
    else:
        yield _told("SQLite", facts.sqlite)
    yield _told("kernel", f"{facts.kernel} ({facts.machine})")


def findings_of_firmware(hello_facts: Mapping[str, object]) -> Iterator[Finding]:
    """The firmware of the board that answered, from the facts of that finding; nothing where none did."""
    if "firmware" in hello_facts:
        told = f"{hello_facts['firmware']} of {hello_facts['unit']}, protocol {hello_facts['protocol']}"
        yield fine(AREA, "firmware", told, hello_facts)


def _told(what: str, version: str) -> Finding:
    return fine(AREA, what, version, {"version": version})


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _least() -> dict[str, str]:
    """What the program's own package asks for; nothing where it runs without being installed."""
    try:
        wanted = importlib.metadata.requires(_PROGRAM) or []
    except importlib.metadata.PackageNotFoundError:
        return {}
    return {found["name"]: found["version"] for line in wanted if (found := _LEAST.match(line)) is not None}


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])
