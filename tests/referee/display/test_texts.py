"""The texts: complete in four languages, with the same facts, and a text for every code that can come."""

import csv
import re
from pathlib import Path

import pytest

from drivers.camera import CameraFault
from drivers.link.errors import PortProblem
from drivers.link.reports import LossCause, RefusalCause
from drivers.table.faults import FaultCode, Part
from drivers.table.states import Button
from referee.desk.camera_watch import CONFIRM_ALL, SWAPPED, UNCALIBRATED, UNREADABLE
from referee.desk.state import Place, WallCheck
from referee.display.command_json import COMMANDS
from referee.display.texts import Language, catalogue
from referee.display.views.table import OpenPhase
from referee.game import EventType, How, Phase, ResultType, Source, Verdict
from referee.rules import OPTION_NAMES, FuId, Limit, Reason, WaitKind, YakuId, load_rules, preset_names
from referee.tiles import NAMES
from vision.calibration_report import Remark
from vision.condition import Condition
from vision.corners import CornerFault

PAGES = Path(__file__).parents[3] / "referee" / "display" / "pages"
ENGLISH = catalogue(Language.EN)
PLACEHOLDER = re.compile(r"\{(\w+)\}")


def test_all_languages_have_the_same_keys() -> None:
    for language in Language:
        assert set(catalogue(language)) == set(ENGLISH), language


def test_no_text_is_empty() -> None:
    for language in Language:
        assert not [key for key, text in catalogue(language).items() if not text], language


def test_all_languages_name_the_same_facts() -> None:
    for language in Language:
        for key, text in catalogue(language).items():
            assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(ENGLISH[key])), (language, key)


# characters that one of the two writings has and the other writes differently
TRADITIONAL = "莊閒寶聽點數裏開關單張滿雙對蓮緣舊國學風門萬條幾個這請將時實現據無與為從後裡麼應該讓說誰號處體發"
SIMPLIFIED = "庄闲宝听点数里开关单张满双对莲缘旧国学风门万条几个这请将时实现据无与为从后么应该让说谁号处体发"
ONLY_TRADITIONAL = set(TRADITIONAL) - set(SIMPLIFIED)
ONLY_SIMPLIFIED = set(SIMPLIFIED) - set(TRADITIONAL) - set("里后么")  # these are words of their own in both


def test_the_two_chinese_writings_are_not_mixed() -> None:
    for key, text in catalogue(Language.ZH_HANS).items():
        assert not set(text) & ONLY_TRADITIONAL, key
    for key, text in catalogue(Language.ZH_HANT).items():
        assert not set(text) & ONLY_SIMPLIFIED, key


def test_japanese_is_written_with_its_own_characters() -> None:
    foreign = set("寶聽點數莊閒滿國榮雙氣關單綠听闲关单张绿莲")
    for key, text in catalogue(Language.JA).items():
        assert not set(text) & foreign, key


def test_terms_are_those_of_the_project(shared: Path) -> None:
    columns = {Language.EN: "en", Language.JA: "ja", Language.ZH_HANT: "zh_hant", Language.ZH_HANS: "zh_hans"}
    with (shared / "terms.csv").open(encoding="utf-8", newline="") as file:
        terms = list(csv.DictReader(file))
    for language, column in columns.items():
        texts = catalogue(language)
        assert {f"term.{row['id']}": row[column] for row in terms} == {
            key: text for key, text in texts.items() if key.startswith("term.")
        }


CODES: dict[str, list[str]] = {
    "phase": [*OpenPhase, *(phase for phase in Phase if phase not in set(OpenPhase))],
    "verdict": list(Verdict),
    "reason": list(Reason),
    "result.type": list(ResultType),
    "event": list(EventType),
    "source": list(Source),
    "how": list(How),
    "place": list(Place),
    "limit": list(Limit),
    "fu": list(FuId),
    "yaku": list(YakuId),
    "wait": list(WaitKind),
    "act": list(COMMANDS),
    "option": list(OPTION_NAMES),
    "meaning": list(OPTION_NAMES),
    "answer": ["done", "stale", "not_now", "refused", "refused_secret", "stopped", "failed", "busy"],
    "attention": [
        "restarted", "table_fault", "paused", "ruling_needed", "hand_needed", "called", "table_lost",
        SWAPPED, UNREADABLE,
        *(f"walls_{check}" for check in WallCheck if check not in (WallCheck.NONE, WallCheck.COMPLETE)),
    ],
    "candidate": [
        "unsure", "not_in_pool", "of_the_hand", "wrong_turn", "two_tiles", "face_down", "eighteenth_discard",
        "tile_missing", "river_differs", "wall_count", "hand_count", "impossible", "hand_not_seen", "undone",
        "impossible_hidden", "not_allowed", "other_set", "unread",
        UNCALIBRATED, CONFIRM_ALL,
    ],
    "next": [
        "first_deal", "dealer_stays_draw", "dealer_stays_win", "dealer_moves_draw", "dealer_moves_win",
        "last_deal_repeats", "draw", "win", "redeal", "penalty", "hotfix",
    ],
    "over": ["bust", "last_deal_draw", "last_deal_won", "last_deal_dealer_top", "agreed"],
    "table": [
        "none", "UNKNOWN", "HOMING", "EMPTY", "LID_OPENING", "LID_OPEN", "LID_CLOSING", "STACKING", "PAUSED_TOPUP",
        "STACKED", "RAISING", "WALLS_UP", "LOWERING", "DICE_ROLLING", "TEST", "FAULT", "ESTOP",
    ],
    "camera": [
        "stale", "starting", "recognition_silent", "recognition_ended", *CameraFault,
        *(condition for condition in Condition if condition is not Condition.WELL),
    ],
    "corners": list(CornerFault),
    "calibration": list(Remark),
    "link": ["waiting", "noisy", *PortProblem, *LossCause, *RefusalCause],
    "fault": [*(code for code in FaultCode if code is not FaultCode.UNKNOWN_FAULT), "other"],
    "part": list(Part),
    "tablekey": list(Button),
}  # fmt: skip


@pytest.mark.parametrize("prefix", CODES)
def test_every_code_has_a_text(prefix: str) -> None:
    missing = [code for code in CODES[prefix] if f"{prefix}.{code}" not in ENGLISH]
    assert not missing


def test_every_tile_has_a_name() -> None:
    for name in NAMES:
        digit, suit = name
        keys = [f"tile.{name}"] if suit == "z" else [f"tile.suit.{suit}"]
        keys += [] if suit == "z" or digit == "0" else [f"tile.digit.{digit}"]
        assert all(key in ENGLISH for key in keys), name


def _value_keys(option: str, value: object) -> list[str]:
    """The keys that the page looks up for the value of an option."""
    if isinstance(value, str):
        own = f"value.{option}.{value}"
        return [own if own in ENGLISH else f"value.{value}"]
    if isinstance(value, list):
        prefix = "wind" if option == "seat_winds" else "yaku"
        return [f"{prefix}.{item}" for item in value]
    if isinstance(value, dict) and not {"han", "points", "deals", "winds", "m"} & set(value):
        named = [f"value.{option}.{part}_is" for part in value]
        return named + [key for part, item in value.items() for key in _value_keys(f"{option}.{part}", item)]
    return []


@pytest.mark.parametrize("preset", preset_names())
def test_every_rule_of_every_preset_can_be_said(preset: str) -> None:
    for option, value in load_rules(preset).plain_options().items():
        for key in _value_keys(option, value):
            assert key in ENGLISH, f"{option}: {value} needs {key}"


# the keys that pages and sentences use

_LITERAL = re.compile(
    r"""(?:\btext|\bphrase|(?<!\.)\bhas)\(\s*["'`]([\w.]+)["'`]|group\(["']([\w.]+)["']|say\(["']([\w.]+)["']"""
)
_QUOTED = re.compile(r"""["'`]([a-z_]+(?:\.[\w]+)+)["'`]""")
_DATA = re.compile(r'data-(?:text|placeholder)="([\w.]+)"')
_DYNAMIC = re.compile(r"`([a-z_.]+)\.\$\{|coded(?:Phrase)?\(\s*\"([a-z_.]+)\"")


_IN_PYTHON = re.compile(r'f"([a-z_.]+)\.\{')


def _modules() -> list[str]:
    """The source of what composes sentences: this room and the commands."""
    rooms = (PAGES.parent, PAGES.parents[1] / "daemon")
    return [file.read_text(encoding="utf-8") for room in rooms for file in room.rglob("*.py")]


def _used_keys() -> set[str]:
    keys = {key for text in _modules() for key in _QUOTED.findall(text) if key in ENGLISH}
    for file in PAGES.rglob("*.js"):
        text = file.read_text(encoding="utf-8")
        keys |= {key for groups in _LITERAL.findall(text) for key in groups if key}
        keys |= {key for key in _QUOTED.findall(text) if key in ENGLISH}
    for file in PAGES.rglob("*.html"):
        keys |= set(_DATA.findall(file.read_text(encoding="utf-8")))
    return keys


def test_pages_use_no_key_that_does_not_exist() -> None:
    used = _used_keys()
    assert len(used) > 150
    assert not used - set(ENGLISH)


def test_no_text_is_kept_that_no_page_uses() -> None:
    prefixes = {"term", "event", "fact", "value", "part", "tablekey"}  # looked up by code, or by the name of a fact
    for file in PAGES.rglob("*.js"):
        found = _DYNAMIC.findall(file.read_text(encoding="utf-8"))
        prefixes |= {prefix for groups in found for prefix in groups if prefix}
    prefixes |= {prefix for text in _modules() for prefix in _IN_PYTHON.findall(text)}
    used = _used_keys()
    by_code = tuple(f"{prefix}." for prefix in prefixes)
    unused = [key for key in ENGLISH if key not in used and not key.startswith(by_code)]
    assert not [key for key in unused if not re.match(r"(ruling|player)\.(\w+_hint|(again|said)_\w+)", key)]
