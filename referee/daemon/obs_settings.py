"""What a house sets about OBS: where it listens, and which scene belongs to which moment of the table."""

from pydantic import BaseModel, ConfigDict, Field, field_validator

from referee.display.views.table import OpenPhase


class ObsSettings(BaseModel):
    """OBS Studio with its WebSocket server (28 or newer). `scenes`: by phase as the public sees it; a phase without one
    leaves the scene as it is. `delay`: seconds, the same as the delay of what the stream shows."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    host: str = "127.0.0.1"
    port: int = Field(default=4455, ge=1, le=65535)
    password: str = ""
    delay: float = Field(default=0.0, ge=0, le=1800)
    scenes: dict[OpenPhase, str] = Field(min_length=1)

    @field_validator("scenes", mode="before")
    @classmethod
    def _names_phases(cls, scenes: object) -> object:
        if not isinstance(scenes, dict):
            return scenes
        return {OpenPhase(phase) if phase in set(OpenPhase) else phase: name for phase, name in scenes.items()}
