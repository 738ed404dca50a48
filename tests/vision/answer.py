"""What a classifier says of a face, as far as location cares."""

from dataclasses import dataclass, field

import numpy as np

from referee.tiles import LABELS


@dataclass
class Answer:
    label: str = "1m"
    confidence: float = 0.99
    sure: bool = True
    turn: int = 0
    log_probs: np.ndarray = field(default_factory=lambda: np.zeros(len(LABELS), np.float32))
