"""What a house sets about keeping faces for training. Off unless it says so: hidden hands are among them."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from referee.daemon.captured_face import CaptureLimits


class CaptureSettings(BaseModel):
    """`folder`: where faces are kept, by default `captured` in the data folder; the others bound how many."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    enabled: bool = False
    folder: Path | None = None
    most_per_label: int = Field(default=200, ge=1, le=5_000)
    most_mb_per_label: float = Field(default=4.0, ge=0.1, le=100)

    def limits(self) -> CaptureLimits:
        """As the folder of faces takes them."""
        return CaptureLimits(self.most_per_label, round(self.most_mb_per_label * 1e6))
