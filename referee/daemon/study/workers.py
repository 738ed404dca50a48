"""Worker processes that do many pieces of work and hand the results back in order.

The main thread waits for the oldest piece; at most two pieces a worker are under way, so that an interrupted study ends
within a second. Interrupts are for the parent alone: a worker ignores Ctrl-C and ends when its pool does.
"""

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from types import TracebackType
from typing import Final, Self, TypeVar

_UNDER_WAY: Final = 2  # pieces for each worker: one in work, one waiting

Piece = TypeVar("Piece")
Result = TypeVar("Result")


class Workers:
    """So many processes; with one job everything is done here, and there is no other process."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        if self._jobs > 1:
            context = multiprocessing.get_context("spawn")  # a forked child would inherit whatever threads held locked
            self._pool = ProcessPoolExecutor(self._jobs, context, _ignore_interrupts)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def results(self, work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """The result of each piece, in order."""
        if self._pool is None:
            yield from map(work, pieces)
            return
        under_way: deque[Future[Result]] = deque()
        for piece in pieces:
            under_way.append(self._pool.submit(work, piece))
            if len(under_way) >= _UNDER_WAY * self._jobs:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
