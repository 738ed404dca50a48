"""The moments of a deal in a record17 file: the match as it stood after each event, under the record's own numbers."""

from dataclasses import dataclass
from pathlib import Path

from referee.game import Deal, Event, EventType, Match, advance
from referee.journal import RecordError, judge, load_record
from referee.journal.record_fault import Numbers
from referee.journal.record_reader import read_record
from referee.rules import RuleSet
from referee.tiles import NotAllowedError


@dataclass(frozen=True, slots=True)
class Moment:
    """A deal after one event. `after`: the record's own seq of it, or that of the event before where it has none."""

    after: int
    event: Event
    rules: RuleSet
    deal: Deal


def moments(path: Path, number: int | None = None) -> list[Moment]:
    """Every moment of a deal (the last one, if none is named), corrections worked in, as far as the record can stand.

    Raises RecordError for a file that is no record17, NotAllowedError for a deal that it does not have.
    """
    document = load_record(path)
    try:
        record, judgement = read_record(document), judge(document)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from error
    numbers = Numbers(record.seqs, [event for deal in record.deals for event in (deal.opening, *deal.events)])
    match, found = Match(), list[Moment]()
    for event in judgement.events:
        match = advance(match, event)
        if match.deal is not None and event.type is not EventType.MATCH_END:
            found.append(Moment(numbers.of(event.seq), event, match.rules, match.deal))
    known = sorted({moment.deal.no for moment in found})
    if not known:
        raise NotAllowedError(f"{path} has no deal that was played")
    chosen = known[-1] if number is None else number
    if chosen not in known:
        raise NotAllowedError(f"deal {number} was not played: {path} has {', '.join(map(str, known))}")
    return [moment for moment in found if moment.deal.no == chosen]


def moment_after(found: list[Moment], seq: int) -> Moment:
    """The last moment that belongs to the event with this seq. Raises NotAllowedError if the deal has none such."""
    of_event = [moment for moment in found if moment.after == seq]
    if not of_event:
        stated = sorted({moment.after for moment in found} - {0})
        span = f"from {stated[0]} to {stated[-1]}" if stated else "none"
        raise NotAllowedError(f"deal {found[0].deal.no} has no event {seq} that counts: expected one {span}")
    return of_event[-1]
