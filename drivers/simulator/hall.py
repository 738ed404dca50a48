"""The simulated table as matter: 136 tiles, where each lies, and the hands that move them.

Simulated people act here with their hands (open a wall, build, discard, turn an indicator) and look with their own
eyes; nothing here knows a rule or whose turn it is. A move takes time: a hand comes, the tile is laid, the hand goes.
Time is passed in (milliseconds of the simulated clock). Not thread-safe: `stage` holds a lock around it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Final

from drivers.simulator.layout import (
    HAND_TILES,
    Place,
    Seat,
    hand_place,
    indicator_place,
    opened_wall_place,
    pool_place,
    put_down,
    river_place,
    ura_place,
)
from drivers.simulator.scene import HandOver, PlacedTile, Scene
from referee.tiles import NotAllowedError, Tile, format_tile, parse_tile

TABLE: Final = "table"

_LAID_AFTER_MS: Final = 300.0
_HAND_GONE_AFTER_MS: Final = 650.0
_PALM_MM: Final = 70.0  # from the fingertips, which hold the tile, to the middle of the palm
_SHOWN: Final = 16  # place of the indicator among the spare tiles: the ninth stack's upper one


@dataclass(frozen=True, slots=True)
class _Tile:
    id: int
    label: str


@dataclass(frozen=True, slots=True)
class _Move:
    """A tile under way: it appears at `laid_ms`, the hand is away at `gone_ms`."""

    plane: str
    tile: PlacedTile
    hand: HandOver
    laid_ms: float
    gone_ms: float


@dataclass(slots=True)
class Hall:
    """All tiles of one table, and the planes on which cameras see them: `table`, `tray-A`, `tray-B`."""

    seed: int = 0
    _walls: dict[Seat, list[_Tile]] = field(default_factory=dict)
    _spare: list[_Tile] = field(default_factory=list)
    _pools: dict[Seat, dict[int, _Tile]] = field(default_factory=dict)
    _hands: dict[Seat, list[_Tile]] = field(default_factory=dict)
    _rivers: dict[Seat, list[_Tile]] = field(default_factory=dict)
    _scenes: dict[str, Scene] = field(default_factory=dict)
    _moves: list[_Move] = field(default_factory=list)
    _ura: _Tile | None = None
    _odd: _Tile | None = None
    _now_ms: float = 0.0

    def take_in(self) -> None:
        """All tiles vanish into the table."""
        self._walls.clear()
        self._spare.clear()
        self._pools.clear()
        self._hands.clear()
        self._rivers.clear()
        self._scenes.clear()
        self._moves.clear()
        self._ura = self._odd = None

    def raise_walls(self, walls: Sequence[Sequence[Tile]]) -> None:
        """Four walls of 34 come up, by side of the table: A sits at side 0, B opposite at side 2; 1 and 3 are spare."""
        self.take_in()
        tiles = [
            [_Tile(34 * side + place, format_tile(tile)) for place, tile in enumerate(wall)]
            for side, wall in enumerate(walls)
        ]
        self._walls = {Seat.A: tiles[0], Seat.B: tiles[2]}
        self._spare = [*tiles[1], *tiles[3]]

    def look(self, seat: Seat) -> tuple[Tile, ...]:
        """The 34 tiles that lie before `seat`, as its player sees them."""
        return tuple(parse_tile(tile.label) for tile in self._wall(seat))

    def look_at(self, place: str, seat: Seat | None) -> tuple[Tile, ...]:
        """What really lies at a `river`, `hand`, `wall`, `indicator` or `ura`, in order: a person's own eyes."""
        match place:
            case "river" if seat is not None:
                tiles = self._rivers.get(seat, [])
            case "hand" if seat is not None:
                tiles = self._hands.get(seat, [])
            case "wall" if seat is not None:
                tiles = self._wall(seat)
            case "indicator" if self._ura is not None:
                tiles = self._spare[_SHOWN : _SHOWN + 1]
            case "ura" if self._ura is not None:
                tiles = [self._ura]
            case _:
                tiles = []
        return tuple(parse_tile(tile.label) for tile in tiles)

    def open_wall(self, seat: Seat) -> None:
        """The player lays the 34 tiles of the own wall face up on the tray."""
        self._lay(f"tray-{seat}", ((tile, opened_wall_place(place)) for place, tile in enumerate(self._wall(seat))))

    def flip_indicator(self) -> tuple[Tile, Tile]:
        """The indicator is taken from a spare wall and laid face up, the tile below it face down: (indicator, ura)."""
        if len(self._spare) < _SHOWN + 2:
            raise NotAllowedError("no walls are up: there is no indicator to turn")
        shown, below = self._spare[_SHOWN : _SHOWN + 2]
        self._ura = below
        scene = self._scene(TABLE).with_tile(self._placed(shown, indicator_place()))
        self._scenes[TABLE] = scene.with_tile(self._placed(below, ura_place(), face_up=False))
        return parse_tile(shown.label), parse_tile(below.label)

    def flip_ura(self) -> Tile:
        """The tile beside the indicator is turned."""
        if self._ura is None:
            raise NotAllowedError("no indicator was laid: there is no ura to turn")
        self._scenes[TABLE] = self._scene(TABLE).with_tile(self._placed(self._ura, ura_place()))
        return parse_tile(self._ura.label)

    def build(self, seat: Seat, hand: Iterable[Tile]) -> None:
        """The player sets up 13 tiles as the hand and lays the other 21 out as the pool, both sorted."""
        left = list(self._wall(seat))
        kept = [self._take(left, tile) for tile in sorted(hand)]
        if len(kept) != HAND_TILES:
            raise NotAllowedError(f"a hand has {HAND_TILES} tiles, not {len(kept)}")
        left.sort(key=lambda tile: parse_tile(tile.label))
        self._pools[seat] = dict(enumerate(left))
        self._hands[seat] = kept
        places = [(tile, hand_place(index)) for index, tile in enumerate(kept)]
        self._lay(f"tray-{seat}", places + [(tile, pool_place(index)) for index, tile in enumerate(left)])

    def discard(self, seat: Seat, tile: Tile) -> None:
        """A tile of the pool goes to the end of the river: a hand comes, lays it, and leaves."""
        pool = self._pools.get(seat, {})
        index = next((index for index, own in pool.items() if own.label == format_tile(tile)), None)
        if index is None:
            raise NotAllowedError(f"{format_tile(tile)} is not in the pool of seat {seat}")
        taken = pool.pop(index)
        tray = f"tray-{seat}"
        self._scenes[tray] = self._scene(tray).without_tile(taken.id)
        river = self._rivers.setdefault(seat, [])
        target = self._placed(taken, river_place(seat, len(river)))
        river.append(taken)
        self._moves.append(
            _Move(
                TABLE, target, _hand_at(target, seat), self._now_ms + _LAID_AFTER_MS, self._now_ms + _HAND_GONE_AFTER_MS
            )
        )

    def take_back(self, seat: Seat) -> Tile:
        """The last tile of the river lies in the pool again, at once: play has gone back to before it was laid."""
        river, pool = self._rivers.get(seat, []), self._pools.get(seat, {})
        if not river:
            raise NotAllowedError(f"nothing lies in the river of seat {seat}")
        taken = river.pop()
        self._moves = [move for move in self._moves if move.tile.id != taken.id]
        self._scenes[TABLE] = self._scene(TABLE).without_tile(taken.id)
        index = next(index for index in count() if index not in pool)
        pool[index] = taken
        tray = f"tray-{seat}"
        self._scenes[tray] = self._scene(tray).with_tile(self._placed(taken, pool_place(index)))
        return parse_tile(taken.label)

    def swap(self, first: int, second: int) -> None:
        """Exchange what two tiles (by id) show: a different deal, everything else equal."""
        labels = {tile.id: tile.label for wall in [*self._walls.values(), self._spare] for tile in wall}
        if first not in labels or second not in labels:
            raise NotAllowedError(f"tiles {first} and {second} cannot be exchanged: walls hold ids 0 to 135")
        self._relabel({first: labels[second], second: labels[first]})

    def put_odd_tile(self, seat: Seat) -> None:
        """A tile of the other set lies in a wall: the fifth of its kind there, the other four lie in the same wall."""
        wall = self._wall(seat)
        kinds = Counter(tile.label for tile in wall if tile.label[0] not in "05")
        label = max(sorted(kinds), key=lambda kind: kinds[kind])
        others = [tile for tile in wall if tile.label != label]
        elsewhere = [tile for tiles in self._all_but(seat) for tile in tiles if tile.label == label]
        for own, other in zip(others, elsewhere, strict=False):
            self.swap(own.id, other.id)
        replaced = others[len(elsewhere)]
        self._odd = replaced
        self._relabel({replaced.id: label})

    def take_out_odd_tile(self) -> Seat | None:
        """The tile that belongs there takes the odd one's place; whose wall it was, or None if there is no odd one."""
        odd, self._odd = self._odd, None
        if odd is None:
            return None
        self._relabel({odd.id: odd.label})
        return next((seat for seat, wall in self._walls.items() if odd in wall), None)

    def pass_time(self, now_ms: float) -> None:
        """Let moves go on until `now_ms`."""
        self._now_ms = max(self._now_ms, now_ms)
        for move in self._moves:
            if move.laid_ms <= self._now_ms:
                self._scenes[move.plane] = self._scene(move.plane).with_tile(move.tile)
        self._moves = [move for move in self._moves if move.gone_ms > self._now_ms]

    def scenes(self) -> Mapping[str, Scene]:
        """What every plane looks like now, hands included."""
        planes = {*self._scenes, *(move.plane for move in self._moves)}
        return {
            plane: self._scene(plane).with_hands(move.hand for move in self._moves if move.plane == plane)
            for plane in planes
        }

    def _relabel(self, labels: Mapping[int, str]) -> None:
        """These tiles (by id) show something else from now on, wherever they lie."""
        for tiles in [*self._walls.values(), self._spare]:
            tiles[:] = [_Tile(tile.id, labels.get(tile.id, tile.label)) for tile in tiles]
        for plane, scene in self._scenes.items():
            tiles_there = (replace(tile, label=labels.get(tile.id, tile.label)) for tile in scene.tiles)
            self._scenes[plane] = replace(scene, tiles=tuple(tiles_there))

    def _all_but(self, seat: Seat) -> list[list[_Tile]]:
        return [*(wall for other, wall in self._walls.items() if other is not seat), self._spare]

    def _wall(self, seat: Seat) -> list[_Tile]:
        if seat not in self._walls:
            raise NotAllowedError(f"no wall lies before seat {seat}")
        return self._walls[seat]

    def _scene(self, plane: str) -> Scene:
        return self._scenes.get(plane, Scene())

    def _lay(self, plane: str, tiles: Iterable[tuple[_Tile, Place]]) -> None:
        self._scenes[plane] = Scene(tuple(self._placed(tile, place) for tile, place in tiles))

    def _placed(self, tile: _Tile, place: Place, *, face_up: bool = True) -> PlacedTile:
        hit = put_down(place, tile.id, self.seed)
        return PlacedTile(tile.id, tile.label, hit.x_mm, hit.y_mm, hit.angle_deg, face_up)

    @staticmethod
    def _take(tiles: list[_Tile], wanted: Tile) -> _Tile:
        for index, tile in enumerate(tiles):
            if tile.label == format_tile(wanted):
                return tiles.pop(index)
        raise NotAllowedError(f"{format_tile(wanted)} does not lie before this seat")


def _hand_at(tile: PlacedTile, seat: Seat) -> HandOver:
    chance = Random(f"{tile.id}")
    towards_player = 1.0 if seat is Seat.A else -1.0
    angle = (0.0 if seat is Seat.A else 180.0) + chance.uniform(-15.0, 15.0)
    return HandOver(tile.x_mm, tile.y_mm + towards_player * _PALM_MM, angle, person=0 if seat is Seat.A else 1)
