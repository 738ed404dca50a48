"""Runs something that the system may never finish, and waits for it only so long."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

Result = TypeVar("Result")


def run_within(work: Callable[[], Result], timeout_s: float, thread_name: str) -> Result:
    """What `work` returns, or raises, in a thread of its own.

    Raises TimeoutError if it is not done in time; its thread is then left to itself and keeps no program from ending.
    """
    outcome: Future[Result] = Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:  # whatever it is, it belongs to whoever waits
            outcome.set_exception(error)

    threading.Thread(target=run, name=thread_name, daemon=True).start()
    return outcome.result(timeout_s)
