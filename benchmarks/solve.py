"""`python -m benchmarks.solve`: all ready hands of a wall with their waits and worth, one core.

Measured in this one run, over random walls of 34 tiles (or those of a file in the line format of `solve --file`, as its
argument; lines with ids beginning with `random` are taken): `solve` with its best hand; the list of ready hands alone;
whether there is a reaching hand at all; the first call of a fresh process; the peak of memory. The baseline asks
`waits` about each ready hand, as it would be without the solver once the hands were known; it does a sample of them.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import json
import random
import resource
import statistics
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks.clock import seconds
from referee.analysis.solver import ReadyHands, has_reaching_hand, solve
from referee.rules import RuleSet, Situation, Wind, load_rules, waits
from referee.tiles import Tile, format_tiles, full_set, parse_tiles

WALLS = 150
_SAMPLE = 200  # ready hands of each wall that the baseline is asked about
_SEED, _OTHER_SEED = 17, 18
_OPTIONS = {"payment": "flat_dealer", "double_wind_pair_fu": 2, "kiriage_mangan": True}
_MEDIAN_MS, _LONGEST_MS, _EXISTENCE_MS, _FIRST_S, _MEMORY_MB = 60, 600, 5, 0.5, 300

_FIRST_CALL = """
from benchmarks.clock import seconds
from referee.analysis.solver import solve
from referee.rules import Situation, load_rules
from referee.tiles import parse_tiles
rules, tiles = load_rules("kaiji"), parse_tiles("{tiles}")
print(seconds(lambda: solve(tiles, rules, Situation(parse_tiles("{indicator}")))))
"""


class Wall(NamedTuple):
    """34 tiles and what surrounds them."""

    tiles: tuple[Tile, ...]
    situation: Situation


def main() -> None:
    """Measure and print."""
    walls = _walls_of_file(Path(sys.argv[1])) if len(sys.argv) > 1 else _random_walls(_SEED)
    rules = load_rules("kaiji").with_hand_options(_OPTIONS)
    first_s = statistics.median(_first_call(wall) for wall in walls[:5])
    for wall in _random_walls(_OTHER_SEED):  # so that tables are filled as in a program that runs; none is met again
        solve(wall.tiles, rules, wall.situation)
    solved = _times_ms(walls, lambda wall: solve(wall.tiles, rules, wall.situation))
    listed = _times_ms(walls, lambda wall: ReadyHands.of(wall.tiles, rules, wall.situation))
    asked = _times_ms(walls, lambda wall: has_reaching_hand(wall.tiles, rules, wall.situation))
    baseline = [_baseline_ms(wall, rules) for wall in walls]
    print(f"{len(walls)} walls, processor time of one core")
    _print("solve, median", statistics.median(solved), "ms", _MEDIAN_MS)
    _print("solve, 99th percentile", _percentile(solved), "ms", _LONGEST_MS)
    _print("list of ready hands, median", statistics.median(listed), "ms")
    _print("list of ready hands, 99th percentile", _percentile(listed), "ms")
    _print("whether a reaching hand exists, median", statistics.median(asked), "ms", _EXISTENCE_MS)
    _print("first call after import", first_s, "s", _FIRST_S)
    _print("peak of memory, the baseline included", _peak_mb(), "MB", _MEMORY_MB)
    _print("baseline: waits of each ready hand, median", statistics.median(baseline), "ms")
    print(f"ratio of the medians: {statistics.median(baseline) / statistics.median(solved):.0f}")
    print(f"ratio of the sums: {sum(baseline) / sum(solved):.0f}")


def _random_walls(seed: int) -> list[Wall]:
    rng = random.Random(seed)
    walls = []
    for _ in range(WALLS):
        *tiles, indicator = rng.sample(full_set(), 35)
        walls.append(Wall(tuple(tiles), Situation((indicator,), seat_wind=rng.choice((Wind.E, Wind.W)))))
    return walls


def _walls_of_file(path: Path) -> list[Wall]:
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [
        Wall(
            parse_tiles(line["tiles"]),
            Situation(parse_tiles(line["indicators"]), seat_wind=Wind(line["seat_wind"]), round_wind=Wind.E),
        )
        for line in lines
        if line["id"].startswith("random")
    ]


def _times_ms(walls: list[Wall], work: Callable[[Wall], object]) -> list[float]:
    """The time of each wall."""
    return [1_000 * seconds(partial(work, wall)) for wall in walls]


def _baseline_ms(wall: Wall, rules: RuleSet) -> float:
    """What asking `waits` about every ready hand takes, from a sample of them."""
    ready = ReadyHands.of(wall.tiles, rules, wall.situation)
    rows = random.Random(_SEED).sample(range(len(ready)), min(_SAMPLE, len(ready)))
    hands = [ready.hand_tiles(row) for row in rows]
    if not hands:
        return 0.0
    spent = seconds(lambda: [waits(hand, rules, wall.situation) for hand in hands])
    return 1_000 * spent * len(ready) / len(hands)


def _first_call(wall: Wall) -> float:
    """Processor time of the first call in a fresh process, imports apart, in seconds."""
    code = _FIRST_CALL.format(tiles=format_tiles(wall.tiles), indicator=format_tiles(wall.situation.indicators))
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout)


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _percentile(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[-1]


def _print(what: str, measured: float, unit: str, asked: float | None = None) -> None:
    wanted = "" if asked is None else f"  (asked for: under {asked:g})"
    print(f"{what:44s} {measured:9.2f} {unit}{wanted}")


if __name__ == "__main__":
    main()
