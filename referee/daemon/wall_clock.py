"""Whether the clock on the wall can be believed: a board without a battery wakes up in the past, until NTP answers.

Nothing is computed from wall time; what is kept for people says beside it whether it was synchronised.
"""

import ctypes
import time
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Final

from referee.journal import Instant

_TIMEX_BYTES: Final = 208
_TIME_ERROR: Final = 5
_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


def is_synchronised() -> bool:
    """Whether the system's clock has been set by something that knows the time (adjtimex, read only)."""
    state = ctypes.CDLL(None, use_errno=True).adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
    return 0 <= int(state) < _TIME_ERROR


def instant() -> Instant:
    """This instant, as it is kept beside every event."""
    return Instant(
        datetime.now(UTC).isoformat(timespec="milliseconds"), is_synchronised(), _boot_id(), round(time.monotonic(), 6)
    )


def fields_of(instant: Instant) -> dict[str, str]:
    """An instant for a text file: wall time with its mark, the machine's boot id, and monotonic seconds within it."""
    return {
        "wall_time": instant.wall_time,
        "clock": "synchronised" if instant.synchronised else "not yet synchronised",
        "boot_id": instant.boot_id or "unknown",
        "monotonic_s": f"{instant.monotonic_s:.6f}",
    }


@cache
def _boot_id() -> str:
    """The id of the machine's run; empty where the system has none."""
    try:
        return _BOOT_ID.read_text().strip()
    except OSError:
        return ""
