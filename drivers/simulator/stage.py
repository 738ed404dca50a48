"""The simulated hall in motion: tiles, hands and cameras on one clock, and the requests that simulated people make.

A request is a mapping with `do` and its fields, an answer a mapping; `stage_process` carries them over a socket.
Cameras render on demand from the newest scene. Every move is told to `truth`, which is what the table really did.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from drivers.simulator.hall import TABLE, Hall
from drivers.simulator.layout import Seat
from drivers.simulator.scene import Scene
from drivers.simulator.scene_camera import SceneCamera
from referee.tiles import InputError, NotAllowedError, Tile, format_tile, parse_tile, tile_names

Truth = Callable[[Mapping[str, Any]], None]
SIDE_OF_B: Final = 2
PLANE_OF_CAMERA: Final = {"overhead": TABLE, "tray-A": "tray-A", "tray-B": "tray-B"}


class Stage:
    """One hall with its cameras. Safe from any thread: one lock around the hall, rendering outside of it."""

    def __init__(
        self, hall: Hall, cameras: Mapping[str, SceneCamera], now_ms: Callable[[], float], truth: Truth
    ) -> None:
        self._hall = hall
        self._cameras = cameras
        self._now_ms = now_ms
        self._truth = truth
        self._lock = threading.Lock()
        self._deal = 0
        self._fresh = False  # walls that nobody has opened: if others take their place, no deal was played
        self._discards: dict[Seat, int] = {}

    def take_in(self) -> None:
        """The table takes the tiles in."""
        with self._lock:
            self._hall.take_in()

    def walls_up(self, walls: Sequence[Sequence[Tile]]) -> None:
        """The table has raised four walls, by side."""
        with self._lock:
            self._hall.raise_walls(walls)
            self._fresh = True
            self._discards = dict.fromkeys(Seat, 0)

    def odd_tile(self, *, side: int, there: bool) -> None:
        """A tile of the other set is put into the wall at a side of the table that a seat has, or is taken out."""
        with self._lock:
            if there:
                self._hall.put_odd_tile(Seat.B if side == SIDE_OF_B else Seat.A)
            else:
                self._take_out_odd_tile()

    def render(self, camera: str, number: int) -> NDArray[np.uint8]:
        """The picture that a camera takes now; `number` is the frame's."""
        with self._lock:
            self._hall.pass_time(self._now_ms())
            scene = self._hall.scenes().get(PLANE_OF_CAMERA[camera], Scene())
        return self._cameras[camera].frame(scene, number)

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out one request of a simulated person; `{"error": ...}` with one line if it cannot be."""
        try:
            with self._lock:
                self._hall.pass_time(self._now_ms())
                return self._done(request)
        except (InputError, KeyError, TypeError, ValueError) as error:
            return {"error": str(error) or repr(error)}

    def _done(self, request: Mapping[str, Any]) -> dict[str, Any]:
        match request["do"]:
            case "look":
                return {"tiles": tile_names(self._hall.look(Seat(request["seat"])))}
            case "look_at":
                about = Seat(request["seat"]) if request.get("seat") else None
                return {"tiles": tile_names(self._hall.look_at(request["place"], about))}
            case "open_wall":
                seat = Seat(request["seat"])
                self._hall.open_wall(seat)
                self._tell("wall", seat, tiles=tile_names(self._hall.look(seat)))
            case "flip_indicator":
                shown, _ = self._hall.flip_indicator()
                self._tell("indicator", None, tile=format_tile(shown))
            case "flip_ura":
                self._tell("ura", None, tile=format_tile(self._hall.flip_ura()))
            case "build":
                seat, hand = Seat(request["seat"]), [parse_tile(name) for name in request["tiles"]]
                self._hall.build(seat, hand)
                self._tell("hand", seat, tiles=tile_names(sorted(hand)))
            case "discard":
                self._discard(Seat(request["seat"]), parse_tile(request["tile"]))
            case "take_back":
                return {"tile": self._take_back(Seat(request["seat"]))}
            case "take_out_odd_tile":
                return {"taken": self._take_out_odd_tile()}
            case "swap":
                self._hall.swap(int(request["first"]), int(request["second"]))
            case other:
                raise NotAllowedError(f"nobody can do '{other}' in the hall")
        return {}

    def _take_out_odd_tile(self) -> bool:
        seat = self._hall.take_out_odd_tile()
        if seat is not None:  # what was told of its wall was not true: it is told again
            self._tell("wall", seat, tiles=tile_names(self._hall.look(seat)))
        return seat is not None

    def _discard(self, seat: Seat, tile: Tile) -> None:
        self._hall.discard(seat, tile)
        self._discards[seat] += 1
        self._tell("discard", seat, tile=format_tile(tile), n=self._discards[seat])

    def _take_back(self, seat: Seat) -> str:
        tile = format_tile(self._hall.take_back(seat))
        self._tell("take_back", seat, tile=tile, n=self._discards[seat])
        self._discards[seat] -= 1
        return tile

    def _tell(self, kind: str, seat: Seat | None, **facts: Any) -> None:
        if self._fresh:
            self._deal, self._fresh = self._deal + 1, False
        about = {} if seat is None else {"seat": seat.value}
        self._truth({"deal": self._deal, "type": kind, **about, **facts})
