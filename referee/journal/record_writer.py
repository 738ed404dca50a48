"""Writes a match as record17, and reads a record17 back into the events that make the same match.

Written: the deals that count, each with every event that the journal holds of it, voided ones too, under the journal's
own seqs. The journal's own kinds (`match`, `deal`, `match_end`) become the document's match, deals and final.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from referee import __version__
from referee.game import HAND_CHANGE, Deal, Event, EventType, Hand, Match, fold, number, to_json
from referee.game.effective import EDITS
from referee.journal.errors import RecordError
from referee.journal.judge import Judgement, judge_record
from referee.journal.record_reader import ReadRecord, read_record
from referee.journal.record_result import amount_fields, result_fields
from referee.rules import RuleSet, load_rules, preset_names
from referee.tiles import NotAllowedError, tile_names

FORMAT: Final = "record17"
VERSION: Final = 1

_JOURNAL_KINDS: Final = frozenset({EventType.MATCH, EventType.DEAL, EventType.MATCH_END})


def to_record17(match: Match) -> dict[str, Any]:
    """The match as a record17 document. Raises NotAllowedError while no match is open."""
    if match.setup is None:
        raise NotAllowedError("no match is open: there is nothing to write")
    document: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "generator": f"junanaho {__version__}",
        "revision": match.revision,
        "match": _match_fields(match),
        "final": final_fields(match),
        "deals": [_deal_fields(deal, events) for deal, events in _by_deal(match)],
    }
    if match.revision == 1:
        del document["revision"]
    return document


def from_record17(document: object) -> list[Event]:
    """The events that make the match of a record: what it states, and what it leaves out of its events.

    Raises RecordError naming the path, or the event that cannot stand.
    """
    record = read_record(document)
    judgement = judge_record(record)
    for deal in judgement.deals:
        fault = next((wrong for wrong in deal.differences if wrong["where"] == "events"), None)
        if fault is not None:
            raise RecordError(f"deal {deal.no}: {fault['text']}")
    events = _renumbered(_all_events(record, judgement), record)
    fold(events)
    return events


def final_fields(match: Match) -> dict[str, Any]:
    """The `final` of a record: points and pot after its last finished deal, and whether a person accepted the end.

    A deal that is still being played has moved nothing for good: its sticks come back if it is never finished.
    """
    points, pot = match.points, match.pot
    if match.running is not None:
        points, pot = match.running.points_before, match.running.pot_before
    fields: dict[str, Any] = {
        "points": amount_fields(points),
        "pot": number(pot),
        "over": match.ended,
    }
    if match.ended and match.over is not None:
        fields["reason"] = match.end_text or match.over.reason
    return fields


def _match_fields(match: Match) -> dict[str, Any]:
    setup = match.setup
    if setup is None:
        raise NotAllowedError("no match is open: there is nothing to write")
    fields: dict[str, Any] = {"id": setup.id, "source": setup.source.value}
    for name in ("title", "venue", "started_at"):
        if getattr(setup, name):
            fields[name] = getattr(setup, name)
    fields["players"] = [{"seat": seat.value, "name": setup.players[seat]} for seat in match.seats]
    fields["rules"] = {"preset": setup.rules, "options": _options(match.rules)}
    return fields


def _options(rules: RuleSet) -> dict[str, object]:
    """What differs from the preset; everything where the rule set is a house's own."""
    if rules.name not in preset_names():
        return rules.plain_options()
    return rules.differing_options(load_rules(rules.name))


def _by_deal(match: Match) -> list[tuple[Deal, list[Event]]]:
    """Each deal that counts with the events that came in while it was the newest."""
    openings = {deal.seq: [deal.seq] for deal in match.deals}
    current: list[Event] = []
    gathered: dict[int, list[Event]] = {}
    waiting: list[Event] = []
    journal_only = {event.seq for event in match.events if event.type in _JOURNAL_KINDS}
    for event in match.events:
        if event.seq in openings:
            current = gathered.setdefault(event.seq, waiting)
            waiting = []
        elif event.type in _JOURNAL_KINDS or (event.ref in journal_only and event.type in EDITS):
            continue
        elif gathered:
            current.append(event)
        else:
            waiting.append(event)
    # a deal whose first player is not known yet has not begun: record17 has no place for it
    return [(deal, gathered[deal.seq]) for deal in match.deals if deal.first is not None]


def _deal_fields(deal: Deal, events: Iterable[Event]) -> dict[str, Any]:
    # as it was opened: a hotfix of honba or dealer is an event of the deal
    label = deal.label if deal.origin is None else deal.origin.label
    dealer = deal.dealer if deal.origin is None or deal.origin.dealer is None else deal.origin.dealer
    fields: dict[str, Any] = {"no": deal.no, "label": label.plain}
    if deal.first is not None:
        fields["first"] = deal.first.value
    if dealer is not None:
        fields["dealer"] = dealer.value
    fields["points_before"] = amount_fields(deal.points_before)
    fields["pot_before"] = number(deal.pot_before)
    fields.update(_table_fields(deal))
    fields["events"] = [to_json(event) for event in events]
    if deal.result is not None:
        fields["result"] = result_fields(deal, deal.result)
    return fields


def _table_fields(deal: Deal) -> dict[str, Any]:
    """Dice, flip, walls, indicators and hands of a deal, where they are known."""
    fields: dict[str, Any] = {}
    if deal.dice:
        fields["dice"] = list(deal.dice)
    if deal.place is not None:
        fields["flip"] = deal.place.plain
    if deal.walls:
        fields["walls"] = {seat.value: tile_names(deal.walls[seat]) for seat in sorted(deal.walls)}
    if deal.indicators:
        fields["indicator"] = tile_names(deal.indicators)
    if deal.ura:
        fields["ura"] = tile_names(deal.ura)
    built = {seat.value: _hand_fields(hand) for seat, hand in sorted(deal.hands.items()) if hand.tiles is not None}
    if built:
        fields["built"] = built
    return fields


def _hand_fields(hand: Hand) -> dict[str, Any]:
    fields: dict[str, Any] = {"tiles": tile_names(hand.tiles or ()), "at_ms": hand.at_ms, "late": hand.late}
    if hand.how is not None:
        fields["how"] = hand.how.value
    return fields


def _all_events(record: ReadRecord, judgement: Judgement) -> list[Event]:
    """Everything that was stated, voided or not, with what was accepted beside it, in the order of the record."""
    accepted = {event.seq: event for event in judgement.events}
    stated = {event.seq: event for deal in record.deals for event in deal.events}
    for place, event in stated.items():
        taken = accepted.get(place)
        if taken is not None:
            stated[place] = _completed(event, taken)
    return [{**accepted, **stated}[place] for place in sorted({*accepted, *stated})]


def _completed(stated: Event, taken: Event) -> Event:
    """A stated event with what the deal told of it; a correction's fields stay in the correction."""
    if stated.type is EventType.BUILT and not stated.tiles:
        stated = replace(stated, tiles=taken.tiles, how=stated.how or taken.how, late=stated.late or taken.late)
    return replace(stated, kind=HAND_CHANGE) if taken.kind == HAND_CHANGE else stated


def _renumbered(events: Sequence[Event], record: ReadRecord) -> list[Event]:
    """The events under the record's own seqs, if these leave room for those it has no seq for; else from 1 on."""
    new = _fitting([record.seqs.get(event.seq) for event in events])
    numbers = {event.seq: number for event, number in zip(events, new, strict=True)}
    return [
        replace(event, seq=numbers[event.seq], ref=None if event.ref is None else numbers[event.ref])
        for event in events
    ]


def _fitting(seqs: Sequence[int | None]) -> list[int]:
    numbers: list[int] = []
    last = 0
    for place, seq in enumerate(seqs):
        coming = next((later for later in seqs[place:] if later is not None), None)
        last = last + 1 if seq is None else seq
        if (numbers and last <= numbers[-1]) or (coming is not None and last > coming):
            return list(range(1, len(seqs) + 1))
        numbers.append(last)
    return numbers
