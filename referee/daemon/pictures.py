"""Cut-outs of tiles for people to look at: kept in memory, the oldest dropped first. Safe from any thread."""

import threading
from collections import OrderedDict
from itertools import count

_MOST = 1_024  # of about 2 kB each: every tile of several deals


class Pictures:
    """A bounded store of small pictures by id."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._numbers = count(1)

    def keep(self, picture: bytes) -> str:
        """Keep a picture; its id. An empty picture gets the empty id."""
        if not picture:
            return ""
        with self._lock:
            name = f"p{next(self._numbers)}"
            self._kept[name] = picture
            while len(self._kept) > _MOST:
                self._kept.popitem(last=False)
        return name

    def get(self, name: str) -> bytes | None:
        """The picture, or None if it was dropped."""
        with self._lock:
            return self._kept.get(name)
