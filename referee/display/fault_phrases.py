"""Faults of table, line and cameras as sentences: what it is, where, and what to do. Pure."""

from typing import Final

from referee.desk.state import Fault, Trouble
from referee.display.texts import Phrase

_TILES: Final = frozenset({"TILE_SHORT", "TILE_EXTRA", "COUNT_MISMATCH"})
_KEYS: Final = frozenset({"BUTTON_STUCK", "BUTTON_BOUNCE"})
_NUMBER_UNKNOWN: Final = "UNKNOWN_FAULT"
"""What the drivers call a number that a newer firmware uses: there is no text for it but the general one."""


def fault_phrase(fault: Fault) -> Phrase:
    """The sentence of a fault."""
    code = "other" if fault.code == _NUMBER_UNKNOWN else fault.code
    return Phrase(f"fault.{code}", {"where": _where(fault), "code": fault.code})


def trouble_phrase(trouble: Trouble) -> Phrase:
    """The sentence of whatever went wrong with table, line or a camera."""
    if trouble.fault is not None:
        return fault_phrase(trouble.fault)
    if trouble.camera:
        return Phrase(f"camera.{trouble.trouble}", dict(trouble.facts))
    return Phrase(f"link.{trouble.trouble}", {"port": trouble.port, **trouble.facts})


def _where(fault: Fault) -> Phrase:
    """The place as one phrase: side with who sits there, part, number of tiles; each as far as it was told."""
    words = [*_side(fault), *_part(fault), *_count(fault)]
    if not words:
        return Phrase("where.not_told")
    return words[0] if len(words) == 1 else Phrase("where.list", {"places": words})


def _side(fault: Fault) -> list[Phrase]:
    if fault.side is None:
        return [Phrase("where.at_seat", {"seat": fault.seat})] if fault.seat else []
    side = str(fault.side)
    return [
        Phrase("where.seat", {"side": side, "seat": fault.seat}) if fault.seat else Phrase("where.side", {"side": side})
    ]


def _part(fault: Fault) -> list[Phrase]:
    if not fault.part:
        return []
    if fault.code in _KEYS:
        return [Phrase("where.key", {"tablekey": fault.part})]
    return [Phrase("where.part", {"part": fault.part})]


def _count(fault: Fault) -> list[Phrase]:
    if not fault.count:
        return []
    if fault.code in _TILES:
        return [Phrase("where.tiles" if fault.count > 1 else "where.tile", {"count": fault.count})]
    return [Phrase("where.set_to", {"count": fault.count})] if fault.code == "MODE_CHANGED" else []
