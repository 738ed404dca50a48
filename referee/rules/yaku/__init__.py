"""The yaku: one function each, by family, and the table that says what each is worth."""

from referee.rules.yaku.names import YakuId
from referee.rules.yaku.table import Yaku, YakuTable
from referee.rules.yaku.win import Tiles, Win

__all__ = ["Tiles", "Win", "Yaku", "YakuId", "YakuTable"]
