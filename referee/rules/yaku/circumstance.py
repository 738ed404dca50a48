"""The yaku that come from when and how the hand is won, not from its tiles."""

from referee.rules.choices import FirstDiscardRon
from referee.rules.yaku.win import Win


def riichi(win: Win) -> bool:
    """Riichi stands."""
    return win.circumstances.riichi


def ippatsu(win: Win) -> bool:
    """Won within the first go-around after riichi, as long as the rule set says."""
    return win.circumstances.ippatsu


def houtei(win: Win) -> bool:
    """Won on the last discard."""
    return win.circumstances.houtei


def renhou(win: Win) -> bool:
    """Won before the own first discard, where that is 4 han; where it is a limit, `scorer` compares the two."""
    return win.circumstances.renhou is FirstDiscardRon.RENHOU_4HAN
