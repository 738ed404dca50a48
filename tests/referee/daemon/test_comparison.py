"""The comparison of record and truth: it must find a difference where there is one."""

from random import Random

from referee.analysis.playout import Playout
from referee.daemon.simulation.comparison import compare
from referee.game import Match
from referee.rules import load_rules
from referee.tiles import format_tile


def truth_of(match: Match) -> list[dict[str, object]]:
    facts: list[dict[str, object]] = []
    for number, deal in enumerate(match.deals, start=1):
        for seat, wall in deal.walls.items():
            facts.append({"deal": number, "type": "wall", "seat": seat.value, "tiles": list(map(format_tile, wall))})
        for seat, hand in deal.hands.items():
            tiles = list(map(format_tile, hand.tiles or ()))
            facts.append({"deal": number, "type": "hand", "seat": seat.value, "tiles": tiles})
        for seat, river in deal.rivers.items():
            facts += [
                {"deal": number, "type": "discard", "seat": seat.value, "tile": format_tile(one.tile), "n": one.n}
                for one in river
            ]
        facts += [{"deal": number, "type": "indicator", "tile": format_tile(tile)} for tile in deal.indicators]
        facts += [{"deal": number, "type": "ura", "tile": format_tile(tile)} for tile in deal.ura]
    return facts


MATCH = Playout(load_rules("happy"), Random(2)).play(4)


def test_a_true_record_has_no_difference() -> None:
    comparison = compare([MATCH], truth_of(MATCH))
    assert comparison.differences == ()
    assert comparison.tiles > 100 * len(MATCH.deals)


def test_one_wrong_tile_is_found_and_named() -> None:
    facts = truth_of(MATCH)
    changed = next(fact for fact in facts if fact["type"] == "discard" and fact["seat"] == "B")
    changed["tile"] = "1z" if changed["tile"] != "1z" else "2z"
    (difference,) = compare([MATCH], facts).differences
    assert (difference.deal, difference.what, difference.seat, difference.table) == (1, "discard", "B", changed["tile"])


def test_a_tile_that_was_never_recorded_is_found() -> None:
    facts = [*truth_of(MATCH), {"deal": 1, "type": "discard", "seat": "A", "tile": "9s", "n": 18}]
    (difference,) = compare([MATCH], facts).differences
    assert (difference.place, difference.record) == (18, None)


def test_of_a_tile_that_was_taken_back_nothing_is_left() -> None:
    laid = {"deal": 1, "type": "discard", "seat": "A", "tile": "9s", "n": 18}
    facts = [*truth_of(MATCH), laid, {**laid, "type": "take_back"}]
    assert compare([MATCH], facts).differences == ()
