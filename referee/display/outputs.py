"""The outputs of the stream: what each shows, and how much later than the table. Pure.

An output that shows hands keeps them back by default until the deal's result has been shown; what lies open is live
meanwhile. With a delay in seconds everything of it is that much older than the table, the clock too.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from referee.display.errors import DisplayError

LONGEST_DELAY_S: Final = 1_800.0
HANDS_OUTPUT: Final = "hands"
PUBLIC_OUTPUT: Final = "public"

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,29}")


class Shows(StrEnum):
    """What an output shows."""

    PUBLIC = "public"
    """What lies open on the table; nobody needs a token for it."""
    HANDS = "hands"
    """The hands with their waits as well."""


@dataclass(frozen=True, slots=True)
class Output:
    """One output. `delay_s` None: hands are kept back until the deal is over."""

    shows: Shows
    delay_s: float | None

    def __post_init__(self) -> None:
        """Raise DisplayError for a delay that cannot be."""
        if self.delay_s is None and self.shows is Shows.PUBLIC:
            raise DisplayError("delay: 'deal' is for hands, and this output shows none: give seconds, or 0")
        if self.delay_s is not None and not 0 <= self.delay_s <= LONGEST_DELAY_S:
            raise DisplayError(f"delay: 'deal' or 0 to {LONGEST_DELAY_S:.0f} seconds, not {self.delay_s:g}")

    @property
    def behind_ms(self) -> float:
        """How much older than the table all of it is, in milliseconds."""
        return (self.delay_s or 0) * 1000


DEFAULT_OUTPUTS: Final[Mapping[str, Output]] = {
    PUBLIC_OUTPUT: Output(Shows.PUBLIC, 0),
    HANDS_OUTPUT: Output(Shows.HANDS, None),
}
"""The outputs that are always there; a house may set them otherwise and add its own."""


def check_output_name(name: str) -> str:
    """The name, if it may stand in an address. Raises DisplayError."""
    if _NAME.fullmatch(name) is None:
        raise DisplayError(
            f"'{name[:40]}' is no name of an output: small letters, digits and dashes, 30 at most, a letter first"
        )
    return name
