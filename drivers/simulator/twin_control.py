"""The client end of the twin's control channel: for the hall, for tests, for training of operators."""

from typing import Any

from drivers.simulator.control_client import ControlClient
from drivers.table.states import Button


class TwinControl(ControlClient):
    """A connection to a twin. Raises InputError when the twin refuses a request or is gone."""

    what = "twin"

    def state(self) -> dict[str, Any]:
        """The table now: state, stacking, stacks, elapsed_ms, faults, host, boot_id, deal_no."""
        state: dict[str, Any] = self.request("state")["state"]
        return state

    def walls(self) -> dict[str, Any] | None:
        """The truth about the walls on the table: deal_no, tile_set, walls (per side 34 tile names); None without."""
        walls: dict[str, Any] | None = self.request("walls")["walls"]
        return walls

    def follow(self, script: str) -> int:
        """Let happen what a fault script says; returns how many things. Raises InputError for a bad script."""
        planned: int = self.request("script", text=script)["planned"]
        return planned

    def discarded(self) -> None:
        """Tell the twin that a tile was discarded, for scripts that wait for it."""
        self.request("discarded")

    def press(self, side: int, button: Button) -> None:
        """Press a key."""
        self.request("press", side=side, button=str(button))
