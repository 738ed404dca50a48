"""Tells blank white dragons from white backs by the other faces in the same picture.

Both are plain and light; a network that sees one tile knows neither the lamp nor the set. Beside the faces of the same
set the lamp cancels out: a blank dragon has their body colour, a back differs from it by a tint. Where nothing but
plain tiles is seen, or the tint is too slight, the answer stays as unsure as it was. Pure; runs in its caller's thread.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from referee.tiles.names import BACK, LABELS, OTHER
from vision.classify import Classification
from vision.model_file import ModelCard
from vision.rectify import Picture
from vision.seen_tile import Classified

_WHITE_AT: Final = LABELS.index("5z")
_BACK_AT: Final = LABELS.index(BACK)
_PLAIN: Final = frozenset(("5z", BACK))

_LEAST_FACES: Final = 2
_NEAREST: Final = 6  # faces around a plain tile: light differs over a table
_INSIDE: Final = 0.16  # left out on each side: margin, rim, bevel
_BODY_SHARE: Final = 60.0  # percentile of light above which a face is body and not ink
_SPREAD: Final = 0.022  # of the tint between bodies of one set under one lamp, in natural logarithms
_TINT_RANGE: Final = 0.8  # tints of backs lie anywhere within
_SHADE: Final = -0.45  # darker than the bodies by more than that: shadow or a grey back, which a tint does not tell
_LEAST_PLAIN: Final = 0.5  # probability of either, below which a tile is not touched
_CLEAR: Final = 7.0  # log odds of the network that no comparison overrules: a frame, a strong colour
_HEARD: Final = 2.5  # log odds of the network are heard up to that


def settle_plain(
    faces: Sequence[Picture], answers: Sequence[Classified], centres: NDArray[np.float64], card: ModelCard
) -> list[Classified]:
    """The answers, in which plain tiles are decided anew by their tint against the bodies of the faces around them.

    `faces`: the BGR crops that were classified, of one picture; `centres`: (n, 2) where they lie in it, in any unit;
    `card`: of the model that answered, for its thresholds.
    """
    known = [at for at, answer in enumerate(answers) if answer.sure and answer.label not in (*_PLAIN, OTHER)]
    settled = list(answers)
    if len(known) < _LEAST_FACES:
        return settled
    bodies = np.array([_body(faces[at]) for at in known])
    for at, answer in enumerate(answers):
        if not _is_open(answer):
            continue
        away = np.linalg.norm(centres[known] - centres[at], axis=1)
        body = np.median(bodies[np.argsort(away)[:_NEAREST]], axis=0)
        step = _plain_colour(faces[at]) - body
        if step.mean() > _SHADE:
            settled[at] = _decided(answer, _odds(step), card)
    return settled


def _is_open(answer: Classified) -> bool:
    """Whether the tile is plain, and the network not certain which of both."""
    white, back = float(answer.log_probs[_WHITE_AT]), float(answer.log_probs[_BACK_AT])
    return bool(np.logaddexp(white, back) > np.log(_LEAST_PLAIN)) and abs(white - back) < _CLEAR


def _odds(step: NDArray[np.float64]) -> float:
    """Log odds of a white dragon against a back, from the plain colour less the body's, in logarithms (3,)."""
    tint = float(np.linalg.norm(step - step.mean()))
    white = np.log(2 / np.sqrt(2 * np.pi) / _SPREAD) - 0.5 * (tint / _SPREAD) ** 2
    return float(white - np.log(1 / _TINT_RANGE))


def _decided(answer: Classified, odds: float, card: ModelCard) -> Classified:
    log_probs = answer.log_probs.astype(np.float64)
    both = np.logaddexp(log_probs[_WHITE_AT], log_probs[_BACK_AT])
    odds += float(np.clip(log_probs[_WHITE_AT] - log_probs[_BACK_AT], -_HEARD, _HEARD))
    log_probs[_WHITE_AT] = both - np.logaddexp(0.0, -odds)
    log_probs[_BACK_AT] = both - np.logaddexp(0.0, odds)
    order = np.argsort(log_probs)
    best, lead = int(order[-1]), float(np.exp(log_probs[order[-1]]) - np.exp(log_probs[order[-2]]))
    confidence = float(np.exp(log_probs[best]))
    sure = confidence >= card.sure_threshold and lead >= card.sure_margin
    return Classification(LABELS[best], confidence, sure, answer.turn, log_probs.astype(np.float32))


def _inner(face: Picture) -> NDArray[np.float64]:
    height, width = face.shape[:2]
    dy, dx = round(_INSIDE * height), round(_INSIDE * width)
    return face[dy : height - dy, dx : width - dx].reshape(-1, 3).astype(np.float64)


def _body(face: Picture) -> NDArray[np.float64]:
    """The logarithm of the body's colour (BGR) behind the ink."""
    pixels = _inner(face)
    light = pixels.sum(axis=1)
    return np.asarray(np.log(np.median(pixels[light >= np.percentile(light, _BODY_SHARE)], axis=0).clip(4)))


def _plain_colour(face: Picture) -> NDArray[np.float64]:
    return np.asarray(np.log(np.median(_inner(face), axis=0).clip(4)))
