"""The indicators in the middle of the table: one tile face up, the ura beside it once it is turned. Pure."""

from referee.desk.finding import Accept, Ask, Finding, as_decoded, as_seen, find_other_set
from referee.desk.observation import TilesSeen
from referee.game import Deal
from referee.rules import RuleSet
from referee.tiles import BACK, NAMES, Tile
from vision.decode import decode, set_limits


def find_indicator(deal: Deal, seen: TilesSeen, rules: RuleSet) -> Finding:
    """The tile at the indicator's (or the ura indicator's) place, once exactly one lies there face up."""
    faces = tuple(tile for tile in seen.tiles if tile.label != BACK)
    if seen.covered:
        return None
    if odd := find_other_set(seen.tiles):
        return odd
    if not faces:
        return None
    if len(faces) > 1:
        return Ask(tuple(as_seen(tile) for tile in faces), "two_tiles", {"count": len(faces)})
    decoding = decode([faces[0].log_probs], set_limits(rules.red_fives, _elsewhere(deal)))
    readings = as_decoded(faces, decoding)
    if decoding.impossible is not None:
        return Ask(readings, "impossible", decoding.impossible.facts)
    if readings[0].sure and readings[0].label in NAMES:
        return Accept((decoding.tiles[0],), readings[0].confidence)
    return Ask(readings, "unsure")


def _elsewhere(deal: Deal) -> list[Tile]:
    return [tile for wall in deal.walls.values() for tile in wall] + list(deal.indicators)
