"""The local yaku: off unless named, and what each asks for."""

import pytest

from referee.rules import RuleSet, Situation, Wind, score
from referee.tiles import parse_tile, parse_tiles

ORDINARY = [
    ("sanrenkou", "222333444m567p8s", "8s", 2),
    ("sanrenkou", "22233344m567p88s", "4m", 2),
    ("sanrenkou", "22233344455m88p", "5m", 2),
    ("isshoku_sanjun", "99m55666777p234s", "5p", 2),
    ("sanpuukou", "111222444z567p8s", "8s", 2),
]
YAKUMAN = [
    ("suurenkou", "22233344455m88p", "5m", 1),
    ("kachou_fuugetsu", "111555p111s333z9s", "9s", 1),
    ("kachou_fuugetsu", "111555p111s3z678m", "3z", 1),
    ("kachou_fuugetsu", "111555p1s111z678m", "1s", 1),
    ("daisharin", "2233445566778p", "8p", 1),
    ("daisharin", "2334455667788p", "2p", 1),
    ("daichisei", "1122334455667z", "7z", 2),
    ("benikujaku", "555777999s77z11s", "1s", 1),
    ("benikujaku", "111555777999s7z", "7z", 1),
    ("hyakumangoku", "6667778889999m", "8m", 1),
]


def ids(hand: str, tile: str, rules: RuleSet) -> dict[str, int | None]:
    scored = score(parse_tiles(hand), parse_tile(tile), rules, Situation(seat_wind=Wind.W))
    assert scored.complete, f"{hand} + {tile} is not complete"
    return {yaku.id.value: yaku.han or yaku.yakuman for yaku in scored.yaku}


@pytest.mark.parametrize(("yaku", "hand", "tile", "worth"), ORDINARY + YAKUMAN)
def test_counts_where_the_house_names_it(yaku: str, hand: str, tile: str, worth: int, kaiji: RuleSet) -> None:
    assert yaku not in ids(hand, tile, kaiji)
    assert ids(hand, tile, kaiji.with_options({"local_yaku": [yaku]}))[yaku] == worth


@pytest.mark.parametrize(
    ("yaku", "hand", "tile"),
    [
        ("sanrenkou", "222333m444p567p8s", "8s"),
        ("sanrenkou", "888999m111p567p8s", "8s"),
        ("daisharin", "2233445566778s", "8s"),
        ("daichisei", "112233445566z1m", "1m"),
        ("hyakumangoku", "6667778889999s", "8s"),
        ("hyakumangoku", "1112223334445m", "5m"),
        ("kachou_fuugetsu", "111555p111s222z9s", "9s"),
        ("kachou_fuugetsu", "111555p111s678m3s", "3s"),
        ("suurenkou", "2223335556667m", "7m"),
        ("sanpuukou", "111222z555z567p8s", "8s"),
    ],
)
def test_asks_for_exactly_its_tiles(yaku: str, hand: str, tile: str, kaiji: RuleSet) -> None:
    assert yaku not in ids(hand, tile, kaiji.with_options({"local_yaku": [yaku]}))


def test_three_identical_runs_replace_the_two_they_contain(kaiji: RuleSet) -> None:
    found = ids("99m55666777p234s", "5p", kaiji.with_options({"local_yaku": ["isshoku_sanjun"]}))
    assert "isshoku_sanjun" in found
    assert "iipeikou" not in found


def test_four_identical_runs_stay_two_pairs_of_runs(kaiji: RuleSet) -> None:
    found = ids("1112222333399m", "1m", kaiji.with_options({"local_yaku": ["isshoku_sanjun"]}))
    assert "ryanpeikou" in found
    assert "isshoku_sanjun" not in found


def test_seven_honour_pairs_replace_all_honours(kaiji: RuleSet) -> None:
    assert ids("1122334455667z", "7z", kaiji) == {"tsuuiisou": 1}
    assert ids("1122334455667z", "7z", kaiji.with_options({"local_yaku": ["daichisei"]})) == {"daichisei": 2}
