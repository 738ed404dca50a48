"""The table as operator and referee see it: what it says of itself, and each of its faults in a sentence."""

from referee.desk.state import TableStatus, Trouble
from referee.display.fault_phrases import fault_phrase, trouble_phrase
from referee.display.views.plain import as_json
from referee.display.views.table import open_points
from referee.game import Match


def table_facts(status: TableStatus, match: Match | None = None) -> dict[str, object]:
    """The status as JSON holds it; `faults` with a phrase each, what stops the table first.

    `differs`: the seats whose sticks the table counts otherwise than the ledger says, with both. The ledger stands.
    `link`: how good the line is, `good`, `noisy` or `lost`; empty where there is none.
    """
    faults = sorted(status.faults, key=lambda fault: not fault.latched)
    told = [{**as_json(fault), "phrase": as_json(fault_phrase(fault))} for fault in faults]
    ledger = {} if match is None else open_points(match)
    differs = [
        {"seat": seat.value, "sticks": points, "ledger": as_json(ledger[seat])}
        for seat, points in sorted(status.scores.items())
        if seat in ledger and ledger[seat] != points
    ]
    return {**as_json(status), "faults": told, "differs": differs, "link": _link(status)}


def trouble_facts(trouble: Trouble | None) -> dict[str, object] | None:
    """The newest trouble with its sentence, as JSON holds it."""
    if trouble is None:
        return None
    return {**as_json(trouble), "phrase": as_json(trouble_phrase(trouble))}


def _link(status: TableStatus) -> str:
    if not status.port:
        return ""
    if not status.link_up:
        return "lost"
    return "noisy" if status.trouble else "good"
