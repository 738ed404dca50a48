"""A yaku that is described by a pattern: a house's own, or one of the local yaku that are shipped."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from referee.rules.errors import shown
from referee.rules.frozen import FrozenMap
from referee.rules.patterns.conditions import Condition
from referee.rules.patterns.errors import PatternError, inside
from referee.rules.patterns.reader import CONDITIONS, read_conditions, unknown_key
from referee.rules.titles import TITLE_EXPECTED, read_title

if TYPE_CHECKING:
    from referee.rules.yaku.win import Win

_ID: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_ABOUT: Final = ("id", "title", "han", "yakuman", "replaces")
_MOST_HAN: Final = 13
_MOST_YAKUMAN: Final = 6


@dataclass(frozen=True, slots=True)
class HouseYaku:
    """A yaku with its pattern.

    `title` are its names by language. One of `han` and `yakuman` (a multiple) is 0. `replaces` are the yaku that do
    not count beside it. `source` is the whole description as JSON text, from which `plain` comes back.
    """

    id: str
    title: FrozenMap[str]
    han: int
    yakuman: int
    replaces: tuple[str, ...]
    source: str
    condition: Condition = field(compare=False, repr=False)

    @property
    def plain(self) -> dict[str, object]:
        """The description as YAML and JSON hold it."""
        plain: dict[str, object] = json.loads(self.source)
        return plain

    def holds(self, win: "Win") -> bool:
        """Whether a win has this yaku."""
        return self.condition.holds(win)


def read_house_yaku(value: object) -> HouseYaku:
    """A yaku from plain data. Raises PatternError that leads to what is wrong."""
    if not isinstance(value, Mapping):
        raise PatternError(f"{shown(value)} describes no yaku: expected id, title, han or yakuman, and conditions")
    for name in value:
        if name not in (*_ABOUT, *CONDITIONS):
            with inside(str(name)):
                raise PatternError(unknown_key(name, (*_ABOUT, *CONDITIONS)))
    id_ = _read_id(value)
    title = _read_title(value)
    han, yakuman = _read_worth(value)
    replaces = _read_replaces(value)
    conditions = {str(name): part for name, part in value.items() if name not in _ABOUT}
    return HouseYaku(
        id=id_,
        title=title,
        han=han,
        yakuman=yakuman,
        replaces=replaces,
        condition=read_conditions(conditions),
        source=json.dumps({**value, "title": dict(title)}, ensure_ascii=False),
    )


def _read_id(value: Mapping[str, object]) -> str:
    id_ = value.get("id")
    if isinstance(id_, str) and _ID.fullmatch(id_):
        return id_
    if id_ is None:
        raise PatternError("id is missing: expected a name such as golden_gate")
    with inside("id"):
        raise PatternError(f"{shown(id_)} is no id: expected small letters, digits and _, at most 40, as golden_gate")


def _read_title(value: Mapping[str, object]) -> FrozenMap[str]:
    if "title" not in value:
        raise PatternError(f"title is missing: expected {TITLE_EXPECTED}, at least one")
    title = read_title(value["title"])
    if title:
        return title
    with inside("title"):
        raise PatternError(f"{shown(value['title'])} is no title: expected {TITLE_EXPECTED}, at least one")


def _read_worth(value: Mapping[str, object]) -> tuple[int, int]:
    if ("han" in value) == ("yakuman" in value):
        raise PatternError("expected either han or yakuman, how much it is worth")
    name, most = ("han", _MOST_HAN) if "han" in value else ("yakuman", _MOST_YAKUMAN)
    worth = value[name]
    if isinstance(worth, int) and not isinstance(worth, bool) and 1 <= worth <= most:
        return (worth, 0) if name == "han" else (0, worth)
    with inside(name):
        raise PatternError(f"{shown(worth)}: expected a whole number from 1 to {most}")


def _read_replaces(value: Mapping[str, object]) -> tuple[str, ...]:
    ids = value.get("replaces", [])
    with inside("replaces"):
        if not isinstance(ids, list):
            raise PatternError(f"{shown(ids)} is no list: expected ids of yaku, such as [iipeikou]")
        for place, id_ in enumerate(ids):
            if not isinstance(id_, str) or not _ID.fullmatch(id_):
                with inside(place):
                    raise PatternError(f"{shown(id_)} is no id of a yaku")
    return tuple(ids)
