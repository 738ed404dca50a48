"""The configuration file: strict YAML, validated as a whole; every error names file, line, key, value and remedy.

Nothing here opens a port, a camera or a database; `serving` does, from these frozen values.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from drivers.link.named_port import port_named
from referee.daemon.camera_settings import CameraSettings
from referee.daemon.capture_settings import CaptureSettings
from referee.daemon.configuration_paths import with_paths
from referee.daemon.evidence_settings import EvidenceSettings
from referee.daemon.folders import backups_beside, default_store
from referee.daemon.obs_settings import ObsSettings
from referee.daemon.relay_table_settings import RelayTableSettings
from referee.daemon.stream_settings import StreamSettings
from referee.daemon.used_values import CHECKING, used_by
from referee.display.certificate import Certificate
from referee.display.looks import Looks, Theme
from referee.display.roles import COMMENTATOR, OPERATOR, OVERLAY, REFEREE, Role
from referee.display.tokens import MIN_TOKEN_CHARACTERS, Tokens
from referee.game import Seat
from referee.rules import load_rules
from referee.strict_yaml import Document, YamlError, load_yaml, read_yaml
from referee.tiles import InputError
from vision.model_file import read_card


class ConfigurationError(InputError):
    """The configuration cannot be used; one line per problem, the first one in the message."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class TlsSettings(_Strict):
    """PEM files of the certificate (with its chain) and of its key."""

    certificate: Path
    key: Path

    def files(self) -> Certificate:
        """As the server takes them."""
        return Certificate(self.certificate, self.key)


class WebSettings(_Strict):
    """Where the pages are served. Bound to this machine alone unless told otherwise; in the clear without `tls`."""

    host: str = "127.0.0.1"
    port: int = Field(default=8017, ge=0, le=65535)
    tls: Annotated[TlsSettings, used_by(lambda tls: tls.files().check())] | None = None


class TokenSettings(_Strict):
    """Who may do what. `null` lets the daemon make a token, which holds for `valid_days` and is kept over restarts."""

    operator: Annotated[str, Field(min_length=MIN_TOKEN_CHARACTERS)] | None = None
    referee: Annotated[str, Field(min_length=MIN_TOKEN_CHARACTERS)] | None = None
    commentator: Annotated[str, Field(min_length=MIN_TOKEN_CHARACTERS)] | None = None
    overlay: Annotated[str, Field(min_length=MIN_TOKEN_CHARACTERS)] | None = None
    players: bool = False
    valid_days: int = Field(default=30, ge=1, le=3650)

    def by_role(self) -> dict[Role, str]:
        """Those that the house has set."""
        tokens = {OPERATOR: self.operator, REFEREE: self.referee, COMMENTATOR: self.commentator, OVERLAY: self.overlay}
        return {role: token for role, token in tokens.items() if token}


class DisclosureSettings(_Strict):
    """What a house shows beyond the least: a player's own waits on the player's page, hands to the operator."""

    player_waits: bool = False
    operator_hands: bool = False


class LooksSettings(_Strict):
    """How the pages look: `theme` felt, dark or contrast; `seats` the colours of seats as #rrggbb."""

    theme: Theme = Theme.FELT
    seats: dict[Seat, str] = {}

    @field_validator("theme", mode="before")
    @classmethod
    def _names_a_theme(cls, theme: object) -> object:
        return Theme(theme) if isinstance(theme, str) and theme in set(Theme) else theme

    @field_validator("seats", mode="before")
    @classmethod
    def _names_seats(cls, seats: object) -> object:
        if not isinstance(seats, dict):
            return seats
        return {Seat(seat) if seat in set(Seat) else seat: colour for seat, colour in seats.items()}

    @model_validator(mode="after")
    def _can_be(self) -> "LooksSettings":
        self.chosen()
        return self

    def chosen(self) -> Looks:
        """As the display takes it."""
        return Looks(self.theme, self.seats)


class ManualTableSettings(_Strict):
    """No table is driven: people say when the walls are up."""

    kind: Literal["manual"] = "manual"


class ControllerTableSettings(_Strict):
    """Our controller board on a serial line; `port` best by its stable name under /dev/serial/by-id, or tcp://host:port."""

    kind: Literal["controller"]
    port: str = Field(min_length=1)
    unit: str = ""

    @field_validator("port")
    @classmethod
    def _names_a_port(cls, port: str) -> str:
        return port_named(port).name


TableSettings = Annotated[
    ManualTableSettings | ControllerTableSettings | RelayTableSettings, Field(discriminator="kind")
]


class RecognitionSettings(_Strict):
    """How tiles are read. `still_ms`: how long a tile lies before it counts; the same for everyone, always.

    `model`: the classifier's file, such as one that `junanaho train --adapt` wrote; by default the shipped one.
    """

    still_ms: float = Field(default=800.0, ge=0, le=10_000)
    threads: int = Field(default=1, ge=1, le=16)
    model: Annotated[Path, used_by(read_card)] | None = None


class BackupSettings(_Strict):
    """Daily copies of the journal: the `keep` newest in `folder`, by default `backups` beside it. `keep` 0: none."""

    keep: int = Field(default=14, ge=0, le=3650)
    folder: Path | None = None


class Configuration(_Strict):
    """Everything that a house sets."""

    venue: str = ""
    rules: Annotated[str, used_by(load_rules)] = "happy"
    store: Path | None = None
    web: WebSettings = WebSettings()
    tokens: Annotated[TokenSettings, used_by(lambda tokens: Tokens(tokens.by_role()))] = TokenSettings()
    disclosure: DisclosureSettings = DisclosureSettings()
    looks: LooksSettings = LooksSettings()
    stream: StreamSettings = StreamSettings()
    table: TableSettings = ManualTableSettings()
    cameras: tuple[CameraSettings, ...] = ()
    recognition: RecognitionSettings = RecognitionSettings()
    capture: CaptureSettings = CaptureSettings()
    evidence: EvidenceSettings = EvidenceSettings()
    backup: BackupSettings = BackupSettings()
    obs: ObsSettings | None = None

    def journal(self) -> Path:
        """The journal's file, by default that of the data folder."""
        return self.store or default_store()

    def backups(self) -> Path:
        """The folder of the journal's copies, by default one beside it."""
        return self.backup.folder or backups_beside(self.journal())

    @model_validator(mode="after")
    def _names_are_unique(self) -> "Configuration":
        names = [camera.name for camera in self.cameras]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"cameras: two are called '{twice[0]}', each needs its own name")
        return self


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: where it stands and what to do."""

    line: int
    key: str
    text: str

    def sentence(self, path: Path) -> str:
        """One line for people."""
        return f"{path} line {self.line}: {self.key + ': ' if self.key else ''}{self.text}"


def load_configuration(path: Path) -> Configuration:
    """Read and validate a file. Raises ConfigurationError with the first problem (`check_configuration` has all)."""
    try:
        return _read(load_yaml(path), path)
    except YamlError as error:
        raise ConfigurationError(str(error)) from error


def configuration_of(text: str, path: Path) -> Configuration:
    """The same for a text; `path` is the file that it is meant to be."""
    try:
        return _read(read_yaml(text), path)
    except YamlError as error:
        raise ConfigurationError(f"{path} {error}") from error


def _read(document: Document, path: Path) -> Configuration:
    configuration, problems = _validated(document, path)
    if configuration is None:
        raise ConfigurationError(problems[0].sentence(path))
    return configuration


def tokens_in(text: str) -> TokenSettings | None:
    """The tokens of a text whose other values may be wrong; None if these are too."""
    try:
        data = read_yaml(text).data
        return TokenSettings.model_validate(data["tokens"]) if isinstance(data, dict) and data.get("tokens") else None
    except (YamlError, ValidationError):
        return None


def check_configuration(path: Path) -> tuple[Problem, ...]:
    """All problems of a file at once, in the order of its lines; empty if the daemon would take it.

    Files that it names are looked into as well; whether devices are there shows only when they are needed. Raises
    ConfigurationError for what is no YAML at all.
    """
    try:
        return _validated(load_yaml(path), path, CHECKING)[1]
    except YamlError as error:
        raise ConfigurationError(str(error)) from error


def check_text(text: str, path: Path) -> tuple[Problem, ...]:
    """The same for a text that is to become the file at `path`; no YAML at all is one problem."""
    try:
        return _validated(read_yaml(text), path, CHECKING)[1]
    except YamlError as error:
        return (Problem(error.line, "", str(error).partition(": ")[2]),)


def _validated(
    document: Document, path: Path, context: Mapping[str, object] | None = None
) -> tuple[Configuration | None, tuple[Problem, ...]]:
    try:
        return Configuration.model_validate(with_paths(document.data, path.parent), context=context), ()
    except ValidationError as error:
        problems = [_problem(document, entry) for entry in error.errors(include_url=False)]
        return None, tuple(sorted(problems, key=lambda problem: problem.line))


SECRETS: Final = frozenset(
    {"tokens.operator", "tokens.referee", "tokens.commentator", "tokens.overlay", "obs.password"}
)
"""Values that are never told, whatever is wrong with them: what is repeated in a log is none any more."""

_NO_KEYS = ("manual", "controller", "relay", "[key]")
"""What the validation names beside the keys that stand in the file."""


def _problem(document: Document, entry: Any) -> Problem:
    path = tuple(part for part in entry["loc"] if part not in _NO_KEYS)
    if entry["type"] == "union_tag_invalid":
        path = (*path, "kind")
    key = ".".join(str(part) for part in path)
    hides = any(secret == key or secret.startswith(f"{key}.") for secret in SECRETS)
    is_told = not hides and not isinstance(entry["input"], dict | list | tuple)
    value = f", not {entry['input']!r}" if is_told else ""
    match entry["type"]:
        case "extra_forbidden":
            text = "there is no such key; remove it or see docs/configuration.md"
        case "missing":
            text = "is missing; add it"
        case "union_tag_invalid":
            text = f"{entry['ctx']['tag']!r} is none of {entry['ctx']['expected_tags']}"
        case "value_error":
            text = str(entry["ctx"]["error"])
        case _:
            text = f"{entry['msg'][0].lower()}{entry['msg'][1:]}{value}"
    return Problem(document.line_of(*path), key, text)
