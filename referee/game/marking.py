"""What is noted of a deal without changing its course: exposed tiles, tiles set aside, pauses, notes."""

from referee.game.deal import Deal
from referee.game.event import Event, EventType
from referee.game.replacement import replaced
from referee.rules import RuleSet
from referee.tiles import Tile


def on_expose(_rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """Tiles were seen that should not have been, or a hand was opened; after the deal the latter is no offence."""
    tiles = _tiles(event)
    known = None if event.by is None else deal.known.get(event.by)
    if event.by is not None and known is not None and deal.result is not None and sorted(tiles) == sorted(known.tiles):
        return replaced(deal, opened=deal.opened | {event.by})
    seen = tuple((event.by, tile) for tile in tiles)
    return replaced(deal, exposed=(*deal.exposed, *seen))


def on_set_aside(_rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """A tile that came after a call, or that no rule has a place for, lies apart."""
    return replaced(deal, set_aside=(*deal.set_aside, *_tiles(event)))


def on_pause(_rules: RuleSet, deal: Deal, event: Event) -> Deal:
    """The clocks stop, or run again."""
    return replaced(deal, paused=event.type is EventType.PAUSE)


def on_note(_rules: RuleSet, deal: Deal, _event: Event) -> Deal:
    """Words for the record."""
    return deal


def _tiles(event: Event) -> tuple[Tile, ...]:
    return event.tiles if event.tile is None else (event.tile, *event.tiles)
