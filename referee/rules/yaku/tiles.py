"""The yaku that ask which tiles occur: simples, terminals and honours, one suit, all green, nine gates."""

from referee.rules.reading import Form, WaitForm
from referee.rules.yaku.win import FIRST_HONOUR, Win
from referee.tiles import Kind

_GREEN: frozenset[Kind] = frozenset({19, 20, 21, 23, 25, 32})  # 2s 3s 4s 6s 8s and the green dragon
_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


def tanyao(win: Win) -> bool:
    """No terminals and no honours."""
    return not win.tiles.terminals and not win.tiles.honours


def chanta(win: Win) -> bool:
    """A terminal or honour in every set and in the pair, with runs and with honours."""
    return win.tiles.honours and _outside(win)


def junchan(win: Win) -> bool:
    """A terminal in every set and in the pair, with runs, without honours."""
    return not win.tiles.honours and _outside(win)


def honroutou(win: Win) -> bool:
    """Terminals and honours only, both; four triplets or seven pairs."""
    return not win.tiles.simples and win.tiles.honours and win.tiles.terminals


def honitsu(win: Win) -> bool:
    """One suit and honours."""
    return len(win.tiles.suits) == 1 and win.tiles.honours


def chinitsu(win: Win) -> bool:
    """One suit alone."""
    return len(win.tiles.suits) == 1 and not win.tiles.honours


def kokushi(win: Win) -> bool:
    """Thirteen orphans, won on the one kind that was missing."""
    return win.reading.form is Form.ORPHANS and win.reading.wait is not WaitForm.THIRTEEN


def kokushi_13(win: Win) -> bool:
    """Thirteen orphans, waiting for all thirteen."""
    return win.reading.form is Form.ORPHANS and win.reading.wait is WaitForm.THIRTEEN


def tsuuiisou(win: Win) -> bool:
    """Honours only."""
    return not win.tiles.suits


def ryuuiisou(win: Win) -> bool:
    """All green, with or without the green dragon."""
    return win.tiles.only(_GREEN)


def chinroutou(win: Win) -> bool:
    """Terminals only."""
    return not win.tiles.simples and not win.tiles.honours


def chuuren(win: Win) -> bool:
    """Nine gates whose last tile was one of the gate."""
    return _gates_extra(win) is not None and not junsei_chuuren(win)


def junsei_chuuren(win: Win) -> bool:
    """Nine gates that waited for all nine: without the winning tile it is exactly 1112345678999."""
    return _gates_extra(win) == win.reading.winning


def _outside(win: Win) -> bool:
    reading = win.reading
    if reading.form is not Form.STANDARD or not reading.runs:
        return False
    if any(first % 9 not in (0, 6) for first in reading.runs):
        return False
    return all(kind >= FIRST_HONOUR or kind % 9 in (0, 8) for kind in (*reading.triplets, reading.pair))


def _gates_extra(win: Win) -> Kind | None:
    """The kind that stands beside 1112345678999, or None if the tiles are no nine gates."""
    if not chinitsu(win):
        return None
    (suit,) = win.tiles.suits
    first = 9 * suit
    extra: Kind | None = None
    for number, (copies, wanted) in enumerate(zip(win.tiles.counts[first : first + 9], _GATES, strict=True)):
        if copies < wanted or copies > wanted + 1:
            return None
        if copies == wanted + 1:
            extra = first + number
    return extra
