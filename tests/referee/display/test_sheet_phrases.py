"""The score sheet in words: the reading, yaku, fu by their parts, both values, and everybody's points."""

import pytest

from referee.display.sheet_phrases import sheet_phrases
from referee.display.texts import Language, Speaker
from referee.display.views.result import result_sheet, without_hands
from tests.referee.display.test_rule_phrases import HOUSE_YAKU
from tests.referee.display.test_verdict_phrases import check_words
from tests.referee.game.random_match import random_match
from tests.referee.game.script import Script

MANGAN = "233445m234p5677s"


def lines(script: Script, language: Language = Language.EN) -> list[str]:
    sheet = result_sheet(script.match)
    assert sheet is not None
    return [Speaker(language).say(phrase) for phrase in sheet_phrases(sheet)]


def test_a_win_with_both_values():
    """4 han 30 fu for the minimum, a rounded-up mangan; ura 4m twice makes it 6 han."""
    script = Script("happy", ippatsu="none").open(first="A").hands(indicator="3s", A=MANGAN, B=None)
    script.discards("9m 4s").ron("A").won(ura="3m")
    assert lines(script) == [
        "A wins on 4s, B’s 1st discard",
        "dora 4s",
        "ura dora 4m",
        "read as 234m 345m 234p 456s 77s: two-sided wait",
        "yaku: Riichi 1, Pinfu 1, All simples 1, Dora 1, Ura dora 2",
        "fu: base 20, closed ron 10 = 30",
        "for the minimum (mangan): 4 han 30 fu, Mangan",
        "paid: 6 han 30 fu, Haneman",
        "18,000 points",
        "+ pot 2,000",
        "A Player A: 35,000 → 54,000 (+19,000)",
        "B Player B: 35,000 → 16,000 (-19,000)",
    ]
    assert lines(script, Language.JA)[4:8] == [
        "役：立直 1翻、平和 1翻、断么九 1翻、ドラ 1翻、裏ドラ 2翻",
        "符：副底 20、門前ロン 10 = 30符",
        "縛り（満貫）の判定：4翻 30符 満貫",
        "支払い：6翻 30符 跳満",
    ]


def test_fu_are_named_by_their_parts():
    script = Script("kaiji", payment="flat_child", minimum="none").open(first="A")
    script.hands(indicator="8m", A="345m111p999s6677z", B=None).discards("8m 6z").ron("A").won()
    assert lines(script)[5:7] == [
        "fu: base 20, closed ron 10, closed triplet 111p 8, closed triplet 999s 8, open triplet 666z 4, "
        "pair of dragons 77z 2 = 52, rounded up to 60",
        "paid: 3 han 60 fu, Mangan",
    ]


def test_a_yakuman_has_neither_han_nor_fu():
    script = Script("kaiji").open(first="A").hands(A="1112223334445z", B=None).discards("8m 5z").ron("A").won()
    words = lines(script)
    assert (
        "yaku: Four concealed triplets, single wait (yakuman), Big four winds (yakuman), All honours (yakuman)" in words
    )
    assert "for the minimum (mangan) and for payment: 3× yakuman" in words
    assert not [line for line in words if line.startswith("fu:")]


def test_a_houses_own_yaku_has_its_own_name():
    script = Script("kaiji", local_yaku=[HOUSE_YAKU]).open(first="A").hands(A="123345567789p3z", B=None)
    script.discards("8m 3z").ron("A").won()
    assert "yaku: Golden Gate Bridge (yakuman)" in lines(script)
    assert "役：金門橋（役満）" in lines(script, Language.JA)


def test_a_draw_and_a_foul():
    script = Script("happy", reveal_at_draw="required").open(first="A").hands(A=MANGAN, B=None).drawn()
    assert lines(script) == [
        "Draw",
        "A’s hand: 233445m234p5677s",
        "A Player A: 35,000 → 34,000 (-1,000)",
        "B Player B: 35,000 → 34,000 (-1,000)",
        "2,000 stay in the pot",
    ]
    script.open().hands(A=MANGAN, B=None).discards("9m")
    script.add("penalty", kind="chombo", by="A")
    assert lines(script)[:2] == ["Chombo", "A foul ended the hand"]


def test_a_sheet_without_hands_names_no_tile_of_one():
    script = (
        Script("happy").open(first="A").hands(indicator="3s", A=MANGAN, B=None).discards("9m 4s").ron("A").won("3m")
    )
    sheet = result_sheet(script.match)
    assert sheet is not None
    words = " ".join(Speaker(Language.EN).say(phrase) for phrase in sheet_phrases(without_hands(sheet)))
    assert "read as" not in words
    assert "Pinfu" not in words


@pytest.mark.parametrize("seed", range(12))
def test_the_sheets_of_odd_matches_can_be_said(seed):
    match = random_match(seed).match
    for deal in match.deals:
        sheet = result_sheet(match, deal)
        if sheet is not None:
            for phrase in sheet_phrases(sheet):
                for language in Language:
                    check_words(phrase, language)
