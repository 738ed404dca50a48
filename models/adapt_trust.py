"""Whether the labels of captured faces can be believed: a look at them with the model that is to be adapted.

A model errs, or there would be nothing to adapt, but it errs one way: an odd bird is taken for something else, and
nothing else is taken for the bird. Where many faces surely read otherwise, or two labels surely read as each other,
the labels are wrong more likely than the model. Pure.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MOST_CONTRADICTED: Final = 0.15
"""Share of the faces that may surely read otherwise than they are labelled."""

LEAST_EXCHANGED: Final = 0.5
"""Share of the faces of each of two labels that have to read as the other for them to be called exchanged."""

LEAST_FACES: Final = 3
"""Of fewer faces of a label nothing is said."""


@dataclass(frozen=True, slots=True)
class Looked:
    """One face: its label, what the model reads, and whether it is sure of that."""

    label: str
    read: str
    sure: bool


def doubts(faces: Sequence[Looked]) -> tuple[str, ...]:
    """What speaks against the labels, a sentence each; empty where nothing does."""
    counts = Counter(face.label for face in faces)
    against = Counter((face.label, face.read) for face in faces if face.sure and face.read != face.label)
    found = []
    for (label, read), count in sorted(against.items()):
        back = against.get((read, label), 0)
        enough = min(counts[label], counts[read]) >= LEAST_FACES
        if label < read and enough and min(count / counts[label], back / counts[read]) >= LEAST_EXCHANGED:
            found.append(
                f"{label} and {read} look exchanged: {count} of {counts[label]} faces labelled {label} surely read as"
                f" {read}, and {back} of {counts[read]} labelled {read} as {label}"
            )
    total = sum(against.values())
    if faces and total / len(faces) > MOST_CONTRADICTED:
        most = ", ".join(f"{label} read as {read} {count}" for (label, read), count in against.most_common(3))
        found.append(f"{total} of {len(faces)} faces surely read otherwise than they are labelled ({most})")
    return tuple(found)
