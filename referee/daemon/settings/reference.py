"""The reference of the configuration file as Markdown, made of its models and of the texts of the settings page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from pydantic.fields import FieldInfo

from referee.daemon.settings.fields import bounds_of, choices_of, default_of, described_keys
from referee.display.texts import Language, catalogue

_HEAD: Final = """# The configuration file

Made by `junanaho config reference`; an example with all of it is `config/example.yaml`. The file is YAML, read
strictly: a key that is not known, one that is given twice, and a value that cannot be are refused with file, line and
remedy (`junanaho config check FILE` names all of them at once). Every key may be left out unless it is marked *needed*.
Paths are meant from the folder of the file. The settings page of a running table (`/settings`, for the referee) changes
the same file and leaves its comments as they are.
"""


@dataclass(frozen=True, slots=True)
class _Line:
    """One key with what its models say."""

    key: str
    infos: tuple[FieldInfo, ...]

    @property
    def section(self) -> str:
        return self.key.partition(".")[0]

    def row(self, texts: Mapping[str, str]) -> str:
        return f"| `{self.key}` | {self._values()} | {self._default()} | {texts[f'setting.{self.key}']} |"

    def _values(self) -> str:
        said = [f"`{choice}`" for choice in dict.fromkeys(word for info in self.infos for word in choices_of(info))]
        low, high = bounds_of(self.infos[0])
        if low is not None:
            said.append(f"from {_plain(low)}" if high is None else f"{_plain(low)} to {_plain(high)}")
        return ", ".join(said)

    def _default(self) -> str:
        info = self.infos[0]
        if info.is_required():
            return "*needed*"
        default = default_of(info)
        if isinstance(default, bool):
            return f"`{str(default).lower()}`"
        if isinstance(default, float):
            return f"`{_plain(default)}`"
        return f"`{default}`" if default not in (None, "") else ""


def reference() -> str:
    """The whole page."""
    texts = catalogue(Language.EN)
    lines = [_Line(key, infos) for key, infos in described_keys().items()]
    sections = {line.section: [one for one in lines if one.key.startswith(f"{line.section}.")] for line in lines}
    alone = [line for line in lines if not sections[line.section]]
    parts = [_HEAD, *_table("The house", alone, texts)]
    for section, within in sections.items():
        if within:
            parts += _table(f"`{section}`", within, texts)
    return "\n".join(parts)


def _table(title: str, lines: Iterable[_Line], texts: Mapping[str, str]) -> list[str]:
    head = [f"## {title}\n", "| key | values | default | |", "| --- | --- | --- | --- |"]
    return [*head, *(line.row(texts) for line in lines), ""]


def _plain(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)
