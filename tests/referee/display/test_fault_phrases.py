"""Each fault of the table in a sentence: what it is, where, what to do; in four languages."""

import pytest

from drivers.table.faults import FaultCode, FaultPlace, Part, fault_of
from drivers.table.states import Button
from referee.daemon.table_bridge import status_of
from referee.desk.state import Fault
from referee.display.fault_phrases import fault_phrase
from referee.display.texts import Language, Speaker
from referee.display.views.table_status import table_facts

CODES = [code for code in FaultCode if code is not FaultCode.UNKNOWN_FAULT]
COLON = {Language.EN: ":", Language.JA: "：", Language.ZH_HANT: "：", Language.ZH_HANS: "："}
NOWHERE_IN_PARTICULAR = {
    "CYCLE_TIMEOUT", "SLOW_CYCLE", "DICE_NO_SPIN", "DICE_NO_STOP", "DICE_UNREADABLE", "OVERTEMP", "UNDERVOLTAGE",
    "MAINBOARD_FAULT", "REBOOTED", "ESTOP_PRESSED", "HOST_LOST",
}  # fmt: skip
"""Faults of the whole table: a place would say nothing."""


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("code", CODES)
def test_every_fault_says_what_where_and_what_to_do(code: FaultCode, language: Language) -> None:
    fault = Fault(code, latched=True, side=2, seat="B", part="head")
    said = Speaker(language).say(fault_phrase(fault))
    what, _, remedy = said.partition(COLON[language])
    assert what
    assert remedy.strip(), "a person is told what to do"
    assert ("2" in what) == (code not in NOWHERE_IN_PARTICULAR), "and where"
    assert "{" not in said
    assert "." not in what, "no key is shown in place of a text"


@pytest.mark.parametrize("language", Language)
def test_no_two_faults_say_the_same(language: Language) -> None:
    speaker = Speaker(language)
    assert len({speaker.say(fault_phrase(Fault(code, latched=True))) for code in CODES}) == len(CODES)


SAID = [
    (
        Fault("TILE_JAM_HEAD", latched=True, side=2, seat="B", part="head"),
        "A tile is jammed at the stacking head (side 2, seat B, stacking head): open the lid there, take it out, "
        "release the table",
    ),
    (
        Fault("TILE_SHORT", latched=True, side=1, count=2),
        "Tiles are missing (side 1, 2 tiles): look on the floor and in hands, open the lid and add them, "
        "release the table",
    ),
    (
        Fault("BUTTON_STUCK", latched=False, side=3, part="lift"),
        "A key is stuck (side 3, lift key): free it; until then it is ignored",
    ),
    (
        Fault("MODE_CHANGED", latched=False, part="switch", count=112),
        "The table's switch for the number of tiles was turned (switch for the number of tiles, now 112 tiles): "
        "set it to 136, then start another cycle",
    ),
    (
        Fault("MOTOR_OPEN", latched=True, part="fan 2"),
        "A motor gets no current (fan 2): check its plug, release the table; if it stays, call service",
    ),
    (
        Fault("LID_NOT_OPEN", latched=True),
        "The lid did not open (place not told): see what holds it, release the table",
    ),
    (
        Fault("ODD_TILE", latched=False, seat="B"),
        "More of a kind are read than there are (seat B): look for a tile of the other set by its back, "
        "put the right one in",
    ),
    (
        Fault("UNKNOWN_FAULT", latched=True, side=1),
        "The table reports UNKNOWN_FAULT (side 1): look at it, then release it",
    ),
]


@pytest.mark.parametrize(("fault", "words"), SAID)
def test_the_place_is_said_as_far_as_the_table_told_it(fault: Fault, words: str) -> None:
    assert Speaker(Language.EN).say(fault_phrase(fault)) == words


@pytest.mark.parametrize("language", Language)
def test_every_part_and_key_has_a_name(language: Language) -> None:
    speaker = Speaker(language)
    for part in Part:
        assert speaker.text(f"part.{part}") != f"part.{part}"
    for button in Button:
        assert speaker.text(f"tablekey.{button}") != f"tablekey.{button}"


def test_what_stops_the_table_is_told_before_what_only_warns() -> None:
    from drivers.table.interface import TableSnapshot
    from drivers.table.states import TableState

    faults = (fault_of(FaultCode.SENSOR_BLOCKED, FaultPlace(None, "home")), fault_of(FaultCode.CYCLE_OVERRUN))
    facts = table_facts(status_of(TableSnapshot(TableState.FAULT, faults=faults, link_up=True)))
    told = facts["faults"]
    assert isinstance(told, list)
    assert [one["code"] for one in told] == ["CYCLE_OVERRUN", "SENSOR_BLOCKED"]
    assert told[1]["phrase"]["key"] == "fault.SENSOR_BLOCKED"
