"""The pattern language in which a house describes yaku of its own, without code; `docs/yaku-patterns.md` teaches it."""

from referee.rules.patterns.errors import PatternError
from referee.rules.patterns.house_yaku import HouseYaku, read_house_yaku
from referee.rules.patterns.local_yaku import read_local_yaku

__all__ = ["HouseYaku", "PatternError", "read_house_yaku", "read_local_yaku"]
