"""When a line is called noisy, and that it is said once."""

from drivers.link.noise import LineNoise
from drivers.link.timings import DEFAULT_TIMINGS


def _after(
    good: int, bad: int, seconds: float = 10.0, noise: LineNoise | None = None, from_s: float = 0.0
) -> LineNoise:
    """A line with frames spread evenly over some seconds."""
    noise = noise or LineNoise(DEFAULT_TIMINGS)
    frames = [True] * good + [False] * bad
    frames = [frames[(7919 * place) % len(frames)] for place in range(len(frames))]
    for place, is_good in enumerate(frames):
        noise.received(from_s + seconds * place / len(frames), good=is_good)
    return noise


def test_a_tenth_of_bad_frames_is_too_many_but_not_before_a_hundred_good_ones() -> None:
    assert not _after(95, 90).noisy
    assert not _after(920, 80).noisy
    assert _after(880, 120).noisy


def test_resends_count_as_well() -> None:
    noise = _after(200, 0)
    for number in range(20):
        noise.sent(10.0, again=number % 5 == 0)
    assert noise.noisy
    assert noise.resends_per_minute == 4


def test_a_few_frames_sent_say_nothing() -> None:
    noise = _after(200, 0)
    for _ in range(5):
        noise.sent(10.0, again=True)
    assert not noise.noisy


def test_only_the_last_minute_counts_and_not_a_good_day_before() -> None:
    noise = _after(20_000, 0, seconds=2000.0)
    _after(500, 100, seconds=50.0, noise=noise, from_s=2061.0)
    assert noise.noisy
    assert noise.bad_per_minute == 100
    _after(600, 0, seconds=60.0, noise=noise, from_s=2121.0)
    assert (noise.bad_per_minute, noise.noisy) == (0, False)


def test_a_line_about_the_limit_is_called_noisy_once() -> None:
    noise = _after(200, 0)
    changes = 0
    before = False
    for second in range(20, 900):
        for place in range(20):
            noise.received(second + place / 20, good=place >= 1 + second // 7 % 3)  # 5, 10 and 15 % in turns
        changes += noise.noisy is not before
        before = noise.noisy
    assert changes == 1
    assert noise.noisy
