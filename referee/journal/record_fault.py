"""Events of a record that cannot stand: which one, by the record's own numbers, and why. Pure.

The game speaks of events by the numbers that a record's events get when they are read; what is told to people and
programs has the record's own.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from referee.game import Event, EventType, HandChangeError
from referee.game.effective import check_edit, is_edit, voided
from referee.tiles import ImpossibleTilesError, InputError, NotAllowedError

_IN_DEAL: Final = {
    EventType.BUILT: "hand",
    EventType.WALLS: "wall",
    EventType.FLIP: "indicator",
    EventType.URA: "ura indicator",
    EventType.DICE: "dice",
}
"""What a record may keep in the deal instead of in an event."""

_NUMBER: Final = re.compile(r"\bevent (\d+)")


class StuckError(InputError):
    """The event at which a deal could not go on; the cause is why."""

    def __init__(self, event: Event, reason: InputError) -> None:
        super().__init__(str(reason))
        self.event = event
        self.reason = reason


class Numbers:
    """A record's own numbers of its events, and of those that it leaves out the number of the event before."""

    def __init__(self, seqs: Mapping[int, int], events: Sequence[Event]) -> None:
        self._seqs = seqs
        self._stated = sorted(seqs)
        dead = voided(events)
        self._corrections: dict[int, list[int]] = {}
        for event in events:
            if event.type is EventType.CORRECT and event.ref is not None and event.seq not in dead:
                self._corrections.setdefault(event.ref, []).append(self.of(event.seq))

    def of(self, number: int) -> int:
        """The record's seq of an event; for one that the record leaves out, that of the event before it (0: none)."""
        if number in self._seqs:
            return self._seqs[number]
        earlier = [stated for stated in self._stated if stated < number]
        return self._seqs[earlier[-1]] if earlier else 0

    def is_stated(self, event: Event) -> bool:
        """Whether the record has this event itself."""
        return event.seq in self._seqs

    def name(self, event: Event) -> str:
        """`event 7 (discard)`, `event 7 (discard) as corrected by event 12`, `A's hand as the deal has it`."""
        if not self.is_stated(event):
            whose = "the" if event.by is None else f"{event.by}'s"
            return f"{whose} {_IN_DEAL.get(event.type, event.type.value)} as the deal has it"
        corrections = self._corrections.get(event.seq)
        corrected = f" as corrected by event {corrections[-1]}" if corrections else ""
        return f"event {self.of(event.seq)} ({event.type}){corrected}"

    def rewritten(self, text: str) -> str:
        """The words of an error with the record's own numbers in them."""
        return _NUMBER.sub(lambda found: f"event {self.of(int(found[1]))}", text)


def edit_faults(events: Sequence[Event], numbers: Numbers) -> Iterator[tuple[Event, dict[str, Any]]]:
    """The voids, corrections and late entries that refer to what is not there or counts no more, with what to tell."""
    for place, event in enumerate(events):
        if not is_edit(event):
            continue
        try:
            check_edit(events[:place], event)
        except NotAllowedError as error:
            yield event, fault_fields(StuckError(event, error), numbers)


def fault_fields(error: InputError, numbers: Numbers) -> dict[str, Any]:
    """What `judge` tells of an event that cannot stand: its number and kind, a code, and why in words."""
    event = error.event if isinstance(error, StuckError) else None
    reason = error.reason if isinstance(error, StuckError) else error
    code = "not_allowed"
    if isinstance(reason, ImpossibleTilesError):
        code = "impossible_tiles"
    elif isinstance(reason, HandChangeError):
        code = "hand_change"
    words = numbers.rewritten(str(reason))
    if event is None:
        return {"where": "events", "code": code, "text": words}
    return {
        "where": "events",
        "code": code,
        "seq": numbers.of(event.seq),
        "type": event.type.value,
        "text": f"{numbers.name(event)}: {words}",
    }
