"""A seat's own tiles as its tray camera sees them: the 34 of the opened wall, then 13 kept and 21 to discard.

Pure. All tiles of a tray are decoded together: at most four copies of a kind less those that lie open elsewhere, and
after the wall is known exactly its 34 tiles.
"""

from collections import Counter

from referee.desk.finding import Accept, Ask, Finding, as_decoded, as_seen, find_other_set
from referee.desk.observation import SeenTile, TilesSeen
from referee.game import WALL_TILES, Deal, Seat
from referee.rules import HAND_TILES, RuleSet
from referee.tiles import BACK, NAMES, Tile
from vision.decode import decode, multiset_limits, set_limits


def find_wall(deal: Deal, seat: Seat, seen: TilesSeen, rules: RuleSet) -> Finding:
    """The 34 tiles that `seat` opened, once all lie face up and nothing hides them."""
    faces = _faces(seen)
    if seen.covered:
        return None
    if odd := find_other_set(seen.tiles):
        return odd
    if not faces or any(tile.label == BACK for tile in seen.tiles):
        return None
    if len(faces) != WALL_TILES:
        return Ask(tuple(as_seen(tile) for tile in faces), "wall_count", {"count": len(faces), "expected": WALL_TILES})
    return _decoded(faces, set_limits(rules.red_fives, _elsewhere(deal, seat)))


def find_hand(deal: Deal, seat: Seat, hand: TilesSeen, pool: TilesSeen | None, rules: RuleSet) -> Finding:
    """The 13 tiles that `seat` keeps; with the wall known, hand and pool must be its 34."""
    kept = _faces(hand)
    others = () if pool is None or pool.covered else _faces(pool)
    if hand.covered:
        return None
    if odd := find_other_set(hand.tiles):
        return odd
    if len(kept) != HAND_TILES:
        return Ask(tuple(as_seen(tile) for tile in kept), "hand_count", {"count": len(kept), "expected": HAND_TILES})
    wall = deal.walls.get(seat)
    if wall is None:
        return _decoded(kept, set_limits(rules.red_fives, _elsewhere(deal, seat)))
    if len(kept) + len(others) != WALL_TILES:
        return _decoded(kept, multiset_limits(wall))
    finding = _decoded((*kept, *others), multiset_limits(wall))
    if isinstance(finding, Accept):
        return Accept(finding.tiles[:HAND_TILES], finding.confidence)
    if isinstance(finding, Ask) and all(reading.sure for reading in finding.readings[:HAND_TILES]):
        # the doubt is only about which discard is which: those are read again one by one
        tiles = tuple(NAMES.index(reading.label) for reading in finding.readings[:HAND_TILES])
        return Accept(tiles, min(reading.confidence for reading in finding.readings[:HAND_TILES]))
    return finding if finding is None else Ask(finding.readings[:HAND_TILES], finding.reason, finding.facts)


def _decoded(tiles: tuple[SeenTile, ...], limits: dict[Tile, int]) -> Finding:
    decoding = decode([tile.log_probs for tile in tiles], limits)
    readings = as_decoded(tiles, decoding)
    if decoding.impossible is not None:
        return Ask(readings, "impossible", decoding.impossible.facts)
    if all(reading.sure and reading.label in NAMES for reading in readings):
        return Accept(decoding.tiles, min(reading.confidence for reading in readings))
    return Ask(readings, "unsure", {"count": sum(not reading.sure for reading in readings)})


def _faces(seen: TilesSeen) -> tuple[SeenTile, ...]:
    return tuple(tile for tile in seen.tiles if tile.label != BACK)


def _elsewhere(deal: Deal, seat: Seat) -> list[Tile]:
    tiles = Counter(tile for other, wall in deal.walls.items() if other is not seat for tile in wall)
    tiles.update(deal.indicators)
    return list(tiles.elements())
