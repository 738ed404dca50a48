"""The pictures that a model is adapted on: captured faces, and drawings by which it keeps what it knows.

Both are cut and spoiled by the training camera. Captured faces are drawn evenly over labels, and those more often about
which a person had to say something. Depends only on faces and seed.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from models.camera import cut_badly, cut_well
from models.captured import CapturedCrop
from models.crop import ANY_TURN, OTHER, Crop, Image
from models.pool import Pool
from models.reference_sample import own_glyphs
from models.scene import Scenery, empty_scene
from vision.model_file import INPUT_PX

INVENTED_SETS: Final = 30
BAD_CUT_SHARE: Final = 0.1
EMPTY_SHARE: Final = 0.03
WEIGHTS: Final = {"camera": 1.0, "confirmed": 2.0, "corrected": 4.0, "given": 4.0}
_TOLD_EVERY: Final = 50

Tell = Callable[[int], None]
"""Is told how many pictures have been made since it was last told."""


def captured_pool(faces: Sequence[CapturedCrop], count: int, seed: int, tell: Tell) -> Pool:
    """So many pictures of captured faces, every label of them alike."""
    rng = np.random.default_rng([seed, 1])
    by_label: dict[int, list[CapturedCrop]] = {}
    for face in faces:
        by_label.setdefault(face.crop.label, []).append(face)
    labels = sorted(by_label)
    shares = {
        label: np.array([WEIGHTS.get(face.said, 1.0) for face in of_label]) for label, of_label in by_label.items()
    }

    def picture() -> tuple[Image, int, int]:
        label = labels[rng.integers(len(labels))]
        chosen = int(rng.choice(len(by_label[label]), p=shares[label] / shares[label].sum()))
        return _cut(by_label[label][chosen].crop, rng)

    return _pool(picture, count, tell)


def reference_pool(count: int, seed: int, tell: Tell) -> Pool:
    """So many drawn pictures of every label, in the project's own and in invented styles."""
    rng = np.random.default_rng([seed, 2])
    scenery = Scenery(own_glyphs(rng, INVENTED_SETS))

    def picture() -> tuple[Image, int, int]:
        if rng.random() < EMPTY_SHARE:
            return cut_well(empty_scene(rng), rng)
        return _cut(scenery.draw(rng), rng)

    return _pool(picture, count, tell)


def _cut(crop: Crop, rng: np.random.Generator) -> tuple[Image, int, int]:
    return cut_badly(crop, rng) if rng.random() < BAD_CUT_SHARE else cut_well(crop, rng)


def _pool(picture: Callable[[], tuple[Image, int, int]], count: int, tell: Tell) -> Pool:
    pool = Pool(
        np.empty((count, INPUT_PX, INPUT_PX, 3), np.uint8), np.empty(count, np.int64), np.empty(count, np.uint8)
    )
    for index in range(count):
        pool.pictures[index], pool.labels[index], pool.turns[index] = picture()
        if index % _TOLD_EVERY == 0:
            tell(_TOLD_EVERY)
    pool.turns[pool.labels == OTHER] = ANY_TURN
    return pool
