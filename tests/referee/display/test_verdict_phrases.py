"""Every verdict in words, in four languages: the sentences people read, and no code, fact or brace left in any."""

import re
from functools import cache
from itertools import product

import pytest

from referee.display.texts import Language, Phrase, Speaker, catalogue
from referee.display.verdict_phrases import Explained, explained
from referee.display.views.plain import as_json
from referee.game import Decision, Verdict
from referee.rules import HandChange, Limit, Reason
from tests.referee.game.random_match import random_match
from tests.referee.game.script import Script

FIVE = "234m4688p234678s"  # on 5p: riichi, tanyao, 2 han 40 fu
MANY = "2233344555666m"  # on 1m 2m 3m 4m 7m: 12 han
MANGAN = "233445m234p5677s"


def deal(preset: str = "kaiji", **options) -> Script:
    return Script(preset, **{"ippatsu": "none", "houtei": "none", **options}).open(first="A")


def told(decision: Decision) -> Explained:
    facts = as_json(decision.facts)
    seat = None if decision.seat is None else decision.seat.value
    return explained(decision.verdict.value, seat, [reason.value for reason in decision.reasons], facts)


def said(script: Script, language: Language = Language.EN) -> list[str]:
    """The decisions of the newest deal, each on a line."""
    speaker = Speaker(language)
    return [speaker.say_all(told(decision).phrases) for decision in script.deal.decisions]


def test_a_cheap_wait_below_the_minimum():
    script = deal().hands(A=FIVE, B=None).discards("9p 5p").ron("A")
    assert said(script) == [
        "A’s ron on 5p (B’s 1st discard) is refused; 5p is a wait, but 2 han 40 fu is below the minimum (mangan)",
        "A is furiten for the rest of the hand; furiten since B’s 1st discard: 5p is a wait and was let pass",
    ]
    assert said(script, Language.JA) == [
        "A のロンは不成立：B の1枚目の捨て牌 5p。5p は待ち牌だが、2翻40符では縛り（満貫）に届かない",
        "A はこの局の終わりまでフリテン。フリテン：B の1枚目の捨て牌 5p（待ち牌）を見逃した",
    ]
    assert said(script, Language.ZH_HANT)[0] == ("A 榮和不成立：B 第1張打出的 5p；5p 是待牌，但2番40符未達起和（滿貫）")
    assert said(script, Language.ZH_HANS)[0] == ("A 荣和不成立：B 第1张打出的 5p；5p 是待牌，但2番40符未达起和（满贯）")


def test_furiten_names_the_discard_and_the_wait():
    script = deal().hands(A=MANY, B=None).discards("9p 9s 1m 8s 8p 4m").ron("A")
    assert said(script) == [
        "A is furiten for the rest of the hand; furiten since A’s 2nd discard: 1m is a wait",
        "A’s ron on 4m (B’s 3rd discard) is refused; furiten since A’s 2nd discard: 1m is a wait",
    ]


def test_a_win_says_what_it_is_worth():
    script = deal("happy").hands(indicator="3s", A=MANGAN, B=None).discards("9m 4s").ron("A")
    assert said(script) == ["A wins on 4s, B’s 1st discard; worth 4 han 30 fu, Mangan: 12,000 points"]
    assert said(script, Language.JA) == ["A のロン成立：B の1枚目の捨て牌 4s。4翻 30符 満貫、12,000点"]


def test_a_yakuman_has_no_han():
    script = deal().hands(A="19m19p19s1234567z", B=None).discards("8m 9s").ron("A")
    assert said(script) == ["A wins on 9s, B’s 1st discard; worth Yakuman: 8 points"]


@pytest.mark.parametrize(
    ("minimum", "words"),
    [("haneman", "(haneman)"), ({"han": 6}, "(6 han)"), ({"points": 9000}, "(9,000 points)")],
)
def test_the_minimum_is_named_as_the_house_has_it(minimum, words):
    script = deal(minimum=minimum, payment="flat_child").hands(indicator="3s", A=MANGAN, B=None)
    assert words in said(script.discards("9m 4s").ron("A"))[0]


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ({"kind": "stop", "fields": {"kind": "dead_deal"}}, "Nobody can win any more"),
        ({"kind": "stop", "fields": {"text": "a tile fell"}}, "“a tile fell”"),
        ({"kind": "redeal", "fields": {}}, "The hand does not count and is dealt again"),
        ({"kind": "penalty", "fields": {"kind": "chombo", "by": "A"}}, "A foul by A ends the hand"),
    ],
)
def test_how_a_deal_ended(act, words):
    script = deal().hands(A=MANY, B=None).discards("9p")
    script.add(act["kind"], **act["fields"])
    assert words in said(script)[-1]


def test_a_changed_hand_says_what_follows():
    script = deal(hand_change="dead_hand")
    script.add("walls", by="A", tiles=MANGAN + "1111z2222z3333z444z555z777z")
    script.hands(indicator="3s", A=MANGAN, B=None)
    script.add("discard", by="A", tile="2m", kind="hand_change")
    assert said(script) == ["A’s 1st discard 2m is one of the locked 13; the hand may not win any more"]


# -- nothing left over, whatever comes


LEFT_OVER = re.compile(r"[{}]|\b[a-z]+(?:_[a-z]+)+\b|\b[a-z_]+\.[a-z_]+\b")


@cache
def spoken(language: Language) -> tuple[dict[str, str], Speaker]:
    return catalogue(language), Speaker(language)


def check_words(phrase: Phrase, language: Language) -> None:
    """The phrase is in the catalogue, every fact that its pattern names is given, and no code shows."""
    texts, speaker = spoken(language)
    assert phrase.key in texts, phrase
    named = set(re.findall(r"\{(\w+)\}", texts[phrase.key]))
    assert named <= set(phrase.facts), (phrase, named)
    for name in named:
        value = phrase.facts[name]
        if isinstance(value, Phrase):
            check_words(value, language)
    words = speaker.say(phrase)
    assert not LEFT_OVER.search(words), words
    assert speaker.word("", None) not in words, words


CALL = {"wait": "0p", "event": 40, "discarder": "B", "n": 17}
WORTHS = (
    {"han": 2, "han_for_minimum": 1, "fu": 40, "fu_for_minimum": 30, "limit": "none", "yakuman": 0, "points": 2600},
    *(
        {"han": 6, "han_for_minimum": 6, "fu": 30, "fu_for_minimum": 20, "limit": limit.value, "points": 1.5}
        for limit in Limit
        if limit is not Limit.YAKUMAN
    ),
    {"han": None, "han_for_minimum": 3, "fu": None, "limit": "yakuman", "yakuman": 2, "points": 9},
)
MINIMA = ("none", "mangan", "haneman", {"han": 4}, {"points": 7700})
FURITEN = {"since": 3, "wait": "5p", "event": 3, "discarder": "A", "n": 1, "cause": "passed", "until": "end_of_deal"}
ENDS = ({}, {"reason": "dead_deal"}, {"reason": "chombo"}, {"reason": "a tile fell"})


def every_decision() -> list[tuple[str, str | None, list[str], dict]]:
    """Verdicts with each reason and each form that their facts can take."""
    cases: list[tuple[str, str | None, list[str], dict]] = []
    for worth, minimum in product(WORTHS, MINIMA):
        facts = {**CALL, "fu_for_minimum": 40, **worth, "minimum": minimum}
        cases.append(("ron", "A", [], facts))
        cases += [("refused", "A", [reason.value], {**facts, "furiten": FURITEN}) for reason in Reason]
    cases += [("refused", "C", [reason.value], CALL) for reason in (Reason.TOO_LATE, Reason.HAND_UNKNOWN)]
    for reason, until in product(("furiten_own_discard", "furiten_passed"), ("end_of_deal", "own_next_discard")):
        cases.append(("furiten", "D", [reason], {**FURITEN, "until": until}))
    for verdict, seat, facts in product(("draw", "abandoned", "penalty", "redeal", "dead_deal"), (None, "B"), ENDS):
        cases.append((verdict, seat, [], facts))
    for rule in (*HandChange, None):
        more = {} if rule is None else {"rule": rule.value}
        cases.append(("hand_change", "A", [], {"tile": "3z", "event": 9, "n": 4, "cause": "discarded", **more}))
        cases.append(("hand_change", "A", [], {"tiles": "123m40p", "cause": "not_in_wall", **more}))
    return cases


@pytest.mark.parametrize("language", Language)
def test_every_code_with_every_form_of_its_facts_can_be_said(language):
    cases = every_decision()
    assert {case[0] for case in cases} == {verdict.value for verdict in Verdict}
    for verdict, seat, reasons, facts in cases:
        for phrase in explained(verdict, seat, reasons, facts).phrases:
            check_words(phrase, language)


@pytest.mark.parametrize("seed", range(12))
def test_the_decisions_of_odd_matches_can_be_said(seed):
    for deal_ in random_match(seed).match.deals:
        for decision in deal_.decisions:
            for phrase in told(decision).phrases:
                for language in Language:
                    check_words(phrase, language)


def test_codes_of_a_newer_program_are_named():
    speaker = Speaker(Language.EN)
    found = explained("refused", "A", ["too_loud"], CALL)
    assert speaker.say_all(found.phrases) == "A’s ron on 0p (B’s 17th discard) is refused; too_loud"
    assert speaker.say_all(explained("applause", "A", [], {}).phrases) == "applause"
