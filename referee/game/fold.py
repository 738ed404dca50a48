"""State = fold(events). The whole match from its events, or one event further; nothing else makes a state.

`advance` gives exactly what folding the longer list would; it is fast unless the event edits earlier ones. An edit may
take a win away: the ura indicator and the showing that came with it then have no effect. Anything else that cannot
stand after an edit refuses the edit.
"""

from collections.abc import Iterable
from typing import Final

from referee.game.catalogue import check_fields
from referee.game.course import step
from referee.game.effective import check_edit, effective, is_edit
from referee.game.event import Event, EventType
from referee.game.match import Match
from referee.game.replacement import replaced
from referee.tiles import InputError, NotAllowedError

_FALLS_AWAY: Final = frozenset({EventType.URA, EventType.SHOW})
"""What a win brings with it has no effect where there is no win any more."""


def fold(events: Iterable[Event]) -> Match:
    """The match that these events make, voids and corrections worked in; no events make an empty match.

    Raises InputError (NotAllowedError, ImpossibleTilesError, EventError) whose line names the deal and the event that
    cannot stand.
    """
    listed = tuple(events)
    last = 0
    for event in listed:
        if event.seq <= last:
            raise NotAllowedError(f"event {event.seq} follows event {last}: numbers grow and are never used twice")
        check_fields(event)
        last = event.seq
    for place, event in enumerate(listed):
        if is_edit(event):
            check_edit(listed[:place], event)
    return _folded(listed)


def advance(match: Match, event: Event) -> Match:
    """The match after one more event: what `fold((*match.events, event))` gives.

    Raises InputError with one line saying why the event cannot stand; the match given stays as it is.
    """
    if event.seq <= match.version:
        raise NotAllowedError(f"event {event.seq} follows event {match.version}: numbers grow and are never used twice")
    check_fields(event)
    events = (*match.events, event)
    if is_edit(event):
        check_edit(match.events, event)
        try:
            return _folded(events)
        except InputError as error:
            raise type(error)(f"{_attempt(event)}: {error}") from error
    return replaced(step(match, event), events=events)


def check(match: Match, event: Event) -> None:
    """Raise as `advance` does if the event cannot stand; ask before it is accepted."""
    advance(match, event)


def _folded(events: tuple[Event, ...]) -> Match:
    match = Match()
    for event in effective(events):
        try:
            match = step(match, event)
        except InputError as error:
            if event.type in _FALLS_AWAY:
                continue
            raise type(error)(f"{_where(match, event)}: {error}") from error
    return replaced(match, events=events)


def _where(match: Match, event: Event) -> str:
    deal = "" if match.deal is None or event.type is EventType.DEAL else f"deal {match.deal.no}, "
    return f"{deal}event {event.seq} ({event.type})"


def _attempt(event: Event) -> str:
    if event.type is EventType.VOID:
        return f"event {event.ref} cannot be voided, for then another cannot stand"
    if event.type is EventType.CORRECT:
        return f"event {event.ref} cannot be corrected so"
    return f"the {event.type} cannot have come before event {event.ref}"
