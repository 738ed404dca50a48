"""Who wants to be told of a table's events. A callback that fails is logged and does no harm to the others."""

import threading
from collections.abc import Callable
from typing import Protocol

from drivers.table.events import TableEvent


class _Log(Protocol):
    def exception(self, event: str, **values: str) -> object: ...


class Subscribers:
    """Callbacks in the order of subscription; may be added and removed from any thread, also from a callback."""

    def __init__(self, log: _Log) -> None:
        self._log = log
        self._lock = threading.Lock()
        self._callbacks: tuple[Callable[[TableEvent], None], ...] = ()

    def add(self, callback: Callable[[TableEvent], None]) -> Callable[[], None]:
        """Tell `callback` from now on; what is returned takes it off again."""
        with self._lock:
            self._callbacks = (*self._callbacks, callback)

        def remove() -> None:
            with self._lock:
                self._callbacks = tuple(known for known in self._callbacks if known is not callback)

        return remove

    def tell(self, event: TableEvent) -> None:
        """Tell everyone, on the calling thread."""
        for callback in self._callbacks:
            try:
                callback(event)
            except Exception:  # a callback is anybody's code: whatever it raises, the others have to be told
                self._log.exception("subscriber_failed", table_event=str(event))
