"""What a picture is said to show. Apart, so that a command line can name the choices without loading any vision."""

from enum import StrEnum


class Layout(StrEnum):
    """What the picture is said to show."""

    SCENE = "scene"
    ROW = "row"
    TILE = "tile"
