"""The yaku made of triplets, dragons and winds."""

from referee.rules.reading import Form
from referee.rules.yaku.win import FIRST_HONOUR, Win
from referee.tiles import Kind

_WINDS = range(27, 31)
_HAKU, _HATSU, _CHUN = _DRAGONS = (31, 32, 33)
_CIRCLE_1, _CIRCLE_5, _BAMBOO_1 = 9, 13, 18


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


def sanrenkou(win: Win) -> bool:
    """Three triplets of one suit in sequence (local)."""
    return _sequence(win) == 3


def suurenkou(win: Win) -> bool:
    """Four triplets of one suit in sequence (local yakuman)."""
    return _sequence(win) == 4


def sanpuukou(win: Win) -> bool:
    """Three triplets of winds (local)."""
    return _count(win, _WINDS) == 3


def kachou_fuugetsu(win: Win) -> bool:
    """Triplets of 5p, 1s, a wind with value and 1p; one of them may be the pair (local yakuman)."""
    reading = win.reading
    if reading.form is not Form.STANDARD:
        return False
    groups = {*reading.triplets, reading.pair}
    winds = set(win.circumstances.value_winds)
    return {_CIRCLE_5, _BAMBOO_1, _CIRCLE_1} <= groups and bool(groups & winds)


def _count(win: Win, kinds: range | tuple[Kind, ...]) -> int:
    return sum(kind in kinds for kind in win.reading.triplets)


def _sequence(win: Win) -> int:
    """How many triplets of one suit stand in sequence, at most."""
    numbered = [kind for kind in win.reading.triplets if kind < FIRST_HONOUR]
    longest = 0
    for kind in numbered:
        length = 1
        while kind % 9 + length < 9 and kind + length in numbered:
            length += 1
        longest = max(longest, length)
    return longest
