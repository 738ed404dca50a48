"""A junanaho that runs already: what it has open is in use as it is meant, and is not to be asked twice."""

import fcntl
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Final

from drivers.link.port_holders import Program

_PACKAGES: Final = ("referee", "drivers")


def is_junanaho(program: Program) -> bool:
    """Whether a program is a daemon of ours, or one of its processes, by the words that it was started with."""
    words = program.words
    return any(Path(word).name == "junanaho" for word in words[:2]) or any(
        word == "-m" and after.split(".")[0] in _PACKAGES for word, after in pairwise(words)
    )


def has_owner(store: Path) -> bool:
    """Whether a running daemon keeps this journal. Nothing is made where there is none."""
    with suppress(OSError), store.with_name(f"{store.name}.lock").open("rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
