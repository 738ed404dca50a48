"""Results as record17 writes them, and where two of them differ."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from referee.game import Amount, Deal, Result, Seat, Win, number, read_amount
from referee.rules import Reading, yaku_fields
from referee.tiles import NAMES, InputError, Tile, is_red, kind_of, parse_tiles
from referee.tiles.names import RED_OF

_TOLERANCE: Final = Fraction(1, 1_000)


def result_fields(deal: Deal, result: Result) -> dict[str, Any]:
    """The `result` of a deal."""
    fields: dict[str, Any] = {"type": result.type.value}
    if result.wins:
        fields["wins"] = [win_fields(deal, win) for win in result.wins]
    fields["delta"] = amount_fields(result.delta)
    fields["pot"] = number(result.pot)
    if result.reason:
        fields["reason"] = result.reason
    if result.ruled_by:
        fields["ruled_by"] = result.ruled_by
    return fields


def amount_fields(amounts: Mapping[Seat, Amount]) -> dict[str, int | float]:
    """Amounts by seat, such as `points` and `delta`."""
    return {seat.value: number(amount) for seat, amount in amounts.items()}


def win_fields(deal: Deal, win: Win) -> dict[str, Any]:
    """One entry of `wins`."""
    worth = win.score
    known = deal.known.get(win.winner)
    reading = ""
    if worth.reading is not None and known is not None:
        reading = reading_text((*known.tiles, win.tile), worth.reading)
    return {
        "winner": win.winner.value,
        "loser": win.loser.value,
        "tile": NAMES[win.tile],
        "han": worth.han,
        "fu": worth.fu,
        "han_for_minimum": worth.han_for_minimum,
        "limit": worth.limit.value,
        "yakuman": worth.yakuman,
        "reading": reading,
        "yaku": [yaku_fields(yaku) for yaku in worth.yaku],
        "base": number(win.base),
        "honba": number(win.honba),
        "pot": number(win.pot),
    }


def reading_text(tiles: Sequence[Tile], reading: Reading) -> str:
    """The reading with the tiles that are really there: red fives as 0, after the ordinary ones of their group."""
    left = Counter(tiles)
    return " ".join(_group_text(group, left) for group in reading.groups)


def _group_text(group: Sequence[int], left: Counter[Tile]) -> str:
    tiles: list[Tile] = []
    for kind in group:
        tile = kind if left[kind] > 0 else RED_OF.get(kind, kind)
        left[tile] -= 1
        tiles.append(tile)
    tiles.sort(key=lambda tile: (kind_of(tile), is_red(tile)))
    return "".join(NAMES[tile][0] for tile in tiles) + NAMES[tiles[0]][1]


def differences(stated: Mapping[str, Any], judged: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Where a stated result differs from the judged one; only what is stated is compared."""
    if stated["type"] != judged["type"]:
        yield _difference("result.type", stated["type"], judged["type"])
        return
    wins = judged.get("wins", [])
    if "wins" in stated and len(stated["wins"]) != len(wins):
        yield _difference("result.wins", len(stated["wins"]), len(wins))
    for place, (said, found) in enumerate(zip(stated.get("wins", []), wins, strict=False)):
        yield from _win_differences(f"result.wins[{place}]", said, found)
    yield from amount_differences("result.delta", stated.get("delta"), judged["delta"])
    if "pot" in stated and not same_amount(stated["pot"], judged["pot"]):
        yield _difference("result.pot", stated["pot"], judged["pot"])


def amount_differences(
    where: str, stated: Mapping[str, Any] | None, judged: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """Where amounts by seat differ; a seat that is not named has 0."""
    if stated is None:
        return
    for seat in sorted({*stated, *judged}):
        said, found = stated.get(seat, 0), judged.get(seat, 0)
        if not same_amount(said, found):
            yield _difference(f"{where}.{seat}", said, found)


def _win_differences(where: str, stated: Mapping[str, Any], judged: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for name in ("winner", "loser", "tile", "han", "fu", "han_for_minimum", "limit", "yakuman"):
        if name in stated and stated[name] != judged[name]:
            yield _difference(f"{where}.{name}", stated[name], judged[name])
    for name in ("base", "honba", "pot"):
        if name in stated and not same_amount(stated[name], judged[name]):
            yield _difference(f"{where}.{name}", stated[name], judged[name])
    if "yaku" in stated and _yaku(stated["yaku"]) != _yaku(judged["yaku"]):
        yield _difference(f"{where}.yaku", stated["yaku"], judged["yaku"])
    # another split of the same tiles is as right as ours where everything else agrees
    if stated.get("reading") and _tiles(stated["reading"]) != _tiles(judged["reading"]):
        yield _difference(f"{where}.reading", stated["reading"], judged["reading"])


def _yaku(yaku: Sequence[Mapping[str, Any]]) -> Counter[tuple[str, int | None]]:
    return Counter((entry["id"], entry.get("yakuman") or entry.get("han")) for entry in yaku)


def _tiles(reading: str) -> object:
    try:
        return Counter(kind_of(tile) for tile in parse_tiles(reading))
    except InputError:
        return reading


def same_amount(stated: Any, judged: Any) -> bool:
    """Whether two amounts of a record agree; a third of a pot is no exact number in JSON."""
    return abs(Fraction(read_amount(stated)) - Fraction(read_amount(judged))) < _TOLERANCE


def _difference(where: str, stated: Any, judged: Any) -> dict[str, Any]:
    return {"where": where, "stated": stated, "judged": judged}
