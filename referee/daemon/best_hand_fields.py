"""The best hands of a wall as JSON has them: the same fields for `solve` and `build`."""

from collections.abc import Sequence

from referee.analysis.solver import BestHand
from referee.rules import Waits, wait_fields
from referee.tiles import format_tiles


def best_hand_fields(best: BestHand) -> dict[str, object]:
    """A hand, its waits with the live copies of each, and what it is compared by."""
    return {
        "hand": format_tiles(best.hand),
        "waits": live_waits_fields(best.waits, best.live_of_waits),
        "points": best.points,
        "live": best.live,
        "expectation": round(best.expectation, 2),
    }


def live_waits_fields(waits: Waits, live: Sequence[int]) -> list[dict[str, object]]:
    """Waits as the command `waits` has them, each with its live copies."""
    return [{**wait_fields(wait), "live": copies} for wait, copies in zip(waits.waits, live, strict=True)]
