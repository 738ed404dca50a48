"""The newest thing that went wrong with table, line or cameras, and whether it is over: for whoever comes to look.

No clock and no I/O; the desk's thread only.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from referee.desk.state import CameraStatus, CameraUse, TableStatus, Trouble

_Key: TypeAlias = tuple[object, ...]
_FROM_TABLE: Final = "table"
_FROM_CAMERAS: Final = "cameras"
_NOT_YET: Final = frozenset({"starting", "waiting", "unproven"})
"""What is said of a device before it was ever there."""


@dataclass(slots=True)
class TroubleBook:
    """Keeps one trouble: the one that began last."""

    newest: Trouble | None = None
    _open: dict[_Key, Trouble] = field(default_factory=dict)

    def table(self, status: TableStatus, now_ms: float) -> None:
        """Take in what the table says of itself."""
        found: dict[_Key, Trouble] = {
            (_FROM_TABLE, fault.code, fault.side, fault.part): Trouble(fault.code, now_ms, fault=fault)
            for fault in status.faults
        }
        if status.trouble and status.trouble not in _NOT_YET:
            code = f"LINE_{status.trouble.upper()}"
            found[(_FROM_TABLE, "line", status.link_up)] = Trouble(
                code, now_ms, trouble=status.trouble, port=status.port, facts=status.facts
            )
        self._update(_FROM_TABLE, found, now_ms)

    def cameras(self, statuses: Iterable[CameraStatus], now_ms: float) -> None:
        """Take in how the cameras fare."""
        found: dict[_Key, Trouble] = {
            (_FROM_CAMERAS, status.name, status.trouble): Trouble(
                status.code, now_ms, camera=status.name, trouble=status.trouble, facts=status.facts
            )
            for status in statuses
            if status.use is not CameraUse.READ and status.trouble not in _NOT_YET
        }
        self._update(_FROM_CAMERAS, found, now_ms)

    def _update(self, origin: str, found: dict[_Key, Trouble], now_ms: float) -> None:
        for key in [key for key in self._open if key[0] == origin and key not in found]:
            over = self._open.pop(key)
            if self.newest == over:
                self.newest = replace(over, over_ms=now_ms)
        for key, trouble in found.items():
            if key in self._open:
                known = replace(trouble, began_ms=self._open[key].began_ms)
                if self.newest == self._open[key]:
                    self.newest = known  # in its newest words
                self._open[key] = known
            else:
                self._open[key] = self.newest = trouble
