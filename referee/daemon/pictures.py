"""Cut-outs of tiles for people to look at: kept in memory, the oldest dropped first. Safe from any thread."""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from typing import Final

_MOST: Final = 1_024  # of about 2 kB each: every tile of several deals
_MOST_BYTES: Final = 24_000_000  # faces with their surroundings are ten times as large


@dataclass(frozen=True, slots=True)
class KeptPicture:
    """A cut-out (JPEG), the face with its surroundings if that is wanted for training, and the camera it is from."""

    cutout: bytes
    face: bytes = b""
    camera: str = ""


class Pictures:
    """A bounded store of small pictures by id."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, KeptPicture] = OrderedDict()
        self._bytes = 0
        self._numbers = count(1)

    def keep(self, picture: bytes, face: bytes = b"", camera: str = "") -> str:
        """Keep a picture; its id. An empty picture gets the empty id."""
        if not picture:
            return ""
        with self._lock:
            name = f"p{next(self._numbers)}"
            self._kept[name] = KeptPicture(picture, face, camera)
            self._bytes += len(picture) + len(face)
            while len(self._kept) > _MOST or self._bytes > _MOST_BYTES:
                _, dropped = self._kept.popitem(last=False)
                self._bytes -= len(dropped.cutout) + len(dropped.face)
        return name

    def refresh(self, names: Iterable[str]) -> None:
        """These are still shown: others are dropped before them."""
        with self._lock:
            for name in names:
                if name in self._kept:
                    self._kept.move_to_end(name)

    def find(self, name: str) -> KeptPicture | None:
        """All that was kept under the id, or None if it was dropped."""
        with self._lock:
            return self._kept.get(name)

    def get(self, name: str) -> bytes | None:
        """The cut-out, or None if it was dropped."""
        found = self.find(name)
        return None if found is None else found.cutout
