"""Works out insights beside the loop that serves the pages, one at a time and only the newest.

A thread of its own does the work, so that neither events nor pages wait for it; the public in particular is served
before anybody asks here. All calls come from the server's loop.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from referee.display.insight import Insight, insight_into
from referee.game import Deal, Match


class Analyst:
    """Answers with what is known by now, and calls `changed` when more is."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._workers: ThreadPoolExecutor | None = None
        self._known = Insight()
        self._wanted: tuple[Match, Deal] | None = None
        self._work: asyncio.Future[Insight] | None = None

    def open(self) -> None:
        """Begin to work; before that, and after the end, nothing is known."""
        self._workers = ThreadPoolExecutor(max_workers=1, thread_name_prefix="analyst")

    def close(self) -> None:
        """End; what is being worked out is finished first."""
        if self._workers is not None:
            self._workers.shutdown(wait=True, cancel_futures=True)
            self._workers = None

    def insight(self, match: Match | None) -> Insight:
        """What is known of the newest deal of a match. Where that is not everything yet, `changed` will be called."""
        deal = match.deal if match is not None else None
        if match is None or deal is None or self._workers is None:
            return Insight()
        if self._known.deal is deal:
            return self._known
        self._wanted = (match, deal)
        self._begin()
        return self._known.until_weighed(deal)

    def _begin(self) -> None:
        if self._workers is None or self._wanted is None or self._work is not None:
            return
        (match, deal), self._wanted = self._wanted, None
        loop = asyncio.get_running_loop()
        self._work = loop.run_in_executor(self._workers, insight_into, match.rules, deal, self._known)
        self._work.add_done_callback(lambda work: self._done(work, deal))

    def _done(self, work: asyncio.Future[Insight], deal: Deal) -> None:
        self._work = None
        if work.cancelled():
            return
        error = work.exception()
        if error is not None:
            # a page without odds is better than no page: what went wrong is told where the loop tells such things
            context = {"message": "the odds of a deal could not be worked out", "exception": error}
            asyncio.get_running_loop().call_exception_handler(context)
        self._known = Insight(deal) if error is not None else work.result()
        if self._wanted is not None:
            self._begin()
        else:
            self._changed()
