"""How a relay board is wired to a table's keys and lamp, and how long that table takes. Pure values."""

from dataclasses import dataclass

from drivers.table.relay_dialect import DIALECTS, RelayDialect
from referee.tiles.errors import InputError


@dataclass(frozen=True, slots=True)
class RelayWiring:
    """Outputs press the start and the lift key, the input sees the ready lamp (None: nobody sees it).

    Raises InputError for wiring that makes no sense.
    """

    start: int
    lift: int
    ready: int | None = None
    lit_when: bool = True
    """Whether the lamp is on when the input reads high, or when it reads low."""
    dialect: RelayDialect = DIALECTS["numato"]
    press_s: float = 0.3
    push_in_s: float = 12.0
    """From the start key until people have pushed the tiles in and the table has closed."""
    stack_s: float = 160.0
    """At most so long until the ready lamp."""
    raise_s: float = 10.0
    """At most so long from the lift key until the lamp goes out, as the set below is gone upwards."""

    def __post_init__(self) -> None:
        if self.start == self.lift:
            raise InputError(f"outputs: start and lift are both {self.start}; each key needs an output of its own")
        if self.ready is not None and not self.dialect.read:
            raise InputError("inputs: this dialect reads no inputs; leave 'ready' out, or choose another board")

    @property
    def outputs(self) -> tuple[int, int]:
        """All outputs."""
        return self.start, self.lift
