"""Which readings are told, and when."""

from dataclasses import replace
from itertools import pairwise

import pytest

from vision.news import News
from vision.readings import TileReading, UnseenPlace, ZoneReading

SQUARE = ((0.0, 0.0), (19.0, 0.0), (19.0, 26.0), (0.0, 26.0))
TILE = TileReading("1m", 0.99, True, SQUARE, centre_mm=(10.0, 10.0), angle_deg=0.0)
FREE = ZoneReading("cam", "river:A", 0, 0, 900, False, (TILE,))
COVERED = replace(FREE, covered=True, unseen=(UnseenPlace(1, (40.0, 10.0)),))


def told(news: News, reading: ZoneReading, t_ms: int, *, settled: bool = True) -> bool:
    return news.choose(replace(reading, t_ms=t_ms), settled=settled) is not None


@pytest.mark.parametrize(
    ("tile", "is_news"),
    [
        (TILE, False),
        (replace(TILE, confidence=0.95), False),
        (replace(TILE, centre_mm=(12.0, 11.0)), False),
        (replace(TILE, centre_mm=(15.0, 10.0)), True),
        (replace(TILE, angle_deg=90.0), True),
        (replace(TILE, label="2m"), True),
        (replace(TILE, sure=False), True),
        (replace(TILE, other_set=True), True),
        (replace(TILE, row=1), True),
    ],
)
def test_a_tile_is_news_if_it_looks_or_lies_otherwise(tile: TileReading, is_news: bool) -> None:
    news = News()
    assert told(news, FREE, 0)
    assert told(news, replace(FREE, tiles=(tile,)), 100) is is_news


def test_nothing_is_told_of_tiles_before_all_has_been_read() -> None:
    news = News()
    assert not told(news, FREE, 0, settled=False)
    assert told(news, FREE, 100)
    assert not told(news, replace(FREE, tiles=()), 200, settled=False)
    assert told(news, replace(FREE, tiles=()), 300)


def test_a_hand_that_only_puts_down_a_tile_is_not_told() -> None:
    news = News()
    assert told(news, FREE, 0)
    assert not any(told(news, COVERED, t_ms) for t_ms in range(100, 2_500, 100))
    assert not told(news, FREE, 2_500)


def test_a_hand_that_stays_is_told_once_and_that_it_is_gone() -> None:
    news = News()
    assert told(news, FREE, 0)
    times = [t_ms for t_ms in range(100, 6_000, 100) if told(news, COVERED, t_ms)]
    assert times == [2_500]
    assert told(news, FREE, 6_000)


def test_a_hand_that_comes_after_a_long_rest_is_no_hand_that_stays() -> None:
    news = News()
    assert told(news, FREE, 0)
    news.rest(10_000)
    assert not told(news, COVERED, 10_100)
    assert told(news, COVERED, 12_500)


def test_where_a_hand_hides_something_else_is_told_at_most_once_a_second() -> None:
    news = News()
    assert told(news, FREE, 0)
    places = [UnseenPlace(place, (0.0, 0.0)) for place in (0, 1)]
    readings = [replace(COVERED, unseen=(places[t_ms // 100 % 2],)) for t_ms in range(0, 6_000, 100)]
    times = [place * 100 for place, reading in enumerate(readings) if told(news, reading, place * 100)]
    assert len(times) == 4
    assert all(later - earlier >= 1_000 for earlier, later in pairwise(times))


def test_that_a_tile_can_be_seen_again_is_told_while_something_else_is_hidden() -> None:
    news = News()
    under = replace(COVERED, tiles=(replace(TILE, hidden=True),))
    assert told(news, FREE, 0)
    assert [t_ms for t_ms in range(100, 4_000, 100) if told(news, under, t_ms)] == [2_500]
    assert told(news, COVERED, 4_000)


def test_a_zone_that_is_covered_from_the_start_is_told_as_covered() -> None:
    news = News()
    assert not told(news, COVERED, 0)
    assert told(news, COVERED, 2_500)
