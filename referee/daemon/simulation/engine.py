"""`simulate --pipeline engine`: deals by rules and game alone, in as many processes as are wanted.

Every match has a seed of its own, made of the seed and its number, and counts in the order of these numbers: what comes
out is the same whatever the number of processes, and however fast each of them is.
"""

import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context
from random import Random
from typing import Final, TypeAlias

from referee.analysis.players import Character
from referee.analysis.playout import Playout, SeatTally, deal_tally, seat_tally
from referee.game import Seat
from referee.rules import RuleSet, load_rules

MOST_DEALS: Final = 50
"""Of one match: an open one has no end, and a last deal that is drawn can be repeated for ever."""

_WAITING_PER_JOB: Final = 2


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """What to play: so many matches, or so many deals over as many matches as that takes."""

    rules: str
    players: tuple[Character, ...]
    seed: int = 1
    matches: int | None = None
    deals: int | None = None
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class DealFigures:
    """What came of one deal: how it ended, by seat, and which mistakes were made in it."""

    counts: Counter[str]
    seats: dict[Seat, SeatTally]
    mistakes: Counter[str]


@dataclass(frozen=True, slots=True)
class EngineRun:
    """All deals that were played, in order."""

    deals: tuple[DealFigures, ...]
    matches: int
    seconds: float


Deals: TypeAlias = list[DealFigures]
"""The deals of a match, in order."""

_Task: TypeAlias = tuple[str, tuple[Character, ...], str, int]


def play_engine(config: EngineConfig, on_deals: Callable[[int], None] = lambda count: None) -> EngineRun:
    """Play. `on_deals` is told the number of finished deals."""
    began_s = time.perf_counter()
    played: Deals = []
    matches = 0
    with closing(_in_order(config)) as finished:
        for deals in finished:
            matches += 1
            played += deals if config.deals is None else deals[: config.deals - len(played)]
            on_deals(len(played))
            if matches == config.matches or (config.deals is not None and len(played) >= config.deals):
                break
    return EngineRun(tuple(played), matches, time.perf_counter() - began_s)


def play_match(rules_name: str, players: tuple[Character, ...], seed: str, most_deals: int) -> Deals:
    """The deals of one match."""
    playout = Playout(_rules(rules_name), Random(seed), [character.player for character in players])
    match = playout.play(most_deals)
    mistakes: dict[int, Counter[str]] = {deal.no: Counter() for deal in match.deals}
    for incident in playout.incidents:
        mistakes[incident.deal][incident.slip.value] += 1
    return [
        DealFigures(deal_tally(deal), {seat: seat_tally(deal, seat) for seat in deal.seats}, mistakes[deal.no])
        for deal in match.deals
    ]


def _in_order(config: EngineConfig) -> Generator[Deals, None, None]:
    """The deals of one match after the other; whoever asks says when it is enough."""
    most = MOST_DEALS if config.deals is None else min(MOST_DEALS, config.deals)
    numbers = range(config.matches or config.deals or 1)  # a match has at least one deal
    tasks = ((config.rules, config.players, f"{config.seed}/{number}", most) for number in numbers)
    if config.jobs == 1:
        for task in tasks:
            yield play_match(*task)
        return
    yield from _shared_out(tasks, config.jobs)


def _shared_out(tasks: Iterable[_Task], jobs: int) -> Generator[Deals, None, None]:
    waiting: deque[Future[Deals]] = deque()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_leave_interrupts_alone) as pool:
        try:
            for task in tasks:
                waiting.append(pool.submit(play_match, *task))
                if len(waiting) > _WAITING_PER_JOB * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def _leave_interrupts_alone() -> None:
    """Ctrl-C reaches every process of the terminal; the one that shares the work out ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@lru_cache(maxsize=4)
def _rules(name: str) -> RuleSet:
    return load_rules(name)
