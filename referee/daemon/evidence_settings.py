"""What a house sets about the pictures that are kept of each discard: how much of the disk they may take."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from referee.daemon.evidence_ring import EvidenceLimits


class EvidenceSettings(BaseModel):
    """`most_mb` 0: no pictures are kept. `folder`: by default `evidence` beside the journal."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    most_mb: float = Field(default=200.0, ge=0, le=100_000)
    most_files: int = Field(default=20_000, ge=1, le=1_000_000)
    folder: Path | None = None

    @property
    def enabled(self) -> bool:
        """Whether any are kept."""
        return self.most_mb > 0

    def limits(self) -> EvidenceLimits:
        """As the folder of pictures takes them."""
        return EvidenceLimits(round(self.most_mb * 1e6), self.most_files)
