"""The configuration of a relay board in front of an unmodified table: its lines, its wiring, the table's times."""

from dataclasses import replace
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from drivers.link.named_port import port_named
from drivers.table.relay_dialect import DIALECTS, RelayDialect
from drivers.table.relay_settings import RelayWiring


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class RelayLines(_Strict):
    """Lines of a board that speaks otherwise than its dialect; what is left out stays as there."""

    on: str | None = None
    off: str | None = None
    read: str | None = None
    yes: str | None = None
    no: str | None = None
    hello: str | None = None
    there: str | None = None
    ending: str | None = None
    prompt: str | None = None


class RelayOutputs(_Strict):
    """The outputs that press the table's keys, by the board's own numbers."""

    start: int = Field(ge=0, le=255)
    lift: int = Field(ge=0, le=255)


class RelayInputs(_Strict):
    """The input that sees the ready lamp, if one does; `lit_when` it reads so the lamp is on."""

    ready: int | None = Field(default=None, ge=0, le=255)
    lit_when: Literal["high", "low"] = "high"


class RelayTableSettings(_Strict):
    """A relay board on a serial line presses the keys of a table that knows nothing of it."""

    kind: Literal["relay"]
    port: str = Field(min_length=1)
    baud_rate: int = Field(default=9600, ge=300, le=4_000_000)
    dialect: Literal["numato", "at", "lcus"] = "numato"
    lines: RelayLines = RelayLines()
    outputs: RelayOutputs
    inputs: RelayInputs = RelayInputs()
    press_s: float = Field(default=0.3, ge=0.05, le=5)
    push_in_s: float = Field(default=12.0, ge=0, le=120)
    stack_s: float = Field(default=160.0, ge=5, le=600)
    raise_s: float = Field(default=10.0, ge=1, le=120)

    @field_validator("port")
    @classmethod
    def _names_a_port(cls, port: str) -> str:
        return port_named(port).name

    @model_validator(mode="after")
    def _can_be_wired(self) -> "RelayTableSettings":
        self.wiring()
        return self

    def wiring(self) -> RelayWiring:
        """The driver's own form. Raises InputError for what makes no sense."""
        return RelayWiring(
            self.outputs.start,
            self.outputs.lift,
            self.inputs.ready,
            self.inputs.lit_when == "high",
            self._spoken(),
            self.press_s,
            self.push_in_s,
            self.stack_s,
            self.raise_s,
        )

    def _spoken(self) -> RelayDialect:
        given = {name: line for name, line in self.lines.model_dump().items() if line is not None}
        return replace(DIALECTS[self.dialect], **given)
