"""What happens on a table, and what a camera has to tell of it and when: the real classifier, 15 frames a second."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from drivers.simulator.scene_camera import Optics
from tests.vision.film import FRAME_MS, Film, Hand, Step, T, Thing, came
from vision.classify import Classifier
from vision.locate_model import LocatorModel
from vision.locate_straight import StraightLocator
from vision.readings import TileReading, ZoneReading

START_MS = 1_400
LYING = (T("1m", 0), T("7z", 1))
NEW = T("5p", 2)
BOTH = (*LYING, NEW)
FACES = "1m 9m 1p 2p 3p 7s 8s 9s 5z 6z 7z 1z 0s"
ROW = tuple(T(label, place) for place, label in enumerate(FACES.split()))
FACE_DOWN = tuple(replace(tile, down=True) for tile in ROW)
AT_LEFT = Hand(0, dx=-20)
MOVED = (T("7z", 1), NEW, T("1m", 5))
CROOKED = (T("1m", 0, -4, 5, 7), T("7z", 1, 3, -4, -6), T("5p", 2, 5, 3, 9))
SIX = tuple(T(label, place) for place, label in enumerate(("1m", "7z", "5p", "9s", "2p", "3s")))
BACKS = " ".join(["back"] * 13)


@dataclass(frozen=True)
class Told:
    """What is told, in reading order (`~` a tile lies sideways, `!` its back is of the other set), and when."""

    tiles: str
    after_ms: float = 0
    before_ms: float = math.inf


@dataclass(frozen=True)
class Played:
    """A scene: what happens after START_MS (all times count from there), and all that is told about tiles, in order.

    `lying`: what lies there before. `hidden`: at some times, the tiles that are hidden then. `unseen`: at some times,
    an index before which a tile may lie unseen. `stays_covered`: whether something hides a place at the end.
    """

    name: str
    steps: Sequence[Step]
    told: Sequence[Told]
    lying: Sequence[T] = LYING
    hidden: dict[int, str] = field(default_factory=dict)
    unseen: dict[int, int] = field(default_factory=dict)
    stays_covered: bool = False
    in_row: bool = False
    noise: float = 2.2
    verify: bool = False


def flicker(ms: float) -> float:
    """A lamp that flickers faster than frames come."""
    return 1 + 0.08 * math.sin(2 * math.pi * 7.3 * ms / 1000)


SCENES = [
    Played(
        "a discard",
        [*came(Hand(2), LYING, BOTH), Step(1_000, BOTH)],
        [Told("1m 7z"), Told("1m 7z 5p", 1_100, 1_500)],
    ),
    Played(
        "a discard under a sleeve that lingers",
        [*came(Hand(2), LYING, BOTH)[:-1], Step(3_500, BOTH, Hand(2, away=-30)), Step(1_100, BOTH)],
        [Told("1m 7z"), Told("1m 7z 5p", 4_800, 5_300)],
        hidden={3_500: "7z"},
        unseen={3_500: 2},
    ),
    Played(
        "a discard under a hand that sways",
        [Step(3_500, BOTH, Hand(2, sway=6.0)), Step(1_200, BOTH)],
        [Told("1m 7z"), Told("1m 7z 5p", 4_200, 4_600)],
        hidden={3_000: "7z"},
        unseen={3_000: 2},
        verify=True,
    ),
    Played(
        "a tile that a finger still touches",
        [Step(3_000, BOTH, Hand(2, away=24)), Step(1_100, BOTH)],
        [Told("1m 7z"), Told("1m 7z 5p", 3_600, 4_100)],
        verify=True,
    ),
    Played(
        "a discard at one end while a hand rests at the other",
        [*came(Hand(2), LYING, BOTH)[:-2], Step(3_000, BOTH, AT_LEFT), Step(1_100, BOTH)],
        [Told("1m 7z"), Told("1m 7z 5p", 1_100, 1_700)],
        hidden={3_300: "1m"},
    ),
    Played(
        "a hand that rests for ten seconds",
        [Step(10_000, LYING, Hand(1)), Step(1_100, LYING)],
        [Told("1m 7z")],
        hidden={3_000: "7z", 9_900: "7z"},
        unseen={9_900: 2},
        verify=True,
    ),
    Played(
        "a sleeve that rests over the whole river",
        [Step(3_500, BOTH, Hand(1, away=-110)), Step(1_200, BOTH)],
        [Told("1m 7z 5p")],
        hidden={3_300: "1m 7z 5p"},
        unseen={3_300: 3},
        lying=BOTH,
        verify=True,
    ),
    Played(
        "a tile that declares riichi",
        [*came(Hand(0), (), (T("3m", 0, 3.5, 3.5, 90.0),)), Step(1_000, (T("3m", 0, 3.5, 3.5, 90.0),))],
        [Told(""), Told("3m~", 1_100, 1_500)],
        lying=(),
        verify=True,
    ),
    Played(
        "a tile laid crooked and pushed into line later",
        [
            *came(Hand(2), LYING, (*LYING, replace(NEW, dx=6.0, dy=5.0, turn=15.0))),
            Step(1_200, (*LYING, replace(NEW, dx=6.0, dy=5.0, turn=15.0))),
            *came(Hand(2), (*LYING, replace(NEW, dx=6.0, dy=5.0, turn=15.0)), BOTH),
            Step(1_200, BOTH),
        ],
        [Told("1m 7z"), Told("1m 7z 5p", 1_100, 1_500)],
        verify=True,
    ),
    Played(
        "a tile laid askew by 35 degrees",
        [
            *came(Hand(2), LYING, (*LYING, replace(NEW, dx=12.0, dy=5.0, turn=35.0))),
            Step(1_300, (*LYING, replace(NEW, dx=12.0, dy=5.0, turn=35.0))),
        ],
        [Told("1m 7z"), Told("1m 7z 5p", 1_100, 1_700)],
        verify=True,
    ),
    Played(
        "two tiles at once",
        [*came(Hand(2), LYING, (*BOTH, T("9s", 3))), Step(1_100, (*BOTH, T("9s", 3)))],
        [Told("1m 7z"), Told("1m 7z 5p 9s", 1_100, 1_500)],
        verify=True,
    ),
    Played(
        "two tiles at once, of which a hand hides one",
        [Step(3_000, (*BOTH, T("9s", 5)), Hand(2, away=5, dx=-12)), Step(1_100, (*BOTH, T("9s", 5)))],
        [Told("1m 7z"), Told("1m 7z 9s", 800, 1_500), Told("1m 7z 5p 9s", 3_700, 4_100)],
        unseen={1_500: 2, 3_000: 2},
    ),
    Played(
        "a tile taken from under a hand and laid elsewhere while the hand stays",
        [Step(1_000, BOTH, AT_LEFT), Step(2_000, MOVED, AT_LEFT), Step(1_100, MOVED)],
        [Told("1m 7z 5p"), Told("7z 5p 1m", 1_800, 2_200)],
        lying=BOTH,
        verify=True,
    ),
    Played(
        "a tile taken back in full view",
        [Step(1_100, LYING)],
        [Told("1m 7z 5p"), Told("1m 7z", 800, 1_000)],
        lying=BOTH,
        verify=True,
    ),
    Played(
        "a tile taken back under a hand",
        [*came(Hand(2), BOTH, LYING)[:-1], Step(3_000, LYING, Hand(2)), Step(1_100, LYING)],
        [Told("1m 7z 5p"), Told("1m 7z", 4_300, 4_900)],
        hidden={3_300: "7z 5p"},
        lying=BOTH,
    ),
    Played(
        "a tile turned face down",
        [*came(Hand(2), BOTH, (*LYING, replace(NEW, down=True))), Step(1_100, (*LYING, replace(NEW, down=True)))],
        [Told("1m 7z 5p"), Told("1m 7z back", 1_100, 1_500)],
        lying=BOTH,
    ),
    Played(
        "another tile in its place",
        [*came(Hand(2), BOTH, (*LYING, T("5s", 2))), Step(1_100, (*LYING, T("5s", 2)))],
        [Told("1m 7z 5p"), Told("1m 7z 5s", 1_100, 1_500)],
        lying=BOTH,
        verify=True,
    ),
    Played(
        "a river that is straightened",
        [
            *came(Hand(1), CROOKED, BOTH),
            Step(1_100, BOTH),
        ],
        [Told("1m 7z 5p")],
        lying=CROOKED,
        verify=True,
    ),
    Played(
        "the first tile of the second row",
        [*came(Hand(6), SIX, (*SIX, T("4m", 6))), Step(1_100, (*SIX, T("4m", 6)))],
        [Told("1m 7z 5p 9s 2p 3s"), Told("1m 7z 5p 9s 2p 3s 4m", 1_100, 1_500)],
        lying=SIX,
        verify=True,
    ),
    Played(
        "a tile pushed halfway out, then out",
        [Step(1_300, (*LYING, T("9m", 6, -28.0))), Step(1_300, (*LYING, T("9m", 6, -50.0)))],
        [Told("1m 7z 9m"), Told("1m 7z", 2_000, 2_500)],
        lying=(*LYING, T("9m", 6)),
        verify=True,
    ),
    Played(
        "a shadow that passes",
        [
            *(Step(FRAME_MS, LYING, None, [Thing(16 * step - 150, 85, 90, 200, dark=0.45)]) for step in range(20)),
            Step(900, LYING),
        ],
        [Told("1m 7z")],
        verify=True,
    ),
    Played(
        "a discard beside a shadow that rests",
        [
            Step(1_500, LYING, None, [Thing(-40, 85, 90, 200, dark=0.45)]),
            Step(1_200, BOTH, None, [Thing(-40, 85, 90, 200, dark=0.45)]),
        ],
        [Told("1m 7z"), Told("1m 7z 5p", 2_300, 2_600)],
        verify=True,
    ),
    Played(
        "a lamp that flickers",
        [Step(1_500, LYING, light=flicker), Step(1_200, BOTH, light=flicker)],
        [Told("1m 7z"), Told("1m 7z 5p", 2_300, 2_600)],
        verify=True,
    ),
    Played(
        "a camera that changes its exposure",
        [
            Step(1_000, LYING, light=lambda _: 1.25),
            Step(700, LYING, light=lambda _: 0.7),
            Step(1_200, BOTH, light=lambda _: 0.7),
        ],
        [Told("1m 7z"), Told("1m 7z 5p", 2_500, 2_800)],
    ),
    Played(
        "light that fades",
        [
            Step(1_500, LYING, light=lambda ms: 1 - 0.35 * (ms - START_MS) / 1_500),
            Step(1_200, BOTH, light=lambda _: 0.65),
        ],
        [Told("1m 7z"), Told("1m 7z 5p", 2_300, 2_600)],
        verify=True,
    ),
    Played(
        "a noisy camera",
        [Step(1_000, LYING), Step(1_500, BOTH)],
        [Told("1m 7z"), Told("1m 7z 5p", 1_800, 2_300)],
        noise=7.0,
        verify=True,
    ),
    Played(
        "a stick for payments in the zone",
        [
            Step(1_300, LYING, None, [Thing(0, 108, 80, 8)]),
            Step(1_200, BOTH, None, [Thing(0, 108, 80, 8)]),
        ],
        [Told("1m 7z"), Told("1m 7z 5p", 2_100, 2_500)],
        verify=True,
    ),
    Played(
        "a chip in the zone",
        [
            Step(3_000, LYING, None, [Thing(60, 118, 39, 39, (60, 40, 200), is_round=True)]),
            Step(1_200, BOTH, None, [Thing(60, 118, 39, 39, (60, 40, 200), is_round=True)]),
        ],
        [Told("1m 7z"), Told("1m 7z 5p", 3_800, 4_200)],
        unseen={2_900: 2, 4_100: 3},
        stays_covered=True,
        verify=True,
    ),
    Played(
        "something of a tile's size that is none",
        [
            Step(4_000, LYING, None, [Thing(20, 90, 22, 22, (40, 40, 60))]),
            Step(1_200, BOTH, None, [Thing(20, 90, 22, 22, (40, 40, 60))]),
        ],
        [Told("1m 7z"), Told("1m 7z other", 3_300, 3_900), Told("1m 7z 5p other", 4_800, 5_200)],
        verify=True,
    ),
    Played(
        "a hand turned up at once",
        [Step(1_300, ROW)],
        [Told(BACKS), Told(FACES, 800, 1_250)],
        in_row=True,
        lying=FACE_DOWN,
    ),
    Played(
        "a tile of the other set among those of a wall",
        [Step(900, tuple(replace(tile, twin=tile.at == 4) for tile in FACE_DOWN))],
        [Told(BACKS), Told(" ".join("back!" if place == 4 else "back" for place in range(13)), 800, 1_000)],
        in_row=True,
        lying=FACE_DOWN,
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def classifier() -> Classifier:
    return Classifier()


@pytest.fixture(scope="module")
def locator() -> StraightLocator:
    return StraightLocator(LocatorModel())


@pytest.mark.parametrize(
    "played", [pytest.param(one, id=one.name, marks=[pytest.mark.verify] if one.verify else []) for one in SCENES]
)
def test_a_scene_is_told_as_it_happens_at_both_seats(
    played: Played, classifier: Classifier, locator: StraightLocator
) -> None:
    film = Film(classifier, locator, in_row=played.in_row, optics=Optics(noise=played.noise))
    film.show(Step(START_MS, played.lying), *played.steps)
    for seat, readings in film.told.items():
        news = _news(readings)
        assert [text for text, _ in news] == [told.tiles for told in played.told], seat
        for (text, at_ms), told in zip(news, played.told, strict=True):
            assert told.after_ms <= at_ms <= told.before_ms or told is played.told[0], (seat, text, at_ms)
        for at_ms, hidden in played.hidden.items():
            under = [tile.label for tile in _last(readings, at_ms).tiles if tile.hidden]
            assert set(hidden.split()) <= set(under), (seat, at_ms)
        for at_ms, before in played.unseen.items():
            assert before in [place.before for place in _last(readings, at_ms).unseen], (seat, at_ms)
        assert readings[-1].covered is played.stays_covered, seat


def _news(readings: Sequence[ZoneReading]) -> list[tuple[str, float]]:
    """What was told about tiles and when, without repetitions."""
    news: list[tuple[str, float]] = []
    for reading in readings:
        text = _labels(reading.tiles)
        if not news or text != news[-1][0]:
            news.append((text, reading.t_ms - START_MS))
    return news


def _last(readings: Sequence[ZoneReading], at_ms: float) -> ZoneReading:
    return [reading for reading in readings if reading.t_ms - START_MS <= at_ms][-1]


def _labels(tiles: Sequence[TileReading]) -> str:
    marks = (f"{tile.label}{'~' * bool(tile.sideways)}{'!' * tile.other_set}" for tile in tiles)
    return " ".join(marks)
