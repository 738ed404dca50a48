"""Faces out of pictures whose labels a person gives: one that shows a single face, or tiles in reading order.

What the model reads is noted beside the label and decides nothing but where the faces lie. Belongs to one command.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.daemon.captured_face import GIVEN, GIVEN_HELD_OUT, Face, Said
from referee.daemon.face_picture import box_in, face_with_surroundings
from referee.tiles import BACK, OTHER, InputError, format_tile, parse_tiles
from vision.classify import Classifier
from vision.readings import Polygon, TileReading
from vision.rectify import Picture
from vision.see import Seer
from vision.seen_tile import reading_of


@dataclass(frozen=True, slots=True)
class LabelledPictures:
    """How pictures are looked at; `held_out`: their faces are to check with, not to train on."""

    classifier: Classifier
    seer: Seer
    held_out: bool = False

    def faces(self, picture: Picture, labels: Sequence[str]) -> list[Face]:
        """The tiles in a picture, with their labels in reading order. Raises InputError if their number differs."""
        tiles = self.seer.see(picture).tiles
        if len(tiles) != len(labels):
            hint = "; cut it to the tile and say --face" if len(labels) == 1 else ""
            raise InputError(f"shows {len(tiles)} tiles, but {len(labels)} labels are given{hint}")
        return [self._face(picture, tile, label) for tile, label in zip(tiles, labels, strict=True)]

    def single_face(self, picture: Picture, label: str) -> Face:
        """The face that a picture shows and nothing else; one on its side is stood up."""
        (answer,) = self.classifier.classify([picture])
        return self._face(picture, reading_of(answer, _upright(picture)), label)

    def _face(self, picture: Picture, tile: TileReading, label: str) -> Face:
        content = face_with_surroundings(picture, tile.polygon)
        if not content:
            raise InputError("shows a tile that is too small")
        return Face(
            picture=content,
            box=box_in(content),
            label=label,
            said=Said.GIVEN,
            camera=GIVEN_HELD_OUT if self.held_out else GIVEN,
            read=tile.label,
            confidence=tile.confidence,
            sure=tile.sure,
            model=self.classifier.model.sha256,
        )


def labels_of(text: str) -> tuple[str, ...]:
    """The labels in a text: tiles in mpsz such as `1s` or `123m5z`, or `back`, or `other`. Raises InputError."""
    if text in (BACK, OTHER):
        return (text,)
    return tuple(format_tile(tile) for tile in parse_tiles(text))


def _upright(picture: Picture) -> Polygon:
    """The corners of the whole picture, from where the face has its top left: it is higher than wide."""
    height, width = picture.shape[:2]
    right, bottom = float(width), float(height)
    corners: Polygon = ((0.0, 0.0), (right, 0.0), (right, bottom), (0.0, bottom))
    return corners if height >= width else (corners[1], corners[2], corners[3], corners[0])
