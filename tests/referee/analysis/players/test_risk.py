"""Risk of a discard: what can be seen moves it the right way, and what looks risky is called more often."""

from random import Random

import pytest

from referee.analysis.players import Character, Knowledge
from referee.analysis.players.risk import SAFE, risks, safest
from referee.analysis.playout import Playout
from referee.game import Deal, Discard
from referee.rules import load_rules
from referee.tiles import format_tile, kind_of, parse_tile, parse_tiles


def risk(tile: str, hand: str = "123m456p789s1122z", **rivers: str) -> int:
    """Of a tile in the pool beside other rivers (B, C) that hold these tiles."""
    lying = {seat: parse_tiles(tiles) for seat, tiles in rivers.items()} or {"B": ()}
    known = Knowledge("A", parse_tiles(hand), parse_tiles(tile), {"A": (), **lying}, ())
    return risks([kind_of(parse_tile(tile))], known)[kind_of(parse_tile(tile))]


def test_what_every_other_river_holds_is_safe():
    assert risk("5p", B="5p") == SAFE
    assert risk("0p", B="5p") == SAFE
    assert risk("5p", B="5p", C="5p1m") == SAFE
    assert risk("5p", B="5p", C="1m") == risk("5p", B="1m") > SAFE


@pytest.mark.parametrize(
    ("less", "more"),
    [
        (("5p", {"B": "19p"}), ("5p", {"B": "19s"})),  # it lets circles go, so it builds none
        (("5p", {"B": "2p"}), ("5p", {"B": "9p"})),  # it cannot wait with 34p: the 2p is its own discard
        (("1s", {"B": "4s"}), ("1s", {"B": "5s"})),
        (("7z", {"B": "123z"}), ("7z", {"B": "123s"})),
        (("1p", {"hand": "2222p3333p12345m"}), ("1p", {"hand": "2222m3333m12345s"})),  # no 23p is left to wait with
        (("7z", {"hand": "77z123m456p78999s"}), ("7z", {"hand": "11z123m456p78999s"})),
        (("7z", {}), ("5p", {})),
    ],
)
def test_what_can_be_seen_moves_it(less, more):
    (low, beside), (high, otherwise) = less, more
    assert risk(low, **beside) < risk(high, **otherwise)


def test_chance_decides_between_equally_safe_tiles():
    known = Knowledge(
        "A", parse_tiles("123m456p789s1122z"), parse_tiles("3p4s7z"), {"A": (), "B": parse_tiles("3p4s")}, ()
    )
    chosen = {format_tile(safest(known.pool, known, Random(seed))) for seed in range(30)}
    assert chosen == {"3p", "4s"}


def test_what_looks_risky_is_waited_for_more_often():
    """Of the tiles that could go, in deals that the weights were not fitted to."""
    found = []
    for seed in range(12):
        for deal in Playout(load_rules("encyclopedia"), Random(seed), [Character.CAREFUL.player]).play(8).deals:
            for discard in deal.discards:
                found += weighed(deal, discard)
    found.sort()
    third = len(found) // 3
    low, high = (sum(waited for _, waited in part) / third for part in (found[:third], found[-third:]))
    assert high > 1.5 * low


def weighed(deal: Deal, discard: Discard) -> list[tuple[int, bool]]:
    """The risk of each kind that the seat could let go then, and whether the other waited for it; safe ones not."""
    seat = discard.by
    (other,) = (other for other in deal.seats if other != seat)
    before = [earlier for earlier in deal.discards if earlier.seq < discard.seq]
    rivers = {side.value: tuple(one.tile for one in before if one.by == side) for side in deal.seats}
    hand = deal.known[seat].tiles
    pool = list(deal.walls[seat])
    for tile in (*hand, *rivers[seat]):
        pool.remove(tile)
    known = Knowledge(seat.value, hand, tuple(pool), rivers, deal.indicators)
    found = risks(set(map(kind_of, pool)), known)
    return [(value, kind in deal.known[other].waits) for kind, value in found.items() if value != SAFE]
