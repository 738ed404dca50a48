"""What the locator network answers, plane by plane: shared by whoever trains it and whoever reads its answers."""

from typing import Final

STRIDE: Final = 4
"""The network answers for each cell of so many pixels squared."""

COARSEST: Final = 16
"""Width and height of what it is given must be multiples of this."""

UNIT_PX: Final = 16.0
"""Corner offsets are given in this unit, from the middle of a cell."""

HEAT: Final = 0
"""The plane that says (as a logit) whether the middle of a tile is here."""

LEVEL: Final = slice(1, 9)
"""x and y of four corners, clockwise from the top left, of a tile that is turned by less than about 38 degrees."""

STEEP: Final = slice(9, 17)
"""The same from the topmost corner, of a tile that stands on a corner."""

IS_LEVEL: Final = 17
"""Which of both counts, as a logit."""

PLANES: Final = 18
