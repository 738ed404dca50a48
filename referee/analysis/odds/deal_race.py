"""What is left of a deal, as a race: piles, turns, and what every tile would be worth to whom and when. Pure.

A seat whose pool is unknown discards from the tiles that nobody has seen, or from its wall where that is known: for
somebody who does not know more, each of these is as likely as any other. A seat whose hand is unknown cannot be weighed
and is taken never to win.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, TypeAlias

from referee.analysis.odds.prospect import (
    is_barred,
    is_out,
    open_waits,
    pass_counts,
    plays_riichi,
    situation_to_come,
    worth_of,
)
from referee.analysis.odds.race import Race, State, Turn, Worths
from referee.analysis.odds.sight import counted, unseen_tiles
from referee.game import DISCARDS, Amount, Deal, Phase, Seat
from referee.game.deal import without
from referee.game.situations import moments_from
from referee.rules import RuleSet, SeveralRon, Situation
from referee.tiles import Tile, kind_of

PLAYING: Final = frozenset({Phase.DISCARDING, Phase.LAST_WINDOW, Phase.REFUSED, Phase.CALLED})
"""The phases in which a win can still come; a frozen deal is weighed as if it were played on."""

Meaning: TypeAlias = tuple[Worths | None, ...]
"""What a tile is worth to each seat; None to one that does not wait for it."""


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
    rows, left = _lots(piles, lambda tile: tuple(moments[seat].worths(rules, deal, tile) for seat in deal.order))
    wins, discarder = _open_wins(rules, deal)
    return Race(
        seats=deal.order,
        turns=turns,
        worths=rows,
        start=State(_out(deal), _barred(rules, deal), left),
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
            moment.index: columns.setdefault(situation_to_come(rules, deal, seat, moment), len(columns))
            for moment in moments_from(deal, seat, len(deal.discards))
        }
        return _Moments(seat, tuple(columns), column_at)

    def worths(self, rules: RuleSet, deal: Deal, tile: Tile) -> Worths | None:
        """What a tile is worth to the seat; None where it is no wait of it, or the seat cannot win any more."""
        known = deal.known.get(self.seat)
        if known is None or is_out(deal, self.seat) or kind_of(tile) not in known.waits:
            return None
        return tuple(worth_of(rules, deal, self.seat, tile, situation) for situation in self.situations)


def _lots(
    piles: Sequence[Sequence[Tile]], meaning: Callable[[Tile], Meaning]
) -> tuple[tuple[Meaning, ...], tuple[tuple[int, ...], ...]]:
    """What each lot means to the seats; and by pile and lot, how many tiles of it lie there."""
    lots: dict[Meaning, int] = {}
    lot_of = {tile: lots.setdefault(meaning(tile), len(lots)) for tile in dict.fromkeys(chain(*piles))}
    counts = [Counter(lot_of[tile] for tile in pile) for pile in piles]
    return tuple(lots), tuple(tuple(count[lot] for lot in range(len(lots))) for count in counts)


def _turns(rules: RuleSet, deal: Deal, moments: dict[Seat, _Moments], pile_of: dict[Seat, int]) -> Iterator[Turn]:
    order = deal.order
    for index in range(len(deal.discards), DISCARDS * len(order)):
        place = index % len(order)
        seat = order[place]
        columns = tuple(moments[other].column_at.get(index, 0) for other in order)
        bars = sum(1 << other for other in range(len(order)) if pass_counts(rules, first=index < other))
        yield Turn(place, pile_of[seat], columns, bars, plays_riichi(rules, deal, seat))


def _piles(rules: RuleSet, deal: Deal) -> tuple[list[list[Tile]], dict[Seat, int]]:
    """What each seat discards from; the seats whose wall is unknown share one pile of unseen tiles."""
    piles: list[list[Tile]] = []
    pile_of: dict[Seat, int] = {}
    shared: int | None = None
    for seat in deal.order:
        own = _own_pile(deal, seat)
        if own is None and shared is not None:
            pile_of[seat] = shared
            continue
        pile_of[seat] = len(piles)
        piles.append(counted(rules, unseen_tiles(rules, deal) if own is None else own))
        if own is None:
            shared = pile_of[seat]
    return piles, pile_of


def _own_pile(deal: Deal, seat: Seat) -> tuple[Tile, ...] | None:
    """The pool of a seat; where only its wall is known, all that it may still hold, the 13 among them."""
    if seat not in deal.walls:
        return None
    pool = deal.pool(seat)
    return without(deal.walls[seat], [discard.tile for discard in deal.river(seat)]) if pool is None else pool


def _open_wins(rules: RuleSet, deal: Deal) -> tuple[tuple[tuple[int, Amount], ...], int | None]:
    """Who can win on the oldest open discard that anybody can win on, as place and worth; and whose discard it is."""
    chances: dict[int, list[tuple[int, Amount]]] = {}
    for place, seat in enumerate(deal.order):
        for discard, worth in open_waits(rules, deal, seat):
            if worth is not None:
                chances.setdefault(deal.discards.index(discard), []).append((place, worth))
                break
    if not chances:
        return (), None
    oldest = min(chances)
    players = len(deal.order)
    discarder = oldest % players
    wins = sorted(chances[oldest], key=lambda win: (win[0] - discarder) % players)
    if rules.several_ron is SeveralRon.NEAREST:
        wins = wins[:1]
    return tuple(sorted(wins)), discarder


def _out(deal: Deal) -> int:
    return sum(1 << place for place, seat in enumerate(deal.order) if is_out(deal, seat))


def _barred(rules: RuleSet, deal: Deal) -> int:
    return sum(1 << place for place, seat in enumerate(deal.order) if is_barred(rules, deal, seat))
