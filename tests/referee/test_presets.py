"""The published presets, taken from the rules page itself: what each pays, by hand, and a whole match of each.

The page's own file is the input, not the rule files of this project, so a slip in either shows.
"""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from referee.analysis.playout import Playout
from referee.game import Deal, Match, ResultType, Seat
from referee.journal import judge, to_record17
from referee.rules import RuleSet
from tests.referee.game.script import Script

# riichi, pinfu, tanyao, sanshoku: 5 han 30 fu, a mangan everywhere, without dora
FIVE_HAN = "345m45p34567888s"
FIVE_HAN_TOO = "22345678m45p345s"
FIVE_HAN_WAIT = "3p"
# riichi and pinfu, the pair of west being nobody's: 2 han 30 fu, only where there is no minimum
CHEAP = "123678m45623p33z"
CHEAP_WAIT = "4p"

PRESETS = ("kaiji", "encyclopedia", "broadcast", "broadcast_four", "happy", "club", "three")
MOST_DEALS = 8


@pytest.fixture(scope="module")
def page(shared: Path) -> dict[str, RuleSet]:
    """Every preset as the rules page has it."""
    told = yaml.safe_load((shared / "rules" / "presets.yaml").read_text(encoding="utf-8"))
    return {
        name: RuleSet.from_mapping({**told["base"], **preset}, name=name) for name, preset in told["presets"].items()
    }


def test_these_are_all_presets(page):
    assert set(page) == set(PRESETS)


# -- by hand

SETTLEMENTS = {
    # one unit is a mangan and 2 points; after each draw in a row everything counts twice
    "kaiji": [
        ("A<B", {"A": 2, "B": -2}, 0, "2.0"),
        ("-", {"A": 2, "B": -2}, 0, "3.0"),
        ("-", {"A": 2, "B": -2}, 0, "4.0"),
        ("B<A", {"A": -6, "B": 6}, 0, "5.0"),
        ("A<B", {"A": -4, "B": 4}, 0, "6.0"),
    ],
    # everybody is paid as a dealer; a draw moves nothing; dice decide who is first in every deal
    "encyclopedia": [
        ("A<B", {"A": 12_000, "B": -12_000}, 0, "2.0"),
        ("B<A", {"A": 0, "B": 0}, 0, "3.0"),
        ("-", {"A": 0, "B": 0}, 0, "4.0"),
    ],
    # A deals first, then the dealership changes hands whatever happens: 12,000 for the dealer, 8,000 for the other
    "broadcast": [
        ("A<B", {"A": 37_000, "B": 13_000}, 0, "2.0 B"),
        ("A<B", {"A": 45_000, "B": 5_000}, 0, "3.0 A"),
        ("-", {"A": 45_000, "B": 5_000}, 0, "4.0 B"),
        ("B<A", {"A": 33_000, "B": 17_000}, 0, "5.0 A"),
    ],
    # four players, any yaku wins: 2 han 30 fu is 2,000, for the dealer 2,900
    "broadcast_four": [
        ("c:B<C", {"A": 25_000, "B": 27_000, "C": 23_000, "D": 25_000}, 0, "2.0 B"),
        ("c:B<C", {"A": 25_000, "B": 29_900, "C": 20_100, "D": 25_000}, 0, "3.0 C"),
        ("D<A", {"A": 17_000, "B": 29_900, "C": 20_100, "D": 33_000}, 0, "4.0 D"),
        ("-", {"A": 17_000, "B": 29_900, "C": 20_100, "D": 33_000}, 0, "5.0 A"),
    ],
    # both lay 1,000; the winner takes price, 300 an honba, and the pot
    "happy": [
        ("-", {"A": 34_000, "B": 34_000}, 2_000, "E1.1 A"),
        ("A<B", {"A": 33_000 + 12_300 + 4_000, "B": 33_000 - 12_300}, 0, "E1.2 A"),
        ("B<A", {"A": 49_300 - 1_000 - 8_600, "B": 20_700 - 1_000 + 8_600 + 2_000}, 0, "E2.0 B"),
        ("-", {"A": 38_700, "B": 29_300}, 2_000, "last_deal_draw"),
    ],
    # each lays the stake again after a draw, and the winner takes all of it with a price of one unit
    "club": [
        ("-", {"A": -2, "B": -2}, 4, "2.0"),
        ("-", {"A": -4, "B": -4}, 8, "3.0"),
        ("A<B", {"A": -4 + 8 + 2, "B": -6}, 0, "4.0"),
        ("B<A", {"A": 4, "B": -4}, 0, "5.0"),
    ],
    # three players, every win paid as a dealer's
    "three": [
        ("A<B", {"A": 12_000, "B": -12_000, "C": 0}, 0, "2.0"),
        ("C<A", {"A": 0, "B": -12_000, "C": 12_000}, 0, "3.0"),
        ("AC<B", {"A": 12_000, "B": -36_000, "C": 24_000}, 0, "4.0"),
        ("-", {"A": 12_000, "B": -36_000, "C": 24_000}, 0, "5.0"),
    ],
}


def play(script: Script, what: str) -> None:
    """`-` a draw; `A<B` A wins from B with a mangan, `c:` with a cheap hand; `AC<B` two win."""
    indicator = None if script.match.rules.dora.value == "none" else "4z"
    script.open()
    if what == "-":
        script.hands(indicator=indicator).drawn()
        return
    hand, wait = (CHEAP, CHEAP_WAIT) if what.startswith("c:") else (FIVE_HAN, FIVE_HAN_WAIT)
    winners, loser = what.removeprefix("c:").split("<")
    script.hands(indicator=indicator, **dict(zip(winners, (hand, FIVE_HAN_TOO), strict=False)))
    while script.deal.turn != loser or len(script.deal.discards) < 12:
        script.harmless(len(script.deal.discards) + 1)
    script.add("discard", by=loser, tile=wait)
    for winner in winners:
        script.ron(winner)
    script.won(ura="7z")


def following(match: Match) -> str:
    """The label of the next deal and its dealer, or why the match is over."""
    if match.over is not None:
        return match.over.reason
    coming = match.next_deal
    assert coming is not None
    dealer = "" if coming.dealer is None else f" {coming.dealer}"
    return f"{coming.label.wind or ''}{coming.label.number}.{coming.label.honba}{dealer}"


@pytest.mark.parametrize("preset", PRESETS)
def test_what_each_deal_pays(page, preset):
    rules = page[preset]
    script = Script(preset, **rules.plain_options())
    for what, points, pot, coming in SETTLEMENTS[preset]:
        play(script, what)
        match = script.match
        found = ({seat.value: amount for seat, amount in match.points.items()}, match.pot, following(match))
        assert found == (points, pot, coming), what


# -- whole matches

ENDS = {
    "kaiji": {None},
    "club": {None},
    "encyclopedia": {None},  # twelve deals, of which eight are played here
    "three": {None},
    "broadcast": {"last_deal_won", None},  # a drawn last deal is played again
    "broadcast_four": {"last_deal_won", None},
    "happy": {"last_deal_won", "last_deal_draw", "last_deal_dealer_top", "bust", None},
}
"""Why a match of so many deals can be over; None: it goes on."""

BASES = {"mangan": 2000, "haneman": 3000, "baiman": 4000, "sanbaiman": 6000, "kazoe_yakuman": 8000, "yakuman": 8000}
UNITS = {"mangan": 1, "haneman": Fraction(3, 2), "baiman": 2, "sanbaiman": 3, "kazoe_yakuman": 4, "yakuman": 4}


def rounded(points: int) -> int:
    return (points + 99) // 100 * 100


def price(rules: RuleSet, deal: Deal, win: Any, draws: int) -> Fraction:
    """What a win costs without honba and pot, straight from the rules page."""
    worth, times = win.score, max(1, win.score.yakuman)
    if rules.payment.value == "units":
        doubled = 2**draws if rules.draw.value == "double_stake" else 1
        return Fraction(UNITS[worth.limit.value]) * times * rules.stake * doubled
    base = BASES[worth.limit.value] * times if worth.limit.value != "none" else worth.fu * 2 ** (2 + worth.han)
    as_dealer = rules.payment.value == "flat_dealer" or (
        rules.payment.value == "dealer_child" and win.winner == deal.dealer
    )
    return Fraction(rounded(base * (6 if as_dealer else 4)))


def expected_delta(rules: RuleSet, deal: Deal, draws: int) -> Mapping[Seat, Fraction]:
    """What a deal moves by seat, sticks included; `draws` in a row before it."""
    assert deal.result is not None
    moved = dict.fromkeys(deal.seats, Fraction(-rules.riichi_stick))
    pot = Fraction(deal.pot_before) + rules.riichi_stick * len(deal.seats)
    for place, win in enumerate(deal.result.wins):
        paid = price(rules, deal, win, draws) + (rules.honba * deal.label.honba if place == 0 else 0)
        moved[win.winner] += paid + (pot if place == 0 else 0)
        moved[win.loser] -= paid
    if not deal.result.wins and rules.draw.value == "carry_stake":
        moved = {seat: amount - rules.stake for seat, amount in moved.items()}
    return moved


@pytest.mark.parametrize("preset", PRESETS)
def test_a_whole_match(page, preset):
    rules = page[preset]
    match = Playout(rules, Random(11)).play(MOST_DEALS)
    assert match.ended or len(match.deals) == MOST_DEALS
    assert (match.over.reason if match.over else None) in ENDS[preset]
    draws = 0
    for deal in match.deals:
        assert deal.result is not None
        assert deal.result.delta == expected_delta(rules, deal, draws)
        assert deal.result.type in (ResultType.RON, ResultType.DRAW)
        draws = draws + 1 if deal.result.type is ResultType.DRAW else 0
    assert sum(match.points.values()) + match.pot + match.vanished == rules.start_points * rules.players
    assert judge(to_record17(match)).ok
