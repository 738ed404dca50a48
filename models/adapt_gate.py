"""What an adapted model reads beside the one it came from, and whether it may take that one's place. Pure.

It may not if it reads less of the reference sample right, errs there more often while sure, has become much less sure,
or reads less of the held-out faces right, on whose kind it was trained.
"""

from dataclasses import dataclass
from typing import Final

from models.measure import Measures, Reading, measure
from vision.model_file import ModelCard

SLACK: Final = 1
"""So many pictures of the reference sample more or less are chance."""

LESS_SURE: Final = 0.05
"""How much of the reference sample it may be less sure of."""


@dataclass(frozen=True, slots=True)
class Figures:
    """One set as one model reads it, in pictures: how many, right, sure, and sure but wrong."""

    count: int
    right: int
    sure: int
    sure_wrong: int

    def as_fields(self) -> dict[str, float]:
        """For the card and for JSON: shares as everywhere in a card."""
        wrong = self.sure_wrong / self.sure if self.sure else 0.0
        shares = {"right": self.right / self.count, "sure": self.sure / self.count, "wrong_among_sure": wrong}
        return {"crops": self.count} | {name: round(share, 4) for name, share in shares.items()}


@dataclass(frozen=True, slots=True)
class Comparison:
    """A set as the old and as the new model read it."""

    name: str
    before: Figures
    after: Figures


def figures_of(reading: Reading, card: ModelCard) -> Figures:
    """What a model with this card made of a set."""
    found: Measures = measure(reading, card.temperature, card.sure_threshold, card.sure_margin)
    sure = round(found.sure * found.crops)
    return Figures(found.crops, round(found.right * found.crops), sure, round(found.wrong_sure * sure))


def objections(reference: Comparison, held_out: Comparison | None) -> tuple[str, ...]:
    """Why the new model may not take the old one's place, a sentence each; empty if it may."""
    found = []
    before, after = reference.before, reference.after
    if after.right < before.right - SLACK:
        found.append(
            f"it reads {before.right - after.right} of the {after.count} pictures of the reference sample less right"
            f" ({after.right} instead of {before.right})"
        )
    if after.sure_wrong > before.sure_wrong + SLACK:
        found.append(
            f"it errs while sure on {after.sure_wrong} pictures of the reference sample instead of {before.sure_wrong}"
        )
    if after.sure < before.sure - LESS_SURE * before.count:
        found.append(f"it is sure of {after.sure} pictures of the reference sample instead of {before.sure}")
    if held_out is not None and held_out.after.right < held_out.before.right:
        found.append(
            f"it reads {held_out.after.right} of the {held_out.after.count} held-out faces right"
            f" instead of {held_out.before.right}"
        )
    return tuple(found)
