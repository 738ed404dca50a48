"""Waiting for what another thread or process does."""

import threading
from collections.abc import Callable

import pytest

_TURN_S = 0.002


def wait_until(condition: Callable[[], bool], *, patience_s: float = 20.0) -> None:
    """Look until it holds; each turn yields to the other threads. Fails after `patience_s` seconds of looking."""
    pause = threading.Event()
    for _ in range(int(patience_s / _TURN_S)):
        if condition():
            return
        pause.wait(_TURN_S)
    pytest.fail("it did not happen")
