"""From deal to deal: lengths, last deals, who is first, winds; one reason each."""

import pytest

from referee.game import Label, Match, Opening, Seat, round_wind, seat_wind
from referee.rules import Wind
from referee.tiles import NotAllowedError
from tests.referee.game.script import Script

MANGAN = "233445m234p5677s"


def play(script: Script, outcome: str) -> None:
    """`-` draw, `A`/`B` win, `r` redeal, `s` stop, `c` chombo of A."""
    script.open()
    if outcome in "AB":
        hands = {outcome: MANGAN}
        script.hands(indicator="3s", **hands)
        loser = "B" if outcome == "A" else "A"
        while script.deal.turn != loser or len(script.deal.discards) < 6:
            script.harmless(len(script.deal.discards) + 1)
        script.add("discard", by=loser, tile="4s")
        script.ron(outcome).won()
        return
    script.hands(indicator="3s")
    if outcome == "-":
        script.drawn()
    elif outcome == "r":
        script.add("redeal")
    elif outcome == "s":
        script.add("stop")
    else:
        script.add("penalty", kind="chombo", by="A")


def labels(match: Match) -> list[str]:
    return [f"{deal.label.wind or ''}{deal.label.number}.{deal.label.honba}" for deal in match.deals]


LENGTHS = [
    # options, outcomes, labels played, why it is over
    ({"length": {"winds": ["E"], "laps": 1}}, "BB", ["E1.0", "E2.0"], "last_deal_dealer_top"),
    ({"length": {"winds": ["E", "S"], "laps": 1}}, "BABA", ["E1.0", "E2.0", "S1.0", "S2.0"], "last_deal_won"),
    ({"length": {"winds": ["E"], "laps": 2}}, "BAB-", ["E1.0", "E2.0", "E1.0", "E2.0"], "last_deal_draw"),
    ({"length": {"deals": 2}}, "-r-", ["1.0", "2.1", "2.1"], "last_deal_draw"),
    ({"length": {"deals": 2}}, "c-B", ["1.0", "1.0", "2.1"], "last_deal_won"),
    ({"length": "open"}, "BABA-s", ["1.0", "2.0", "3.0", "4.0", "5.0", "6.1"], None),
    (
        {"length": {"winds": ["E"], "laps": 1}, "last_deal": {"draw": "repeats", "dealer_top": "repeats"}},
        "B-B-A",
        ["E1.0", "E2.0", "E2.1", "E2.2", "E2.3"],
        "last_deal_won",
    ),
]


@pytest.mark.parametrize(("options", "outcomes", "played", "over"), LENGTHS)
def test_how_long_a_match_is(options, outcomes, played, over):
    script = Script("happy", start_points=200000, **options)
    for outcome in outcomes:
        assert script.match.over is None
        play(script, outcome)
    assert labels(script.match) == played
    assert (script.match.over.reason if script.match.over else None) == over


def test_without_a_dealer_a_drawn_last_deal_is_repeated_until_it_is_won():
    script = Script("encyclopedia", length={"deals": 2}, kiriage_mangan=True)
    for outcome in "A--":
        play(script, outcome)
    assert script.match.next_deal is not None
    assert script.match.next_deal.reason == "last_deal_repeats"
    assert labels(script.match) == ["1.0", "2.0", "2.0"]


@pytest.mark.parametrize(
    ("then", "outcomes", "first"),
    [
        ("alternates", "AA", "A"),
        ("winner", "AB", "B"),
        ("loser", "AB", "A"),
        ("winner", "B-", "B"),
        ("dealer", "AA", "A"),
        ("alternates", "Ar", "B"),
        ("dice", "A", None),
    ],
)
def test_who_is_first(then, outcomes, first):
    """The first deal begins with A."""
    script = Script("kaiji", first_player={"first": "dice", "then": then})
    for outcome in outcomes:
        play(script, outcome)
    assert script.match.next_deal is not None
    assert script.match.next_deal.first == first


@pytest.mark.parametrize(
    ("preset", "options", "deals", "expected"),
    [
        ("happy", {}, "B", ("E", "W", "E")),
        ("happy", {"length": {"winds": ["E", "S"], "laps": 1}}, "BAB", ("S", "W", "E")),
        ("club", {}, "", (None, "E", "S")),
        ("kaiji", {}, "A", ("E", "W", "E")),
    ],
)
def test_winds_of_round_and_seats(preset, options, deals, expected):
    """Round wind, and the winds of A and B in the deal that follows."""
    script = Script(preset, start_points=200000, **options)
    for outcome in deals:
        play(script, outcome)
    script.open()
    deal, rules = script.deal, script.match.rules
    dealt = (round_wind(rules, deal), seat_wind(rules, deal, Seat.A), seat_wind(rules, deal, Seat.B))
    assert dealt == expected


def test_a_deal_may_be_opened_as_agreed():
    script = Script("happy")
    script.add("deal", opening=Opening(3, Seat.B, Seat.B, Label(Wind.E, 2, 4), {Seat.A: 10000, Seat.B: 60000}, 3000))
    script.hands().harmless(2)
    assert (script.deal.position, script.deal.label.honba) == (1, 4)
    assert script.match.points == {Seat.A: 9000, Seat.B: 59000}
    assert script.match.pot == 5000


def test_a_label_without_a_wind_leaves_the_winds_of_the_match():
    """As a record of another program may name its deals: by number alone."""
    script = Script("happy", length={"winds": ["S", "W"], "laps": 1})
    script.add("deal", opening=Opening(1, Seat.A, Seat.A, Label(None, 1, 0)))
    assert round_wind(script.match.rules, script.deal) is Wind.S


def test_who_deals_is_known_where_no_dice_decide():
    proposal = Script("happy", first_player={"first": "alternates", "then": "dealer"}).match.next_deal
    assert proposal is not None
    assert (proposal.first, proposal.dealer) == (Seat.A, Seat.A)


@pytest.mark.parametrize(("then", "first"), [("dealer", Seat.B), ("alternates", None)])
def test_a_dealer_as_agreed_is_first_where_the_dealer_is(then, first):
    script = Script("happy", first_player={"first": "dice", "then": then})
    script.add("deal", opening=Opening(1, dealer=Seat.B))
    assert (script.deal.dealer, script.deal.first) == (Seat.B, first)


def test_a_match_that_is_over_is_played_on_only_by_name():
    script = Script("happy", length={"deals": 1})
    play(script, "-")
    assert script.match.over is not None
    with pytest.raises(NotAllowedError, match="by the rules the match is over"):
        script.add("deal", opening=Opening(2))
    script.add("deal", opening=Opening(2, label=Label(None, 2, 1)))
    assert script.deal.no == 2
