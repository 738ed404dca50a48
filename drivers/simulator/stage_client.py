"""The hands and eyes of simulated people: requests to the hall, one method each."""

from collections.abc import Iterable
from typing import Any

from drivers.simulator.control_client import ControlClient
from drivers.simulator.layout import Seat
from referee.tiles import InputError, Tile, format_tile, parse_tile, tile_names


class StageError(InputError):
    """The hall refused a request, or is gone."""


class StageClient(ControlClient):
    """A connection to the hall. Raises StageError when the hall refuses a request or is gone."""

    what = "hall"

    def look(self, seat: str) -> tuple[Tile, ...]:
        """The 34 tiles that lie before a seat, as its player sees them."""
        return self._tiles("look", seat=str(seat))

    def look_at(self, place: str, seat: str | None) -> tuple[Tile, ...]:
        """What really lies at a place, as an operator sees it who looks there."""
        return self._tiles("look_at", place=place, seat=None if seat is None else str(seat))

    def open_wall(self, seat: str) -> None:
        """Lay the own wall open on the tray."""
        self._request("open_wall", seat=str(Seat(seat)))

    def build(self, seat: str, hand: Iterable[Tile]) -> None:
        """Set up 13 tiles as the hand, the others as the pool."""
        self._request("build", seat=str(Seat(seat)), tiles=tile_names(hand))

    def discard(self, seat: str, tile: Tile) -> None:
        """Lay a tile of the pool at the end of the own river."""
        self._request("discard", seat=str(Seat(seat)), tile=format_tile(tile))

    def take_back(self, seat: str) -> Tile:
        """Take the last tile of the own river back into the pool; the tile."""
        return parse_tile(self._request("take_back", seat=str(Seat(seat)))["tile"])

    def flip_indicator(self) -> None:
        """Turn the dora indicator."""
        self._request("flip_indicator")

    def flip_ura(self) -> None:
        """Turn the ura indicator."""
        self._request("flip_ura")

    def take_out_odd_tile(self) -> bool:
        """Put the right tile where one of the other set lies; False if none does."""
        return bool(self._request("take_out_odd_tile")["taken"])

    def _tiles(self, do: str, **fields: object) -> tuple[Tile, ...]:
        return tuple(parse_tile(name) for name in self._request(do, **fields)["tiles"])

    def _request(self, do: str, **fields: object) -> dict[str, Any]:
        try:
            return self.request(do, **fields)
        except InputError as error:
            raise StageError(str(error)) from error
