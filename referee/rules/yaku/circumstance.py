"""The yaku that come from when and how the hand is won, not from its tiles."""

from referee.rules.choices import FirstDiscardRon
from referee.rules.situation import Circumstances


def riichi(circumstances: Circumstances) -> bool:
    """Riichi stands."""
    return circumstances.riichi


def ippatsu(circumstances: Circumstances) -> bool:
    """Won within the first go-around after riichi, as long as the rule set says."""
    return circumstances.ippatsu


def houtei(circumstances: Circumstances) -> bool:
    """Won on the last discard."""
    return circumstances.houtei


def renhou(circumstances: Circumstances) -> bool:
    """Won before the own first discard, where that is 4 han; where it is a limit, `scorer` compares the two."""
    return circumstances.renhou is FirstDiscardRon.RENHOU_4HAN
