"""The product's own tile faces: one drawing for the pages, the simulator and the training of the classifier.

`svg_text` and `png` read what the package holds; `draw` makes it anew.
"""

from referee.tiles.faces.packaged import FACES, UnknownFaceError, png, svg_text

__all__ = ["FACES", "UnknownFaceError", "png", "svg_text"]
