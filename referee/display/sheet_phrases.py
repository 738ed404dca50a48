"""The score sheet of a deal in phrases, line by line, for terminals and files; pages draw the same sheet. Pure."""

from collections.abc import Iterator, Sequence

from referee.display.texts import Named, Phrase
from referee.display.verdict_phrases import reason_phrase, result_reason
from referee.display.views.result import ResultSheet, TotalRow, WinSheet
from referee.display.views.worth import FuRow, WorthSheet, YakuRow, worth_sheet
from referee.rules import FuId, RuleSet, Score
from referee.tiles import Tile, format_tile


def sheet_phrases(sheet: ResultSheet) -> tuple[Phrase, ...]:
    """Who won and why it is worth that much, or how the deal ended; then every seat's points."""
    return tuple(_lines(sheet))


def score_phrases(rules: RuleSet, hand: Sequence[Tile], tile: Tile, score: Score) -> tuple[Phrase, ...]:
    """A hand and a tile by themselves, as `score` is asked: what it is worth, and whether a ron is allowed and why."""
    wait = format_tile(tile)
    if not score.complete:
        return (Phrase("score.not_complete", {"wait": wait}),)
    facts = {
        "wait": wait,
        "han_for_minimum": score.han_for_minimum,
        "fu_for_minimum": score.fu_for_minimum,
        "minimum": rules.minimum.plain,
    }
    verdict = Phrase("score.allowed", {"wait": wait}) if score.can_ron else Phrase("score.refused", {"wait": wait})
    return (
        *_worth_lines(worth_sheet(rules, (*hand, tile), score)),
        Phrase("sheet.price", {"points": score.points}),
        verdict,
        *(reason_phrase(reason.value, None, facts) for reason in score.reasons),
    )


def _lines(sheet: ResultSheet) -> Iterator[Phrase]:
    if not sheet.wins:
        yield Phrase(f"result.type.{sheet.type}")
        if sheet.reason:
            yield result_reason(sheet.reason)
    for win in sheet.wins:
        yield from _win_lines(sheet, win)
    for shown in sheet.hands:
        yield Phrase("sheet.hand", {"seat": shown.seat, "tiles": list(shown.tiles)})
    for total in sheet.totals:
        yield _total(total)
    if sheet.pot:
        yield Phrase("sheet.pot", {"points": sheet.pot})


def _win_lines(sheet: ResultSheet, win: WinSheet) -> Iterator[Phrase]:
    nth = None if win.n is None else str(win.n)
    yield Phrase("verdict.ron", {"seat": win.winner, "wait": win.tile, "discarder": win.loser, "nth": nth})
    if sheet.dora:
        yield Phrase("sheet.dora", {"tiles": list(sheet.dora)})
    if sheet.ura_dora:
        yield Phrase("sheet.ura_dora", {"tiles": list(sheet.ura_dora)})
    yield from _worth_lines(win)
    yield Phrase("sheet.price", {"points": win.price})
    if win.honba:
        yield Phrase("result.with_honba", {"points": win.honba})
    if win.pot:
        yield Phrase("result.with_pot", {"points": win.pot})


def _worth_lines(worth: WorthSheet | WinSheet) -> Iterator[Phrase]:
    if worth.reading:
        yield Phrase("sheet.reading", {"groups": _written(worth.reading), "form": Phrase(f"wait_form.{worth.wait}")})
    if worth.reading_for_minimum:
        yield Phrase("sheet.reading_for_minimum", {"groups": _written(worth.reading_for_minimum)})
    if worth.yaku:
        yield Phrase("sheet.yaku", {"yaku_list": [_yaku(yaku) for yaku in worth.yaku]})
    if worth.fu_parts and not worth.yakuman:
        yield _fu(worth)
    yield from worth.values


def _yaku(yaku: YakuRow) -> Phrase:
    name: object = Named(yaku.id, yaku.titles) if yaku.titles else yaku.id
    if yaku.yakuman > 1:
        return Phrase("sheet.yaku_times", {"yaku": name, "n": yaku.yakuman})
    if yaku.yakuman:
        return Phrase("sheet.yaku_yakuman", {"yaku": name})
    return Phrase("sheet.yaku_han", {"yaku": name, "n": yaku.han})


def _fu(worth: WorthSheet | WinSheet) -> Phrase:
    """`base 20, closed ron 10, closed triplet 222p 4 = 34, rounded up to 40`."""
    total = sum(part.fu for part in worth.fu_parts)
    parts = [_fu_part(part) for part in worth.fu_parts]
    key = "sheet.fu" if total == worth.fu else "sheet.fu_rounded"
    return Phrase(key, {"parts": parts, "total": total, "rounded": worth.fu})


def _fu_part(part: FuRow) -> Phrase:
    facts: dict[str, object] = {"part": Phrase(f"fu.{part.id}"), "n": part.fu}
    if part.tile is None:
        return Phrase("sheet.fu_part", facts)
    copies = 3 if part.id in (FuId.OPEN_TRIPLET, FuId.CLOSED_TRIPLET) else 1
    copies = 2 if part.id.startswith("pair") else copies
    return Phrase("sheet.fu_part_tiles", {**facts, "tiles": [part.tile] * copies})


def _total(total: TotalRow) -> Phrase:
    facts = {"seat": total.seat, "name": total.name, "before": total.before, "after": total.after}
    change = total.change
    return Phrase("sheet.total", {**facts, "change": f"+{change:,}" if change > 0 else f"{change:,}"})


def _written(groups: tuple[tuple[str, ...], ...]) -> str:
    """`234m 340p 55s`: groups stay apart, as people write a reading."""
    return " ".join("".join(name[0] for name in group) + group[0][1] for group in groups)
