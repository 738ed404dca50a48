"""Findings as people read them: by area, what is good in a line, what is not with its remedy beneath."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from referee.daemon.doctor.finding import Finding, Level

_MARKS: Final = {Level.OK: "ok", Level.WARNING: "warning", Level.STOP: "STOP"}
STYLES: Final = {Level.OK: None, Level.WARNING: "yellow", Level.STOP: "bold red"}
"""For terminals that show colours."""


def lines_of(findings: Iterable[Finding]) -> Iterator[tuple[str, str | None]]:
    """Each line with its style, as the findings come: the area once, then what was found there."""
    area = ""
    for finding in findings:
        if finding.area != area:
            area = finding.area
            yield area, "bold"
        said = finding.found if finding.found.startswith(finding.what) else f"{finding.what}: {finding.found}"
        yield f"  {_MARKS[finding.level]:<8} {said}", STYLES[finding.level]
        if finding.remedy:
            yield f"           -> {finding.remedy}", None


def summary(findings: Sequence[Finding]) -> str:
    """The last line."""
    stopping = sum(finding.level is Level.STOP for finding in findings)
    warnings = sum(finding.level is Level.WARNING for finding in findings)
    told = f"{warnings} warning{'' if warnings == 1 else 's'}" if warnings else "no warnings"
    if not stopping:
        return f"nothing stops a match; {told}"
    return f"{stopping} thing{' stops' if stopping == 1 else 's stop'} a match; {told}"
