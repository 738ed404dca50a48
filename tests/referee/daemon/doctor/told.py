"""Findings as tests compare them."""

from collections.abc import Iterable

from referee.daemon.doctor import Finding


def by_what(findings: Iterable[Finding]) -> dict[str, Finding]:
    """Each finding by what it is of; no two of one area are of the same."""
    listed = list(findings)
    named = {finding.what: finding for finding in listed}
    assert len(named) == len(listed), [finding.what for finding in listed]
    for finding in listed:
        assert "\n" not in finding.text
        assert bool(finding.remedy) == (finding.level != "ok"), finding.text
    return named
