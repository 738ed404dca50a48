"""The table as operator and referee see it: what it says of itself, and each of its faults in a sentence."""

from referee.desk.state import TableStatus
from referee.display.fault_phrases import fault_phrase
from referee.display.views.plain import as_json


def table_facts(status: TableStatus) -> dict[str, object]:
    """The status as JSON holds it; `faults` with a phrase each, what stops the table first."""
    faults = sorted(status.faults, key=lambda fault: not fault.latched)
    told = [{**as_json(fault), "phrase": as_json(fault_phrase(fault))} for fault in faults]
    return {**as_json(status), "faults": told}
