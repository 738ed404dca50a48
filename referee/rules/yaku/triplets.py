"""The yaku made of triplets, dragons and winds."""

from referee.rules.reading import Form
from referee.rules.yaku.win import Win
from referee.tiles import Kind

_WINDS = range(27, 31)
_HAKU, _HATSU, _CHUN = _DRAGONS = (31, 32, 33)


def yakuhai_haku(win: Win) -> bool:
    """A triplet of the white dragon."""
    return _HAKU in win.reading.triplets


def yakuhai_hatsu(win: Win) -> bool:
    """A triplet of the green dragon."""
    return _HATSU in win.reading.triplets


def yakuhai_chun(win: Win) -> bool:
    """A triplet of the red dragon."""
    return _CHUN in win.reading.triplets


def yakuhai_round(win: Win) -> bool:
    """A triplet of the round wind."""
    return win.circumstances.round_wind in win.reading.triplets


def yakuhai_seat(win: Win) -> bool:
    """A triplet of the seat wind; a double wind gives both."""
    return win.circumstances.seat_wind in win.reading.triplets


def toitoi(win: Win) -> bool:
    """Four triplets."""
    return len(win.reading.triplets) == 4


def sanankou(win: Win) -> bool:
    """Three closed triplets; the one that a ron completed is open."""
    return len(win.closed_triplets) == 3


def sanshoku_doukou(win: Win) -> bool:
    """The same triplet in all three suits."""
    triplets = win.reading.triplets
    return any(kind < 9 and kind + 9 in triplets and kind + 18 in triplets for kind in triplets)


def shousangen(win: Win) -> bool:
    """Two triplets and the pair of dragons."""
    return win.reading.form is Form.STANDARD and win.reading.pair in _DRAGONS and _count(win, _DRAGONS) == 2


def suuankou_tanki(win: Win) -> bool:
    """Four closed triplets, so won on the pair."""
    return len(win.closed_triplets) == 4


def daisangen(win: Win) -> bool:
    """Three triplets of dragons."""
    return _count(win, _DRAGONS) == 3


def shousuushii(win: Win) -> bool:
    """Three triplets and the pair of winds."""
    return win.reading.form is Form.STANDARD and win.reading.pair in _WINDS and _count(win, _WINDS) == 3


def daisuushii(win: Win) -> bool:
    """Four triplets of winds."""
    return _count(win, _WINDS) == 4


def _count(win: Win, kinds: range | tuple[Kind, ...]) -> int:
    return sum(kind in kinds for kind in win.reading.triplets)
