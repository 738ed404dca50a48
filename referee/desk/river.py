"""A river as a camera sees it, against the river that was accepted: is there a new discard, and may it stand?

Pure: facts in, a finding out. The whole river is compared each time, so a tile that is moved, straightened or covered
changes nothing, and a discard laid before its turn waits until the turn has come.
"""

from collections import Counter
from collections.abc import Sequence

from referee.desk.finding import Accept, Ask, Finding, as_decoded, as_seen, find_other_set
from referee.desk.observation import SeenTile, TilesSeen
from referee.desk.quarantine import Upheld
from referee.desk.state import Reading
from referee.game import DISCARDS, Deal, Discard, Phase, Seat
from referee.rules import RuleSet
from referee.tiles import BACK, NAMES, OTHER, Tile, format_tile
from vision.decode import decode, multiset_limits, set_limits

_OPEN_TABLE = (Phase.DISCARDING, Phase.LAST_WINDOW)


def find_discard(deal: Deal, seat: Seat, seen: TilesSeen, rules: RuleSet, upheld: Upheld = frozenset()) -> Finding:
    """The new discard of `seat`, if there is one: all before it must have been seen. Not seen is not gone.

    Accepted tiles in `upheld` look like others, and a person has said that they stand.
    """
    if deal.phase not in _OPEN_TABLE:
        return None
    accepted = deal.river(seat)
    passed_over = _passed_over(seen.tiles, accepted, upheld)
    tiles = tuple(tile for place, tile in enumerate(seen.tiles) if place not in passed_over)
    known, new = tiles[: len(accepted)], tiles[len(accepted) :]
    if len(known) < len(accepted):
        missing: dict[str, object] = {"seen": len(known), "accepted": len(accepted)}
        return None if seen.covered else Ask(_readings(seen.tiles), "tile_missing", missing)
    for tile, discard in zip(known, accepted, strict=True):
        if not _shows(tile, discard, upheld):
            facts: dict[str, object] = {"n": discard.n, "seen": tile.label, "accepted": format_tile(discard.tile)}
            return None if seen.covered else Ask((as_seen(tile),), "river_differs", facts)
    faces = [tile for tile in new if tile.label != OTHER]
    if not faces:
        return Ask(_readings(new), "unread", {"count": len(new)}) if new else None
    if len(faces) > 1 or new[0] is not faces[0]:
        return Ask(_readings(new), "two_tiles", {"count": len(new)})
    if new[0].hidden or _place_of(new[0], seen.tiles) in seen.unseen:
        return None  # let go or taken back, with another before it or not: that shows when the hand is gone
    return _judged(deal, seat, new[0], rules)


def lying(seen: TilesSeen, accepted: Sequence[Discard], upheld: Upheld) -> tuple[int, ...]:
    """The places in `seen` of the tiles that show the accepted river; empty where the look leaves that open."""
    passed_over = _passed_over(seen.tiles, accepted, upheld)
    places = tuple(place for place in range(len(seen.tiles)) if place not in passed_over)[: len(accepted)]
    if seen.covered or len(places) < len(accepted):
        return ()
    return places if _agrees([seen.tiles[place] for place in places], accepted, upheld) else ()


def _place_of(tile: SeenTile, tiles: Sequence[SeenTile]) -> int:
    return next(place for place, other in enumerate(tiles) if other is tile)


def _passed_over(tiles: Sequence[SeenTile], accepted: Sequence[Discard], upheld: Upheld) -> frozenset[int]:
    """The places of what is no tile of the river: things that cannot be read, if all that was accepted is there without
    them, or a ghost."""
    faces = [place for place, tile in enumerate(tiles) if tile.label != OTHER]
    if len(faces) >= len(accepted) and _agrees([tiles[place] for place in faces], accepted, upheld):
        end = faces[len(accepted) - 1] if accepted else 0
        return frozenset(range(end)).difference(faces)
    ghost = _ghost(tiles, accepted, upheld)
    return frozenset() if ghost is None else frozenset({ghost})


def _ghost(tiles: Sequence[SeenTile], accepted: Sequence[Discard], upheld: Upheld) -> int | None:
    """The place of the tile that makes the accepted river look shifted, if there is just one such.

    Half of one tile and half of the next can look like a third; a discard goes to the end of its river, so what stands
    between two accepted tiles is none.
    """
    if len(tiles) <= len(accepted) or _agrees(tiles, accepted, upheld):
        return None
    for place in range(len(accepted)):
        if _agrees((*tiles[:place], *tiles[place + 1 :]), accepted, upheld):
            return place
    return None


def _agrees(tiles: Sequence[SeenTile], accepted: Sequence[Discard], upheld: Upheld) -> bool:
    return all(_shows(tile, discard, upheld) for tile, discard in zip(tiles, accepted, strict=False))


def _shows(tile: SeenTile, discard: Discard, upheld: Upheld) -> bool:
    """Whether a tile may be that discard: it reads so, it is doubtful, or a person said so."""
    name = format_tile(discard.tile)
    return not tile.sure or tile.label == name or (discard.n, name, tile.label) in upheld


def _judged(deal: Deal, seat: Seat, tile: SeenTile, rules: RuleSet) -> Finding:
    if tile.label == BACK:
        return find_other_set((tile,)) or Ask((as_seen(tile),), "face_down")
    if len(deal.river(seat)) >= DISCARDS:
        return Ask((as_seen(tile),), "eighteenth_discard")
    if deal.turn is not seat:
        return Ask((as_seen(tile),), "wrong_turn", {"turn": None if deal.turn is None else deal.turn.value})
    pool = deal.pool(seat)
    decoding = decode([tile.log_probs], _limits(deal, pool, rules))
    if decoding.impossible is not None:
        hand = deal.hands.get(seat)
        in_hand = hand is not None and hand.tiles is not None and tile.label in map(format_tile, hand.tiles)
        return Ask((as_seen(tile),), "of_the_hand" if in_hand else "not_in_pool", {"label": tile.label})
    readings = as_decoded((tile,), decoding)
    # the camera's own doubt about what kind of thing lies there (a back, no face at all) is not cured by the pool
    if readings[0].sure and readings[0].label in NAMES:
        return Accept((decoding.tiles[0],), readings[0].confidence)
    return Ask(readings, "unsure")


def _limits(deal: Deal, pool: tuple[Tile, ...] | None, rules: RuleSet) -> dict[Tile, int]:
    if pool is not None:
        return multiset_limits(pool)
    visible = Counter(discard.tile for river in deal.rivers.values() for discard in river)
    visible.update(deal.indicators)
    return set_limits(rules.red_fives, visible.elements())


def _readings(tiles: tuple[SeenTile, ...]) -> tuple[Reading, ...]:
    return tuple(as_seen(tile) for tile in tiles)
