"""What is left of a deal, as a race: piles, turns, and what every tile would be worth to whom and when. Pure.

A seat whose pool is unknown discards from the tiles that nobody has seen: for somebody who does not know them each of
these is as likely as any other. A seat whose hand is unknown cannot be weighed and is taken never to win.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from referee.analysis.odds.race import Race, State, Turn, Worths
from referee.analysis.odds.sight import counted, unseen_tiles
from referee.game import DISCARDS, Amount, Deal, Phase, Seat, situation_of
from referee.game.settlement import price
from referee.game.situations import Moment, moments_from, situation_at
from referee.rules import RiichiRule, RuleSet, SeveralRon, Situation, furiten_on_pass, score
from referee.tiles import ImpossibleTilesError, Tile, kind_of

PLAYING: Final = frozenset({Phase.DISCARDING, Phase.LAST_WINDOW, Phase.REFUSED, Phase.CALLED})
"""The phases in which a win can still come; a frozen deal is weighed as if it were played on."""


def deal_race(rules: RuleSet, deal: Deal) -> Race | None:
    """The race that is left of a deal; None where none is (hands not built, deal won), or tiles are missing for it."""
    if deal.phase not in PLAYING or not deal.order:
        return None
    piles, pile_of = _piles(rules, deal)
    moments = {seat: _Moments.of(rules, deal, seat) for seat in deal.order}
    turns = tuple(_turns(rules, deal, moments, pile_of))
    drawn_from = Counter(turn.pile for turn in turns)
    if any(len(piles[pile]) < count for pile, count in drawn_from.items()):
        return None
    rows: dict[tuple[Worths | None, ...], int] = {}
    lots = [Counter[int]() for _ in piles]
    worth_of: dict[Tile, int] = {}
    for pile, tiles in enumerate(piles):
        for tile in tiles:
            if tile not in worth_of:
                row = tuple(moments[seat].worths(rules, deal, tile) for seat in deal.order)
                worth_of[tile] = rows.setdefault(row, len(rows))
            lots[pile][worth_of[tile]] += 1
    left = tuple(tuple(pile[lot] for lot in range(len(rows))) for pile in lots)
    wins, discarder = _open_wins(rules, deal)
    return Race(
        seats=deal.order,
        turns=turns,
        worths=tuple(rows),
        start=State(_out(deal), _barred(deal), _pending(deal), left),
        nearest=rules.several_ron is SeveralRon.NEAREST,
        open_wins=wins,
        open_discarder=discarder,
    )


@dataclass(frozen=True, slots=True)
class _Moments:
    """The situations in which a seat may still win: `situations` are the different ones, `column_at` by place."""

    seat: Seat
    situations: tuple[Situation, ...]
    column_at: dict[int, int]

    @staticmethod
    def of(rules: RuleSet, deal: Deal, seat: Seat) -> "_Moments":
        columns: dict[Situation, int] = {}
        column_at = {
            moment.index: columns.setdefault(_situation(rules, deal, seat, moment), len(columns))
            for moment in moments_from(deal, seat, len(deal.discards))
        }
        return _Moments(seat, tuple(columns), column_at)

    def worths(self, rules: RuleSet, deal: Deal, tile: Tile) -> Worths | None:
        """What a tile is worth to the seat; None where it is no wait of it, or the seat cannot win any more."""
        known = deal.known.get(self.seat)
        if known is None or _is_out(deal, self.seat) or kind_of(tile) not in known.waits:
            return None
        return tuple(_worth(rules, deal, known.tiles, tile, situation) for situation in self.situations)


def _situation(rules: RuleSet, deal: Deal, seat: Seat, moment: Moment) -> Situation:
    """The situation at a moment to come: whoever has not discarded yet will declare riichi with the first discard."""
    situation = situation_at(rules, deal, seat, moment)
    return replace(situation, riichi=True) if not deal.river(seat) and moment.own_before else situation


def _worth(rules: RuleSet, deal: Deal, hand: tuple[Tile, ...], tile: Tile, situation: Situation) -> Amount | None:
    try:
        worth = score(hand, tile, rules, situation)
    except ImpossibleTilesError:
        return None
    return price(rules, deal, worth) if worth.can_ron else None


def _turns(rules: RuleSet, deal: Deal, moments: dict[Seat, _Moments], pile_of: dict[Seat, int]) -> Iterator[Turn]:
    first_counts = furiten_on_pass(rules, Situation(first_discard=True))
    players = len(deal.order)
    for index in range(len(deal.discards), DISCARDS * players):
        place = index % players
        seat = deal.order[place]
        columns = tuple(moments[other].column_at.get(index, 0) for other in deal.order)
        counts = _riichi_stands(rules, deal, seat) and (first_counts or index >= players)
        yield Turn(place, pile_of[seat], columns, counts)


def _riichi_stands(rules: RuleSet, deal: Deal, seat: Seat) -> bool:
    return rules.riichi is RiichiRule.AUTOMATIC or seat in deal.riichi or not deal.river(seat)


def _piles(rules: RuleSet, deal: Deal) -> tuple[list[list[Tile]], dict[Seat, int]]:
    """The pools that are known, and one pile of unseen tiles for the seats whose pool is not."""
    piles: list[list[Tile]] = []
    pile_of: dict[Seat, int] = {}
    unseen: int | None = None
    for seat in deal.order:
        pool = deal.pool(seat)
        if pool is not None:
            pile_of[seat] = len(piles)
            piles.append(counted(rules, pool))
            continue
        if unseen is None:
            unseen = len(piles)
            piles.append(list(unseen_tiles(rules, deal)))
        pile_of[seat] = unseen
    return piles, pile_of


def _open_wins(rules: RuleSet, deal: Deal) -> tuple[tuple[tuple[int, Amount], ...], int | None]:
    """Who can win on the oldest open discard that anybody can win on, the nearest first; and whose discard it is."""
    chances: dict[int, list[tuple[int, Amount]]] = {}
    for place, seat in enumerate(deal.order):
        known = deal.known.get(seat)
        if known is None or _is_out(deal, seat) or seat in deal.furiten:
            continue
        for discard in deal.open_to(seat):
            if kind_of(discard.tile) in known.waits:
                situation = situation_of(rules, deal, seat, discard)
                worth = _worth(rules, deal, known.tiles, discard.tile, situation)
                if worth is not None:
                    chances.setdefault(deal.discards.index(discard), []).append((place, worth))
    if not chances:
        return (), None
    oldest = min(chances)
    players = len(deal.order)
    discarder = oldest % players
    wins = sorted(chances[oldest], key=lambda win: (win[0] - discarder) % players)
    if rules.several_ron is SeveralRon.NEAREST:
        wins = wins[:1]
    return tuple(sorted(wins)), discarder


def _is_out(deal: Deal, seat: Seat) -> bool:
    """Whether a seat can certainly not win: its hand is unknown, waits for nothing, changed, dead, or is furiten."""
    known, furiten = deal.known.get(seat), deal.furiten.get(seat)
    if known is None or not known.waits or known.changed or seat in deal.dead:
        return True
    return furiten is not None and not furiten.temporary


def _out(deal: Deal) -> int:
    return sum(1 << place for place, seat in enumerate(deal.order) if _is_out(deal, seat))


def _barred(deal: Deal) -> int:
    """Seats that are furiten until their own next discard."""
    return sum(1 << place for place, seat in enumerate(deal.order) if seat in deal.furiten and not _is_out(deal, seat))


def _pending(deal: Deal) -> int:
    """Seats with a wait in their open window: their next discard lets it pass."""
    mask = 0
    for place, seat in enumerate(deal.order):
        known = deal.known.get(seat)
        if known is not None and not _is_out(deal, seat):
            passing = any(kind_of(discard.tile) in known.waits for discard in deal.open_to(seat))
            mask |= passing << place
    return mask
