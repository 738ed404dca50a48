"""Red fives that the rules do not count are ordinary fives, whatever colour the camera sees."""

import math
from dataclasses import replace

from referee.desk.observation import SeenTile, TilesSeen
from referee.rules import RuleSet
from referee.tiles import NAMES
from referee.tiles.names import RED_FIVES


def without_uncounted_reds(seen: TilesSeen, rules: RuleSet) -> TilesSeen:
    """The same reading with every uncounted red five read as the five that it is."""
    merged = {red: five for red, five in RED_FIVES.items() if not rules.red_fives[NAMES[red][1]]}
    return replace(seen, tiles=tuple(_merged(tile, merged) for tile in seen.tiles)) if merged else seen


def _merged(tile: SeenTile, merged: dict[int, int]) -> SeenTile:
    log_probs = list(tile.log_probs)
    label = tile.label
    confidence = tile.confidence
    for red, five in merged.items():
        together = math.exp(log_probs[red]) + math.exp(log_probs[five])
        log_probs[red], log_probs[five] = -math.inf, math.log(max(together, 1e-300))
        if label in (NAMES[red], NAMES[five]):
            label, confidence = NAMES[five], min(1.0, together)
    # a doubt between the red and the plain five is none where both are the same tile
    sure = tile.sure or ((label != tile.label or label[0] == "5") and confidence > 0.99)
    return replace(tile, label=label, confidence=confidence, log_probs=tuple(log_probs), sure=sure)
