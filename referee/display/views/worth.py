"""What a hand is worth, ready to be shown: its reading, yaku, fu by their parts, and both values. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.display.texts import Phrase
from referee.display.worth_phrases import value_phrases
from referee.journal.record_result import reading_text
from referee.rules import Reading, RuleSet, Score
from referee.tiles import Tile, format_tile, parse_tiles, tile_names


@dataclass(frozen=True, slots=True)
class YakuRow:
    """One yaku: its id with han, or with the multiple of a yakuman (the other is 0); `titles` of a house's own one."""

    id: str
    han: int
    yakuman: int
    titles: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class FuRow:
    """One part of the fu; `tile` is what it is for: the triplet, the pair, the winning tile of a wait."""

    id: str
    fu: int
    tile: str | None


@dataclass(frozen=True, slots=True)
class WorthSheet:
    """A complete hand as it was read: the groups, what the winning tile completed, and what all of it gives.

    `reading_for_minimum` is empty where the hand was read alike for the minimum. `values`: the worth for the minimum
    and the worth that is paid; one phrase where they are the same.
    """

    reading: tuple[tuple[str, ...], ...]
    wait: str
    yaku: tuple[YakuRow, ...]
    fu: int | None
    fu_parts: tuple[FuRow, ...]
    yakuman: int
    reading_for_minimum: tuple[tuple[str, ...], ...]
    values: tuple[Phrase, ...]


def worth_sheet(rules: RuleSet, fourteen: Sequence[Tile], score: Score) -> WorthSheet:
    """The worth of 14 tiles; no tiles where nobody may see them leaves the reading out."""
    reading = _groups(fourteen, score.reading)
    least = _groups(fourteen, score.reading_for_minimum)
    titles = rules.yaku_titles()
    return WorthSheet(
        reading=reading,
        wait="" if score.reading is None else score.reading.wait.value,
        yaku=tuple(
            YakuRow(yaku.id.value, yaku.han or 0, yaku.yakuman or 0, titles.get(yaku.id.value, {}))
            for yaku in score.yaku
        ),
        fu=score.fu,
        fu_parts=tuple(
            FuRow(part.id.value, part.fu, None if part.kind is None else format_tile(part.kind))
            for part in score.fu_parts
        ),
        yakuman=score.yakuman,
        reading_for_minimum=() if least == reading else least,
        values=value_phrases(rules, score),
    )


def _groups(fourteen: Sequence[Tile], reading: Reading | None) -> tuple[tuple[str, ...], ...]:
    """The groups of a reading with the tiles that are really there."""
    if reading is None or not fourteen:
        return ()
    return tuple(tuple(tile_names(parse_tiles(group))) for group in reading_text(fourteen, reading).split(" "))
