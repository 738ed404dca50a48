"""What holds for whole matches between simulated players, over all presets: balance, voids, records, and every ron.

Open matches are cut after eight deals. The suite plays a few matches, `make verify` two thousand.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest
from mahjong.constants import EAST, NORTH, SOUTH, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules

from referee.analysis.players import Knowledge
from referee.analysis.players.careful import CarefulPlayer
from referee.analysis.playout import Playout
from referee.game import Call, Deal, Event, EventType, Match, Seat, advance, fold
from referee.game.situations import situation_of
from referee.journal import judge, to_record17
from referee.rules import RuleSet, Situation, load_rules, preset_names
from referee.tiles import InputError, Kind, Tile, counts_of, is_red, kind_of, parse_tiles
from tests.referee.game.test_fold_properties import standing

MOST_DEALS = 8
SUITE_MATCHES = 14
VERIFY_MATCHES = 2_000
CHUNK = 100
VOIDS = 3


class Careless(CarefulPlayer):
    """Calls on tiles that it waits for whatever they are worth and whatever it let go, and on others now and then."""

    def choose_discard(self, knowledge: Knowledge) -> Tile:
        return self.rng.choice(knowledge.pool) if self.rng.random() < 0.2 else super().choose_discard(knowledge)

    def calls_ron(self, knowledge: Knowledge, tile: Tile, situation: Situation) -> bool:
        waiting = kind_of(tile) in waits_of(knowledge.hand)
        return self.rng.random() < (0.7 if waiting else 0.002)


def simulated(seed: int) -> Match:
    """A match of one preset after the other, every other one between careless players, whose false rons are ruled on.

    In every other of those a false ron costs nothing and the deal goes on.
    """
    names = preset_names()
    rules = load_rules(names[seed % len(names)])
    game = seed // len(names)
    if game % 2 == 0:
        return Playout(rules, Random(seed)).play(MOST_DEALS)
    if game % 4 == 1:
        rules = rules.with_options({"chombo": {"amount": "none", "to": "opponent"}})
    return Playout(rules, Random(seed), (Careless,)).play(MOST_DEALS)


@cache
def played(seed: int) -> Match:
    """The matches of the suite, each played once."""
    return simulated(seed)


# -- the checks, each of which raises or answers with what is wrong


def check_balance(match: Match) -> None:
    """Points, pot and what left the table are what the match began with, after every event."""
    standing_now = Match()
    for event in match.events:
        standing_now = advance(standing_now, event)
        start = len(standing_now.seats) * standing_now.rules.start_points
        total = sum(standing_now.points.values(), Fraction(0)) + standing_now.pot + standing_now.vanished
        assert total == start, event
    assert standing_now == match


def check_voids(match: Match, rng: Random) -> None:
    """Voiding an event is as if it had never been, or is refused where the rest cannot stand without it."""
    for event in rng.sample(match.events, VOIDS):
        without = folded([other for other in match.events if other is not event])
        voided = folded([*match.events, Event(match.version + 1, 0, EventType.VOID, ref=event.seq)])
        assert (without is None) == (voided is None), event
        if without is not None and voided is not None:
            assert standing(voided) == standing(without), event


def folded(events: list[Event]) -> Match | None:
    try:
        return fold(events)
    except InputError:
        return None


def check_record(match: Match) -> None:
    """The match's record is judged without a difference."""
    judgement = judge(to_record17(match))
    assert judgement.ok, judgement


def check_wins(match: Match) -> int:
    """No win on a tile that does not complete the hand, after furiten, or below the minimum. Returns how many won."""
    won = 0
    for deal in match.deals:
        for call in deal.wins:
            won += 1
            hand = deal.known[call.by].tiles
            assert is_complete(counts_of((*hand, call.discard.tile))), call
            assert not furiten_before(match.rules, deal, call), call
            assert reaches_minimum(match.rules, deal, call), call
    return won


# -- an own reading of the rules, simple and slow


def is_complete(counts: tuple[int, ...]) -> bool:
    """Seven pairs, thirteen orphans, or four groups and a pair."""
    orphans = [kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 8)]
    if all(counts[kind] for kind in orphans) and sum(counts[kind] for kind in orphans) == 14:
        return True
    if sorted(counts)[-7:] == [2] * 7:
        return True
    for pair in range(34):
        if counts[pair] >= 2:
            rest = list(counts)
            rest[pair] -= 2
            if is_groups(rest):
                return True
    return False


def is_groups(counts: list[int]) -> bool:
    kind = next((kind for kind in range(34) if counts[kind]), None)
    if kind is None:
        return True
    groups = [(kind, kind, kind)]
    if kind < 27 and kind % 9 <= 6:
        groups.append((kind, kind + 1, kind + 2))
    for group in groups:
        rest = list(counts)
        for part in group:
            rest[part] -= 1
        if min(rest) >= 0 and is_groups(rest):
            return True
    return False


@cache
def waits_of(hand: tuple[Tile, ...]) -> frozenset[Kind]:
    """The kinds that complete 13 tiles which do not hold all four of it."""
    counts = counts_of(hand)
    return frozenset(kind for kind in range(34) if counts[kind] < 4 and is_complete(counts_of((*hand, kind))))


def furiten_before(rules: RuleSet, deal: Deal, call: Call) -> list[str]:
    """The discards that forbid the call: own ones of a wait, and others' that the caller let go.

    What others discarded before the caller's own last discard was let go by that one, and counts from then on where
    riichi stands; what came since, by calling on a later tile instead. Only under `plain` nothing is lost before the
    own first discard.
    """
    waits = waits_of(deal.known[call.by].tiles)
    found = []
    before = deal.discards[: [discard.seq for discard in deal.discards].index(call.discard.seq)]
    own_later = 0
    for discard in reversed(before):
        if discard.by == call.by:
            own_later += 1
        if kind_of(discard.tile) not in waits:
            continue
        first = sum(1 for other in before if other.by == call.by) == own_later and discard.by != call.by
        forgiven = first and rules.first_discard_ron.value == "plain"
        stands = rules.riichi.value == "automatic" or call.by in deal.riichi
        if discard.by == call.by or ((own_later == 0 or stands) and not forgiven):
            found.append(f"{discard.by} {discard.n}")
    return found


WIND_OF = {"E": EAST, "S": SOUTH, "W": WEST, "N": NORTH}
COPIES = 4


def reaches_minimum(rules: RuleSet, deal: Deal, call: Call) -> bool:
    """Whether another engine (PyPI `mahjong`) finds a yaku, and a mangan without ura where that is the minimum.

    A ron before the own first discard under a renhou rule is 4 han at least there, which reaches it by itself.
    """
    situation = replace(situation_of(rules, deal, call.by, call.discard), ura=())
    if situation.first_discard and rules.first_discard_ron.value.startswith("renhou"):
        return True
    riichi = situation.riichi or situation.first_discard
    ippatsu = situation.ippatsu or (situation.first_discard and rules.first_discard_ron.value == "riichi_ippatsu")
    config = HandConfig(
        is_riichi=riichi,
        is_ippatsu=riichi and ippatsu,
        is_houtei=situation.houtei,
        player_wind=WIND_OF[situation.seat_wind] if situation.seat_wind else None,
        round_wind=WIND_OF[situation.round_wind] if situation.round_wind else None,
        options=OptionalRules(has_aka_dora=True, has_double_yakuman=True, kiriage=rules.kiriage_mangan),
    )
    fourteen = (*deal.known[call.by].tiles, call.discard.tile)
    numbered = list(numbers(rules, fourteen))
    indicators = list(numbers(rules, deal.indicators))
    found = HandCalculator().estimate_hand_value(numbered, numbered[-1], dora_indicators=indicators, config=config)
    if found.error is not None or found.han is None:
        return False
    if rules.minimum.kind.value == "none":
        return True
    assert rules.minimum.kind.value == "mangan"
    least = 1_920 if rules.kiriage_mangan else 2_000
    return found.han >= 5 or found.fu * 2 ** (2 + found.han) >= least


def numbers(rules: RuleSet, tiles: tuple[Tile, ...]) -> Iterator[int]:
    """The tiles as that engine counts them: 0-135, where the first five of a suit is the red one."""
    used: Counter[Kind] = Counter()
    for tile in tiles:
        kind = kind_of(tile)
        red = is_red(tile) and rules.counts_red("mps"[kind // 9])
        if kind < 27 and kind % 9 == 4 and not red:
            used[kind] += not used[kind]  # leave the red one out
        yield kind * COPIES + (0 if red else used[kind] % COPIES)
        used[kind] += not red


# -- the tests


@pytest.mark.parametrize("seed", range(SUITE_MATCHES))
def test_a_simulated_match(seed):
    match = played(seed)
    check_balance(match)
    check_record(match)
    check_voids(match, Random(seed))
    check_wins(match)


def test_the_suites_matches_have_wins_and_refusals_of_every_kind():
    calls = [call for seed in range(SUITE_MATCHES) for deal in played(seed).deals for call in deal.calls]
    reasons = {reason.value for call in calls for reason in call.reasons}
    assert sum(1 for call in calls if not call.reasons) > 20
    assert reasons >= {"not_complete", "below_minimum", "furiten_own_discard"}


def test_the_checks_would_see_a_win_that_is_none():
    match = next(match for match in map(played, range(SUITE_MATCHES)) if any(deal.wins for deal in match.deals))
    deal = next(deal for deal in match.deals if deal.wins)
    call = deal.wins[0]
    waits = waits_of(deal.known[call.by].tiles)
    assert kind_of(call.discard.tile) in waits
    own = next(discard for discard in deal.discards if discard.by == call.by)
    tampered = tuple(
        replace(discard, tile=min(waits)) if discard is own and own.seq < call.discard.seq else discard
        for discard in deal.discards
    )
    assert furiten_before(match.rules, replace(deal, discards=tampered), call) == [f"{call.by} 1"]
    strict = match.rules.with_options({"payment": "flat_child", "minimum": "mangan"})
    cheap = parse_tiles("123678m45623p33z4p")
    poor = replace(
        deal,
        known={**deal.known, call.by: replace(deal.known[call.by], tiles=cheap[:13])},
        indicators=(),
        discards=(*deal.discards[:-1], replace(deal.discards[-1], tile=cheap[13])),
    )
    last = poor.discards[-1]
    assert not reaches_minimum(strict, poor, replace(call, by=next(s for s in Seat if s != last.by), discard=last))


@pytest.mark.verify
@pytest.mark.timeout(3_000)
@pytest.mark.parametrize("start", range(0, VERIFY_MATCHES, CHUNK))
def test_two_thousand_simulated_matches(start):
    for seed in range(start, start + CHUNK):
        match = simulated(seed)
        check_record(match)
        check_voids(match, Random(seed))
        check_wins(match)
