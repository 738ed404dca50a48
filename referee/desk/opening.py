"""The events that open a match. Pure; its id and wall time are given."""

from referee.desk.commands import StartMatch
from referee.desk.orders import draft, source_of
from referee.desk.settings import DeskSettings
from referee.game import Event, EventType, Opening, Seat, Setup
from referee.rules import RuleSet
from referee.tiles import InputError

_LONGEST_NAME = 40


def open_match(
    command: StartMatch, rules: RuleSet, match_id: str, started_at: str, settings: DeskSettings
) -> tuple[Event, ...]:
    """The match and its first deal. Raises InputError for names that do not fit the rules' seats."""
    players = {seat: " ".join(command.players[seat].split()) for seat in sorted(command.players)}
    expected = tuple(Seat)[: rules.players]
    if tuple(players) != expected:
        seats = ", ".join(expected)
        raise InputError(f"players: these rules need a name for each of the seats {seats}, and no other")
    for seat, name in players.items():
        if not 0 < len(name) <= _LONGEST_NAME:
            raise InputError(f"players: the name at seat {seat} needs 1 to {_LONGEST_NAME} characters")
        if not name.isprintable():
            raise InputError(f"players: the name at seat {seat} has a character that cannot be shown")
    setup = Setup(
        id=match_id,
        players=players,
        rules=rules.name,
        options=rules.plain_options(),
        title=command.title,
        venue=settings.venue,
        started_at=started_at,
        source=settings.source,
    )
    source = source_of(command)
    return (draft(EventType.MATCH, source, setup=setup), draft(EventType.DEAL, source, opening=Opening(no=1)))
