"""Whether the clock on the wall can be believed: a board without a battery wakes up in the past, until NTP answers.

Nothing is computed from wall time; what is kept for people says beside it whether it was synchronised.
"""

import ctypes
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

_TIMEX_BYTES: Final = 208
_TIME_ERROR: Final = 5
_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


def is_synchronised() -> bool:
    """Whether the system's clock has been set by something that knows the time (adjtimex, read only)."""
    state = ctypes.CDLL(None, use_errno=True).adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
    return 0 <= int(state) < _TIME_ERROR


def moment() -> dict[str, str]:
    """This moment for a record: wall time with its mark, the machine's boot id, and monotonic seconds within it."""
    try:
        boot_id = _BOOT_ID.read_text().strip()
    except OSError:
        boot_id = "unknown"
    return {
        "wall_time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "clock": "synchronised" if is_synchronised() else "not yet synchronised",
        "boot_id": boot_id,
        "monotonic_s": f"{time.monotonic():.6f}",
    }
