"""What the desk needs of the world."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from referee.game import Event
from referee.rules import RuleSet


@dataclass(frozen=True, slots=True)
class DeskTools:
    """What the desk needs of the world, so that it needs no clock, file or port of its own.

    `keep(match_id, event)` returns once the event is synced; `now_ms` is monotonic; `wall_time` is ISO 8601 and only a
    label; `rules_of(name, options)` loads a rule set; `new_match_id` names a match.
    """

    keep: Callable[[str, Event], None]
    now_ms: Callable[[], float]
    wall_time: Callable[[], str]
    rules_of: Callable[[str, Mapping[str, object]], RuleSet]
    new_match_id: Callable[[], str]
