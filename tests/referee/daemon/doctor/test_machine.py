"""What is said of rules, clock, fonts and versions: tables of facts, and this machine as it is."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.daemon.doctor.clock import ClockFacts, findings_of_clock, look_at_clock
from referee.daemon.doctor.fonts import FontFacts, ShippedFont, findings_of_fonts, look_at_fonts
from referee.daemon.doctor.rules import RuleFacts, checksum, findings_of_rules, look_at_rules
from referee.daemon.doctor.versions import VersionFacts, findings_of_firmware, findings_of_versions, look_at_versions
from referee.rules import load_rules, preset_names
from tests.referee.daemon.doctor.told import by_what

ROOT = Path(__file__).resolve().parents[4]
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("facts", "level", "words"),
    [
        (ClockFacts(NOW, True), "ok", "the clock is synchronised: 2026-11-30 12:00:00 UTC"),
        (ClockFacts(NOW, True, NOW - timedelta(days=1)), "ok", "is synchronised"),
        (ClockFacts(NOW, False), "warning", "times in records are not to be trusted: switch time synchronisation on"),
        (
            ClockFacts(NOW, True, NOW + timedelta(days=1)),
            "warning",
            "before the newest event of the journal (2026",
        ),
    ],
)
def test_clock(facts: ClockFacts, level: str, words: str) -> None:
    finding = by_what(findings_of_clock(facts))["clock"]
    assert finding.level == level
    assert words in finding.text


def test_the_newest_event_is_that_of_the_journal() -> None:
    facts = look_at_clock(ROOT / "tests" / "referee" / "journal" / "kept" / "version-1.sqlite")
    assert facts.newest_event is not None
    assert facts.newest_event.tzinfo is not None
    assert look_at_clock(ROOT / "none.sqlite").newest_event is None


JA, HANT = ("sans", "ja"), ("serif", "hant")
FONTS = FontFacts({JA: ("Own JP", "Noto Sans CJK JP"), HANT: ("Noto Serif CJK TC",)}, (), frozenset())


@pytest.mark.parametrize(
    ("facts", "what", "level", "words"),
    [
        (FONTS, "Japanese, sans", "warning", "has none of Own JP, Noto Sans CJK JP"),
        (FONTS, "Japanese, sans", "warning", "install fonts-noto-cjk"),
        (replace(FONTS, installed=None), "Japanese, sans", "ok", "if the device that shows the pages has it"),
        (replace(FONTS, installed=frozenset(("Noto Sans CJK JP",))), "Japanese, sans", "ok", "which this machine has"),
        (replace(FONTS, shipped=(ShippedFont("Own JP", "a.woff2"),)), "Japanese, sans", "ok", "which the pages bring"),
        (
            replace(FONTS, shipped=(ShippedFont("Own JP", "a.woff2"),)),
            "Traditional Chinese, serif",
            "warning",
            "none of",
        ),
        (
            replace(FONTS, shipped=(ShippedFont("Own JP", "a.woff2", "is missing"),)),
            "shipped",
            "warning",
            "a.woff2 (Own JP) is missing: reinstall",
        ),
        (replace(FONTS, stacks={("sans", "en"): ("Inter",)}), "English, sans", "ok", "whatever the device"),
    ],
)
def test_fonts(facts: FontFacts, what: str, level: str, words: str) -> None:
    finding = by_what(findings_of_fonts(facts))[what]
    assert finding.level == level
    assert words in finding.text


def test_what_the_pages_ask_for_is_read_from_their_style_sheets() -> None:
    facts = look_at_fonts()
    assert {language for _, language in facts.stacks} == {"en", "ja", "hant", "hans"}
    assert all(names and not any(mark in name for mark in "\"',") for names in facts.stacks.values() for name in names)
    assert [font for font in facts.shipped if font.trouble] == []


def test_every_preset_loads_and_has_a_checksum_of_its_own() -> None:
    facts = [look_at_rules(name) for name in preset_names()]
    assert [one.error for one in facts] == [""] * len(facts)
    assert len({one.sha256 for one in facts}) == len(facts)
    assert checksum(load_rules("happy")) == checksum(load_rules("happy").with_options({}))


@pytest.mark.parametrize(
    ("facts", "level", "words"),
    [
        (
            RuleFacts("happy", "", 2, 35_000, "mangan", "ab" * 32),
            "ok",
            "2 players with 35,000 points each (70,000 in",
        ),
        (RuleFacts("kaiji", "", 2, 0, "mangan", "ab" * 32), "ok", "kaiji loads: 2 players, minimum mangan"),
        (look_at_rules("no-such"), "stop", "'no-such' is neither a rule set nor a file"),
    ],
)
def test_rules(facts: RuleFacts, level: str, words: str) -> None:
    finding = by_what(findings_of_rules(facts))["rule set"]
    assert finding.level == level
    assert words in finding.text


def test_a_rule_file_that_is_wrong_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("extends: happy\nminimum: huge\n")
    assert f"{path} line 2: option minimum" in look_at_rules(str(path)).error


VERSIONS = VersionFacts(
    "0.1.0",
    "3.11.2",
    "3.40.1",
    "Linux 6.1.0",
    "x86_64",
    {"opencv-python": "5.0.0.93", "onnxruntime": "1.18.0", "numpy": "2.0.1", "pyserial": "3.5"},
    {"opencv-python": "4.10", "onnxruntime": "1.18"},
)


@pytest.mark.parametrize(
    ("facts", "what", "level", "words"),
    [
        (VERSIONS, "OpenCV", "ok", "5.0.0.93"),
        (VERSIONS, "kernel", "ok", "Linux 6.1.0 (x86_64)"),
        (replace(VERSIONS, sqlite="3.34.1"), "SQLite", "stop", "3.34.1 is older than 3.37, which the journal needs"),
        (replace(VERSIONS, parts={**VERSIONS.parts, "numpy": None}), "NumPy", "stop", "is not installed: reinstall"),
        (replace(VERSIONS, parts={**VERSIONS.parts, "onnxruntime": "1.9.0"}), "onnxruntime", "stop", "older than 1.18"),
    ],
)
def test_versions(facts: VersionFacts, what: str, level: str, words: str) -> None:
    finding = by_what(findings_of_versions(facts))[what]
    assert finding.level == level
    assert words in finding.text


def test_the_versions_of_this_machine_are_new_enough() -> None:
    facts = look_at_versions()
    assert {finding.level for finding in findings_of_versions(facts)} == {"ok"}
    assert facts.least["numpy"] == "1.26"


def test_the_firmware_is_that_of_the_board_that_answered() -> None:
    (told,) = findings_of_firmware({"unit": "table-1", "firmware": "2.4", "protocol": "1.0"})
    assert told.found == "2.4 of table-1, protocol 1.0"
    assert list(findings_of_firmware({})) == []
