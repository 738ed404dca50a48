"""Judges a record17: replays its events, gives every verdict, and says where the record's own results differ.

Judged as far as it can be: a hand that was never shown, a missing end or an event that cannot stand costs what depends
on it and no more. Pure apart from reading presets; runs in whatever thread calls it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from referee.game import (
    HAND_CHANGE,
    Decision,
    Event,
    EventType,
    HandChangeError,
    Label,
    Match,
    NextDeal,
    Phase,
    ResultType,
    Seat,
    Verdict,
    effective,
    number,
    read_amount,
)
from referee.game.course import step
from referee.journal.record_fault import Numbers, StuckError, edit_faults, fault_fields
from referee.journal.record_filler import filled
from referee.journal.record_reader import ReadDeal, ReadRecord, first_tile, points_before, read_record
from referee.journal.record_result import amount_differences, amount_fields, differences, result_fields, same_amount
from referee.tiles import InputError, NotAllowedError

_FROZEN: Final = frozenset({Phase.REFUSED, Phase.CALLED})
_PLAYS_ON: Final = frozenset({EventType.DISCARD, EventType.PASS, EventType.DRAW, EventType.RIICHI})
_TOLD: Final = frozenset(Verdict) - {Verdict.DEAD_DEAL}


@dataclass(frozen=True, slots=True)
class JudgedDeal:
    """One deal: its decisions and result as record17 and the command `judge` write them."""

    no: int
    decisions: tuple[dict[str, Any], ...]
    result: dict[str, Any] | None
    """None while the deal has no end."""
    differences: tuple[dict[str, Any], ...]
    before: dict[str, Any]
    """Label, dealer, points_before and pot_before as they follow, under their names in the record."""

    @property
    def agrees(self) -> bool:
        """Whether nothing that the record states is contradicted."""
        return not self.differences


@dataclass(frozen=True, slots=True)
class Judgement:
    """A whole record. `events`: all that were accepted, with those the record leaves out; `match`: what they make."""

    deals: tuple[JudgedDeal, ...]
    final: dict[str, Any]
    differences: tuple[dict[str, Any], ...]
    """What is wrong with the record as a whole."""
    events: tuple[Event, ...] = field(repr=False, default=())
    match: Match = field(repr=False, default_factory=Match)

    @property
    def ok(self) -> bool:
        """Whether the record agrees with the rules in everything that it states."""
        return not self.differences and all(deal.agrees for deal in self.deals)


def judge(document: object) -> Judgement:
    """The judgement of a record17. Raises RecordError naming the path if the document is none."""
    return judge_record(read_record(document))


def judge_record(record: ReadRecord) -> Judgement:
    """The judgement of a record that was read."""
    court = _Court(record)
    last = record.deals[-1] if record.deals else None
    deals = [court.judge_deal(deal, events, is_last=deal is last) for deal, events in _counted(record)]
    final, wrong = court.close()
    return Judgement(tuple(deals), final, tuple(wrong), tuple(court.accepted), court.match)


def judgement_fields(judgement: Judgement) -> dict[str, Any]:
    """The judgement with the field names of the command `judge`."""
    return {
        "ok": judgement.ok,
        "deals": [
            {
                "no": deal.no,
                "decisions": list(deal.decisions),
                "result": deal.result,
                "agrees": deal.agrees,
                "differences": list(deal.differences),
            }
            for deal in judgement.deals
        ],
        "final": judgement.final,
        "differences": list(judgement.differences),
    }


def with_results(document: Mapping[str, Any], judgement: Judgement) -> dict[str, Any]:
    """The document with what was judged written in: each deal's label, points before and result, and the final."""
    deals = []
    for stated, judged in zip(document["deals"], judgement.deals, strict=True):
        deal = {**judged.before, **stated}
        if judged.result is not None:
            deal["result"] = judged.result
        deals.append(deal)
    return {**document, "deals": deals, "final": judgement.final}


def _counted(record: ReadRecord) -> Iterator[tuple[ReadDeal, list[Event]]]:
    """Each deal with its events that count: voids, corrections and late entries of the whole record worked in."""
    everything = _everything(record)
    by_deal: dict[int, list[Event]] = {}
    current = 0
    for event in effective(everything):
        if event.type is EventType.DEAL:
            current = event.seq
        by_deal.setdefault(current, []).append(event)
    for deal in record.deals:
        yield deal, by_deal.get(deal.opening.seq, [deal.opening])[1:]


def _everything(record: ReadRecord) -> list[Event]:
    """Every event of a record in its order, voided ones too, and the openings of its deals."""
    return [event for deal in record.deals for event in (deal.opening, *deal.events)]


class _Court:
    """Replays one record, deal by deal, and keeps what was accepted."""

    def __init__(self, record: ReadRecord) -> None:
        self._record = record
        everything = _everything(record)
        self._numbers = Numbers(record.seqs, everything)
        self._edit_faults = {event.seq: fault for event, fault in edit_faults(everything, self._numbers)}
        self.match = step(Match(), record.match)
        self.accepted: list[Event] = [record.match]
        self._broken = False

    def judge_deal(self, deal: ReadDeal, events: list[Event], *, is_last: bool) -> JudgedDeal:
        """Replay a deal and compare it with what the record says of it. `is_last`: it may still be being played."""
        before, accepted = self.match, len(self.accepted)
        wrong = list(self._opening_differences(deal))
        wrong += [self._edit_faults[event.seq] for event in deal.events if event.seq in self._edit_faults]
        stuck = False
        opening = self._opening(deal)
        follows = _before_fields(before, opening)
        decisions: list[dict[str, Any]] = []
        try:
            self._accept(opening)
            for event in filled(self._record.rules, self._record.seats, deal, events):
                self._accept(event)
            self._end(deal.stated)
        except InputError as error:
            wrong.append(fault_fields(error, self._numbers))
            stuck = True
        newest = self.match.deal
        if newest is not None and newest.no == opening_no(opening):
            decisions = [self._decision_fields(decision) for decision in newest.decisions if decision.verdict in _TOLD]
            if not wrong or newest.result is not None:
                opened = newest.origin or newest
                follows = {**follows, **_label_fields(opened.label, opened.dealer or newest.dealer)}
        result = self._result(deal.stated, wrong)
        if newest is None or newest.result is None or newest.no != opening_no(opening):
            # what comes next is judged from the points that the record states
            self.match, self._broken = _carried(before, deal.stated), True
            if stuck or not is_last:
                del self.accepted[accepted:]
        return JudgedDeal(int(deal.stated["no"]), tuple(decisions), result, tuple(wrong), follows)

    def close(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """The final state, and where the record's own differs from it."""
        stated = self._record.document.get("final", {})
        if stated.get("over") and not self.match.ended and not self._broken:
            self._accept(Event(self._next_number(), 0, EventType.MATCH_END, text=str(stated.get("reason", ""))))
        match = self.match
        final: dict[str, Any] = {
            "points": amount_fields(match.points),
            "pot": number(match.pot),
            "over": match.over is not None,
        }
        if match.over is not None:
            final["reason"] = match.over.reason
        wrong = list(amount_differences("final.points", stated.get("points"), final["points"]))
        if "pot" in stated and not same_amount(stated["pot"], match.pot):
            wrong.append({"where": "final.pot", "stated": stated["pot"], "judged": final["pot"]})
        return final, wrong

    def _accept(self, event: Event) -> None:
        """One event further; a freeze that the record plays on from was ruled so, and a hand change happened."""
        deal = self.match.deal
        try:
            if deal is not None and deal.phase in _FROZEN and event.type in _PLAYS_ON:
                self._take(Event(self._next_number(), event.ms, EventType.PENALTY, kind="play_on"))
            if event.type is EventType.REOPEN and not self.match.ended:
                self._take(Event(self._next_number(), event.ms, EventType.MATCH_END))
            try:
                self._take(event)
            except HandChangeError:
                self._take(replace(event, kind=HAND_CHANGE))
        except InputError as error:
            raise StuckError(event, error) from error

    def _take(self, event: Event) -> None:
        self.match = step(self.match, event)
        self.accepted.append(event)

    def _next_number(self) -> int:
        return self.accepted[-1].seq + 1

    def _end(self, deal_stated: Mapping[str, Any]) -> None:
        """An end that the record leaves out of its events: the ura indicator, the closed window, a ruling."""
        deal = self.match.deal
        stated = deal_stated.get("result")
        kind = None if stated is None else ResultType(stated["type"])
        if deal is None or deal.result is not None:
            return
        number = self._next_number()
        ms = deal.events[-1].ms if deal.events else 0
        ura = first_tile(deal_stated, "ura")
        if deal.phase is Phase.WON and ura is not None:
            self._take(Event(number, ms, EventType.URA, tile=ura))
        elif deal.phase is Phase.WON:
            self._take(Event(number, ms, EventType.SHOW))
        elif deal.phase is Phase.LAST_WINDOW and kind in (None, ResultType.DRAW):
            self._take(Event(number, ms, EventType.DRAW))
        elif kind is ResultType.ABANDONED:
            self._take(Event(number, ms, EventType.STOP))
        elif kind is ResultType.REDEAL:
            self._take(Event(number, ms, EventType.REDEAL))
        elif kind is ResultType.PENALTY and stated is not None:
            self._take(self._penalty(number, ms, stated))

    def _penalty(self, number: int, ms: int, stated: Mapping[str, Any]) -> Event:
        """The foul that ended the deal, with what the record says it cost beyond what its events moved."""
        deal = self.match.deal
        if deal is None or "delta" not in stated:
            offender = deal.calls[-1].by if deal is not None and deal.calls else None
            return Event(number, ms, EventType.PENALTY, kind="chombo", by=offender)
        moved = deal.account.paid(deal.sticks).delta
        cost: dict[str, Any] = {
            seat: read_amount(stated["delta"].get(seat.value, 0)) - moved.get(seat, 0) for seat in deal.seats
        }
        return Event(number, ms, EventType.PENALTY, kind="chombo", amounts=cost)

    def _opening(self, deal: ReadDeal) -> Event:
        """The opening, with points and pot as stated where they do not follow."""
        opening = deal.opening.opening
        if opening is None:
            raise NotAllowedError("a deal event needs its number")
        points, pot = points_before(deal.stated), deal.stated.get("pot_before")
        if points is not None and all(same_amount(points[seat], self.match.points[seat]) for seat in points):
            points = None
        pot = None if pot is None or same_amount(pot, self.match.pot) else read_amount(pot)
        opening = replace(opening, points=points, pot=pot)
        if opening.label is None and (self._broken or self.match.over is not None) and self.match.next_deal is not None:
            opening = replace(opening, label=self.match.next_deal.label)
        return replace(deal.opening, opening=opening)

    def _opening_differences(self, deal: ReadDeal) -> Iterator[dict[str, Any]]:
        """Where the record's label, dealer, first player, points and pot are not those that follow."""
        proposal, stated = self.match.next_deal, deal.stated
        first_in_file = self.match.deal is None
        if proposal is None or self._broken or first_in_file:
            self._broken = False
            return
        if self.match.over is not None:
            reason = self.match.over.reason
            yield {"where": "no", "stated": stated["no"], "judged": None, "text": f"the match is over: {reason}"}
        expected: dict[str, Any] = {
            **_label_fields(proposal.label, proposal.dealer),
            **({} if proposal.first is None else {"first": proposal.first.value}),
        }
        label = expected.pop("label")
        for name, value in stated.get("label", {}).items():
            if name in label and label[name] != value:
                yield {"where": f"label.{name}", "stated": value, "judged": label[name]}
        for name, value in expected.items():
            if name in stated and stated[name] != value:
                yield {"where": name, "stated": stated[name], "judged": value}
        points = amount_fields(self.match.points)
        yield from amount_differences("points_before", stated.get("points_before"), points)
        if "pot_before" in stated and not same_amount(stated["pot_before"], self.match.pot):
            yield {"where": "pot_before", "stated": stated["pot_before"], "judged": number(self.match.pot)}

    def _result(self, stated: Mapping[str, Any], wrong: list[dict[str, Any]]) -> dict[str, Any] | None:
        deal = self.match.deal
        said = stated.get("result")
        if deal is None or deal.no != stated["no"] or deal.result is None:
            unseen = deal is not None and deal.phase is Phase.CALLED
            if said is not None and not wrong and not unseen:
                wrong.append({"where": "result", "stated": said["type"], "judged": None, "text": "the deal has no end"})
            return dict(said) if said is not None and unseen else None
        judged = result_fields(deal, deal.result)
        if said is not None:
            wrong.extend(differences(said, judged))
        return judged

    def _decision_fields(self, decision: Decision) -> dict[str, Any]:
        return {
            "seq": self._numbers.of(decision.seq),
            "seat": None if decision.seat is None else decision.seat.value,
            "verdict": decision.verdict.value,
            "reasons": [reason.value for reason in decision.reasons],
            "facts": self._facts(decision.facts),
        }

    def _facts(self, facts: Mapping[str, object]) -> dict[str, Any]:
        """Facts with the record's own seqs."""
        told: dict[str, Any] = {}
        for name, value in facts.items():
            if isinstance(value, Mapping):
                told[name] = self._facts(value)
            elif name in ("event", "since") and isinstance(value, int):
                told[name] = self._numbers.of(value)
            else:
                told[name] = value
        return told


def opening_no(event: Event) -> int:
    """The number of the deal that an event opens."""
    return 0 if event.opening is None else event.opening.no


def _label_fields(label: Label, dealer: Seat | None) -> dict[str, Any]:
    fields: dict[str, Any] = {"label": label.plain}
    if dealer is not None:
        fields["dealer"] = dealer.value
    return fields


def _before_fields(match: Match, opening: Event) -> dict[str, Any]:
    """What follows of a deal's beginning, for a record that leaves it out."""
    told = opening.opening
    points = dict(match.points) if told is None or told.points is None else {**match.points, **told.points}
    proposal: NextDeal | None = match.next_deal
    fields: dict[str, Any] = {} if proposal is None else _label_fields(proposal.label, proposal.dealer)
    fields["points_before"] = amount_fields(points)
    fields["pot_before"] = number(match.pot if told is None or told.pot is None else told.pot)
    return fields


def _carried(match: Match, stated: Mapping[str, Any]) -> Match:
    """The match as it stood before a deal that could not be judged to its end, with the points that are stated."""
    points = dict(match.points)
    for seat, amount in (points_before(stated) or {}).items():
        points[seat] = amount
    result: Mapping[str, Any] = stated.get("result") or {}
    for seat in points:
        points[seat] += read_amount(result.get("delta", {}).get(seat.value, 0))
    pot = read_amount(result.get("pot", match.pot))
    return replace(match, points=points, pot=pot)
