"""What a house sets about its stream: outputs with their delays, logos, and pages of its own.

Nothing is read here; `stream_files` of these settings does, and says in one line what cannot be used.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from referee.daemon.used_values import used_by
from referee.display.outputs import DEFAULT_OUTPUTS, LONGEST_DELAY_S, Output, Shows, check_output_name
from referee.display.stream_files import StreamFiles, read_logo, read_own_pages

UNTIL_THE_END = "deal"

_MOST_OUTPUTS = 12
_MOST_LOGOS = 64


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def _delay(value: object) -> object:
    """A delay as it was written. Raises ValueError: one line, where each kind of value would give its own."""
    if value == UNTIL_THE_END or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value
    raise ValueError(f"seconds (0 to {LONGEST_DELAY_S:.0f}) or '{UNTIL_THE_END}', not {value!r}")


class OutputSettings(_Strict):
    """One output. `delay`: seconds, or `deal`: hands wait until the deal's result has been shown."""

    shows: Literal["public", "hands"]
    delay: Annotated[Literal["deal"] | float, BeforeValidator(_delay)]

    @model_validator(mode="after")
    def _can_be(self) -> "OutputSettings":
        self.output()
        return self

    def output(self) -> Output:
        """As the display takes it."""
        return Output(Shows(self.shows), None if self.delay == UNTIL_THE_END else float(self.delay))


class LogoSettings(_Strict):
    """Pictures of the house and of players, by the names that matches are opened with."""

    house: Annotated[Path, used_by(read_logo)] | None = None
    players: dict[str, Annotated[Path, used_by(read_logo)]] = Field(default={}, max_length=_MOST_LOGOS)


class StreamSettings(_Strict):
    """`outputs` change or add to the two that are always there; `pages`: a folder served at `/own/`."""

    outputs: dict[Annotated[str, AfterValidator(check_output_name)], OutputSettings] = Field(
        default={}, max_length=_MOST_OUTPUTS
    )
    logos: LogoSettings = LogoSettings()
    pages: Annotated[Path, used_by(read_own_pages)] | None = None

    def all_outputs(self) -> Mapping[str, Output]:
        """Every output by name."""
        return {**DEFAULT_OUTPUTS, **{name: settings.output() for name, settings in self.outputs.items()}}

    def files(self) -> StreamFiles:
        """The files that are named here, read. Raises DisplayError with the first that cannot be used."""
        return StreamFiles(
            house=read_logo(self.logos.house) if self.logos.house is not None else None,
            players={name: read_logo(path) for name, path in self.logos.players.items()},
            pages=read_own_pages(self.pages) if self.pages is not None else {},
        )


def with_stream_paths(stream: Any, folder: Path) -> Any:
    """The section as it was written, with its paths meant from the folder of the file."""
    if not isinstance(stream, dict):
        return stream
    found = dict(stream)
    if isinstance(found.get("pages"), str):
        found["pages"] = folder / found["pages"]
    logos = found.get("logos")
    if isinstance(logos, dict):
        found["logos"] = logos = dict(logos)
        if isinstance(logos.get("house"), str):
            logos["house"] = folder / logos["house"]
        players = logos.get("players")
        if isinstance(players, dict):
            logos["players"] = {
                name: folder / path if isinstance(path, str) else path for name, path in players.items()
            }
    return found
