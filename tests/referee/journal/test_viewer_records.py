"""The majiang and tenhou forms: what a viewer of riichi makes of them is what happened at the table."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game import EventType, Match, Seat
from referee.journal import to_majiang, to_tenhou
from referee.tiles import NotAllowedError
from tests.referee.game.random_match import random_match
from tests.referee.game.script import Script

MANGAN = "233445m234p5677s"


def name(yaku: str) -> str:
    return f"<{yaku}>"


def replayed(log: list[dict[str, Any]]) -> list[float]:
    """The points by place from the dealer after a deal, as the viewer counts them.

    It takes 1,000 for a riichi when the next tile is drawn or the deal is drawn, and adds what each end pays.
    """
    points = list(log[0]["qipai"]["defen"])
    declared = None
    for entry in log[1:]:
        ((kind, fields),) = entry.items()
        if kind in ("zimo", "pingju") and declared is not None:
            points[declared] -= 1000
            declared = None
        if kind == "dapai" and fields["p"].endswith("*"):
            declared = fields["l"]
        if kind in ("hule", "pingju"):
            points = [before + paid for before, paid in zip(points, fields["fenpei"], strict=True)]
    return points


def expected(match: Match, place: int) -> dict[Seat, float]:
    """The points of a deal's end: those before it and what its result says."""
    deal = match.deals[place]
    assert deal.result is not None
    return {seat: float(deal.points_before[seat] + deal.result.delta[seat]) for seat in deal.seats}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000_000), st.sampled_from(["happy", "kaiji", "club", "three", "broadcast_four"]))
def test_a_majiang_viewer_comes_to_the_points_of_the_table(seed, preset):
    match = random_match(seed, preset=preset, edits=False).match
    document = to_majiang(match, name)
    step = 2 if len(match.seats) == 2 else 1
    for place, log in enumerate(document["log"]):
        if match.deals[place].result is None:
            continue
        start = document["qijia"] + log[0]["qipai"]["jushu"]
        points = replayed(log)
        by_seat = {seat: pytest.approx(points[(number * step - start) % 4]) for number, seat in enumerate(match.seats)}
        assert expected(match, place) == by_seat


def won() -> Match:
    script = Script("happy", red_fives={"m": 1, "p": 1, "s": 1}).open(first="B")
    script.hands(indicator="3s", A=None, B=MANGAN.replace("5677s", "0677s")).discards("9m 9p 8m 4s").ron("B").won("3m")
    script.open()
    script.hands().drawn()
    script.add(EventType.MATCH_END)
    return script.match


def test_a_win_in_majiang():
    document = to_majiang(won(), name)
    assert document["player"] == ["Player A", "", "Player B", ""]
    assert document["qijia"] == 2
    first, second = document["log"]
    assert first[0]["qipai"]["shoupai"] == ["m233445p234s0677", "", "", ""]
    assert (first[0]["qipai"]["baopai"], first[0]["qipai"]["defen"]) == ("s3", [35000, 0, 35000, 0])
    assert first[1:3] == [{"zimo": {"l": 0, "p": "m9"}}, {"dapai": {"l": 0, "p": "m9_*"}}]
    win = first[-1]["hule"]
    assert (win["l"], win["baojia"], win["shoupai"], win["fubaopai"]) == (0, 2, "m233445p234s0677s4", ["m3"])
    assert {"name": "<aka_dora>", "fanshu": 1} in win["hupai"]
    assert win["fenpei"] == [win["defen"] + 2000, 0, -win["defen"], 0]
    assert second[-1] == {"pingju": {"name": "流局", "shoupai": [""] * 4, "fenpei": [0, 0, 0, 0]}}


def test_a_win_in_tenhou():
    match = won()
    document = to_tenhou(match, name)
    assert document["name"] == ["Player B", "", "Player A", ""]
    first = document["log"][0]
    assert first[:4] == [[0, 0, 0], [35000, 0, 35000, 0], [33], [13]]
    assert first[4] == [12, 13, 13, 14, 14, 15, 22, 23, 24, 36, 37, 37, 53]
    assert (first[5][0], first[6][:2]) == (19, ["r60", 60])
    result = first[-1]
    assert result[0] == "和了"
    assert result[2][:3] == [0, 2, 0]
    assert "<riichi>(1飜)" in result[2]
    assert document["log"][1][-1][0] == "流局"


def test_a_yakuman_is_counted_in_times():
    script = Script("kaiji").open(first="A").hands(A="19m19p19s1234567z", B=None).discards("8m 9s").ron("A").won()
    win = to_majiang(script.match, name)["log"][0][-1]["hule"]
    assert win["damanguan"] == 1
    assert win["hupai"] == [{"name": "<kokushi_13>", "fanshu": "*"}]
    assert "fu" not in win
    assert to_tenhou(script.match, name)["log"][0][-1][2][3].startswith("役満")


def test_a_match_without_deals_and_no_match():
    assert to_majiang(Script("happy").match, name)["log"] == []
    for write in (to_majiang, to_tenhou):
        with pytest.raises(NotAllowedError, match="nothing to write"):
            write(Match(), name)
