"""Short matches and deals in which one option of the rule set decides what comes out; each answers with the outcome.

A scene gets the options that it is played under. What it looks at is all that it returns: two values of an option are
told apart by their outcomes and by nothing else.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

from referee.desk.commands import ConfirmWalls, EnterDice, EnterIndicator, LockHand, StartBuilding
from referee.desk.state import Place
from referee.display.roles import PUBLIC, REFEREE
from referee.display.views import view_for
from referee.game import EventType, Match, Phase, Seat, round_wind, seat_wind
from referee.rules import Situation, load_rules, score
from referee.tiles import InputError, parse_tile, parse_tiles
from tests.referee.desk.bench import A, B, Bench
from tests.referee.display.fake_desk import HAND_B, FakeDesk
from tests.referee.game.script import Script

Options: TypeAlias = Mapping[str, Any]

# on 4s with indicator 3s: riichi, pinfu, tanyao, one dora = 4 han 30 fu, a rounded-up mangan
MANGAN = "233445m234p5677s"
PAIRS = "22334m7788p2233s"  # on 4m: 4 han 25 fu, a mangan with ippatsu or houtei only
CHEAP = "123678m45623p33z"  # on 4p: riichi alone
CLOSED = "147m258p369s1234z"


def opened(options: Options, preset: str = "kaiji", first: str = "A", **hands: str | None) -> Script:
    """A deal whose first discard is to come. Hands by seat; a seat that is not named has one that nobody has seen."""
    script = Script(preset, **options).open(first=first)
    return script.hands(indicator="3s", **hands)


def calmly(script: Script, discarder: str, tile: str) -> Script:
    """Harmless discards until the middle of the deal, then this one."""
    while script.deal.turn != discarder or len(script.deal.discards) < 8:
        script.harmless(len(script.deal.discards) + 1)
    script.add("discard", by=discarder, tile=tile)
    return script


def won(script: Script, winner: str, loser: str) -> Script:
    """The deal that is open is won with a mangan."""
    script.hands(indicator="3s", **{winner: MANGAN})
    return calmly(script, loser, "4s").ron(winner).won(ura="9p")


def prospect(match: Match) -> tuple[object, ...]:
    """What comes next: the label, who deals and who is first; or why the match is over."""
    if match.over is not None:
        return (match.over.reason,)
    coming = match.next_deal
    assert coming is not None
    name = f"{coming.label.wind or ''}{coming.label.number}.{coming.label.honba}"
    return name, coming.dealer, coming.first


def points(match: Match) -> tuple[object, ...]:
    """Points in the order of seats, and the pot."""
    return (*(match.points[seat] for seat in match.seats), match.pot)


# -- the match


def turns(options: Options) -> object:
    """Who comes after the second discard, and how many discards a deal has."""
    script = Script("kaiji", **options).open(first="A").hands(indicator=None).harmless(2)
    turn = script.deal.turn
    while script.deal.phase is Phase.DISCARDING:
        script.harmless(len(script.deal.discards) + 1)
    return turn, len(script.deal.discards)


def first_deal(options: Options) -> object:
    """Who is first in the first deal, as far as the rules say."""
    return prospect(Script("kaiji", **options).match)[2]


def deal_after_ron(options: Options) -> object:
    """Who is first after a deal that A began and C won from D."""
    script = Script("broadcast_four", dealer="none", **options).open(first="A")
    return prospect(won(script, "C", "D").match)[2]


def two_deals(options: Options) -> object:
    """What follows two deals that the non-dealer won."""
    script = Script("happy", start_points=100_000, **options)
    for winner, loser in (("B", "A"), ("A", "B")):
        won(script.open(), winner, loser)
    return prospect(script.match)


def last_deals(options: Options) -> object:
    """What follows a last deal that was drawn, and one that the dealer won as leader."""
    drawn = Script("happy", length={"deals": 1}, **options).open(first="A").hands(indicator="3s").drawn()
    led = won(Script("happy", length={"deals": 1}, **options).open(first="A"), "A", "B")
    return prospect(drawn.match)[0], prospect(led.match)[0]


def broke(options: Options) -> object:
    """What follows when the loser has nothing left, and when it has less than nothing."""
    found = []
    for start in (13_000, 12_900):
        script = Script("happy", start_points=start, **options).open(first="A")
        found.append(prospect(won(script, "A", "B").match)[0])
    return tuple(found)


def pot_at_end(options: Options) -> object:
    """The points once the match ended with a pot of 2,000; B leads."""
    script = Script("happy", **options).open(first="A")
    won(script, "B", "A")
    script.open().hands(indicator="3s").drawn()
    script.add("match_end")
    return points(script.match)


def win_after_draw(options: Options) -> object:
    """The table after a draw, who deals and which honba follows, and what A's mangan then brings."""
    script = Script("kaiji", dealer="alternates", honba=1, **options).open(first="A").hands(indicator="3s").drawn()
    between = (*points(script.match), *prospect(script.match)[:2])
    return between, points(won(script.open(), "A", "B").match)


def mangan(options: Options) -> object:
    """The points after A, who deals, won a mangan, and after B did."""
    found = []
    for winner, loser in (("A", "B"), ("B", "A")):
        options = {"dealer": "alternates", **options}
        found.append(points(won(Script("kaiji", **options).open(first="A"), winner, loser).match))
    return tuple(found)


def dealers(options: Options) -> object:
    """Who deals the first deal, and who the next after the dealer won."""
    script = Script("kaiji", **options).open(first="A")
    dealer = script.deal.dealer
    return dealer, prospect(won(script, "A", "B").match)[1]


def at_the_start(options: Options) -> object:
    """Points and pot before the first discard."""
    return points(opened(options, "happy").match)


def second_win(options: Options) -> object:
    """The points after a draw and a win by B, with one honba."""
    script = Script("happy", **options).open(first="A").hands(indicator="3s").drawn()
    return points(won(script.open(), "B", "A").match)


def two_rons(options: Options) -> object:
    """Three players: B discards what A and C wait for."""
    script = Script("three", kiriage_mangan=True, **options).open(first="C").hands(indicator="3s", A=MANGAN, C=MANGAN)
    calmly(script, "B", "4s").ron("A").ron("C").won(ura="9p")
    return points(script.match)


def foul(options: Options) -> object:
    """Points, pot, and what left the table, after A's false ron was punished; three players."""
    script = Script("three", start_points=30_000, payment="flat_child", **options).open(first="A")
    script.hands(indicator="3s", A=MANGAN).discards("9m 9p").ron("A")
    script.add("penalty", kind="chombo", by="A")
    return (*points(script.match), script.match.vanished)


def changed_hand(options: Options) -> object:
    """Where a deal stands after a tile of A's 13 was discarded, and whether A may still win."""
    script = Script("kaiji", **options).open(first="A")
    script.add("walls", by="A", tiles=MANGAN + "1111z2222z3333z444z555z777z")
    script.hands(indicator="3s", A=MANGAN)
    script.add("discard", by="A", tile="2m", kind="hand_change")
    return script.deal.phase, set(script.deal.dead)


# -- what a win needs and brings in a deal


def passed(options: Options) -> object:
    """The pot of sticks, and whether a wait that was let go counts against A for good."""
    script = opened(options, "happy", A=MANGAN)
    pot = script.match.pot
    script.discards("9m 4s 9p 9s")
    return pot, Seat.A in script.deal.furiten


def winds(options: Options) -> object:
    """The round wind of the third deal, and the seat winds of A and B."""
    script = Script("happy", length={"winds": ["E", "S"], "laps": 1}, start_points=100_000, **options)
    for winner, loser in (("B", "A"), ("A", "B")):
        won(script.open(), winner, loser)
    deal, rules = script.open().deal, script.match.rules
    return round_wind(rules, deal), seat_wind(rules, deal, Seat.A), seat_wind(rules, deal, Seat.B)


def pairs_on(options: Options, number: int, first: str) -> bool:
    """Whether B may win with a hand that needs one han more on A's `number`th discard."""
    script = Script("kaiji", **options).open(first=first).hands(A=None, B=PAIRS)
    while script.deal.turn != "A" or len(script.deal.river(Seat.A)) < number - 1:
        script.harmless(len(script.deal.discards) + 1)
    script.discards("4m").ron("B")
    return bool(script.deal.wins)


def early_wins(options: Options) -> object:
    """B, who plays second, on A's first, second and third discard."""
    return tuple(pairs_on({"houtei": "none", **options}, number, "A") for number in (1, 2, 3))


def late_wins(options: Options) -> object:
    """B on A's 17th discard: where B's own is still to come, and where it is the last of the deal."""
    return tuple(pairs_on({"ippatsu": "none", **options}, 17, first) for first in "AB")


def first_discard(options: Options) -> object:
    """B's cheap hand on A's first discard: its yaku, han and limit, and whether letting it go is furiten."""
    script = opened({"minimum": "none", "payment": "flat_child", **options}, A=None, B=CHEAP).discards("4p")
    worth = script.ron("B").deal.calls[0].score
    assert worth is not None
    let_go = opened(options, A=None, B=CHEAP).discards("4p 9s")
    return tuple(yaku.id.value for yaku in worth.yaku), worth.han, worth.limit.value, Seat.B in let_go.deal.furiten


def indicator(options: Options) -> object:
    """Whether an indicator is turned, and whether it may be a fifth copy of a tile."""
    script = Script("kaiji", **options).open(first="A")
    script.add("walls", by="A", tiles="1111222233334444m5555666677778888m99p")
    try:
        script.add("flip", tile="1m")
    except InputError as error:
        return type(error).__name__
    return script.deal.indicators


def after_the_win(options: Options) -> object:
    """Where a deal stands once a ron was allowed, and what it is worth after an ura indicator could be turned."""
    script = calmly(opened(options, A=MANGAN), "B", "4s").ron("A")
    phase = script.deal.phase
    script.won(ura="3m")
    assert script.deal.result is not None
    return phase, script.deal.result.wins[0].score.han


def worth(options: Options, hand: str, tile: str, **around: Any) -> object:
    """Whether a ron is allowed, and what it is worth: han, fu, multiple of yakuman, points."""
    tiles = {name: parse_tiles(around.pop(name)) for name in ("indicators", "ura") if name in around}
    rules = load_rules("kaiji").with_options({"payment": "flat_child", **options})
    found = score(parse_tiles(hand), parse_tile(tile), rules, Situation(**tiles, **around))
    return found.can_ron, found.han, found.fu, found.yakuman, found.points


# -- the desk and the pages


def asked_for_walls(options: Options) -> object:
    """What A and B can say about the tiles that they open."""
    script = Script("kaiji", **options).open(first="A")
    for kind, fields in (("walls", {"by": "A", "n": 3}), ("dice", {"by": "B", "dice": (1, 1)})):
        try:
            script.add(kind, **fields)
        except InputError:
            continue
    return {seat.value: numbers for seat, numbers in script.deal.taken.items()}


def building(options: Options) -> Bench:
    """Hands are to be locked; the time for building runs, if there is one."""
    bench = Bench(rules="kaiji", **options)
    bench.start()
    assert bench.say(ConfirmWalls).done
    assert bench.say(EnterDice, first=A).done
    assert bench.say(EnterIndicator, tile=parse_tile("4z")).done
    assert bench.say(StartBuilding).done is (bench.match.rules.build_seconds is not None)
    return bench


def build_clock(options: Options) -> object:
    """The seconds that a clock gives for building, or None."""
    bench = building(options)
    clock = bench.desk.state().clock
    return None if clock is None else (clock.ends_at_ms - bench.now_ms) / 1000


def late_hand(options: Options) -> object:
    """Whether a hand that was locked 15 seconds after the end of the time is late."""
    bench = building({"build_seconds": 60, **options})
    bench.now_ms += 75_000
    assert bench.say(LockHand, actor="player:A", seat=A, tiles=parse_tiles(CLOSED)).done
    return bench.kept[-1].late


def discard_clock(options: Options) -> object:
    """The seconds that a clock gives for a discard, or None."""
    bench = building(options)
    for seat in (A, B):
        assert bench.say(LockHand, actor=f"player:{seat}", seat=seat, tiles=parse_tiles(CLOSED)).done
    clock = bench.desk.state().clock
    return None if clock is None else (clock.ends_at_ms - bench.now_ms) / 1000


def ready(options: Options) -> object:
    """What becomes of a hand that lies in the tray when its player says Ready: how it is known, and what is asked."""
    bench = building(options)
    bench.see(Place.HAND, A, CLOSED)
    bench.say(LockHand, actor="player:A", seat=A)
    deal = bench.match.deal
    assert deal is not None
    hand = deal.hands.get(A)
    how = None if hand is None else hand.how
    return hand is not None, how, [candidate.reason for candidate in bench.desk.state().candidates]


def shown_after_draw(options: Options) -> object:
    """The seats whose hands everybody sees after a draw in which B laid its hand open."""
    desk = FakeDesk("happy", dict(options))
    desk.play(34)
    desk.add(EventType.DRAW)
    desk.add(EventType.EXPOSE, by=B, tiles=parse_tiles(HAND_B))
    desk.add(EventType.SHOW)
    result = view_for(PUBLIC, desk.state())["result"]
    assert isinstance(result, dict)
    return [hand["seat"] for hand in result["hands"]]


def nobody_can_win(options: Options) -> object:
    """What the referee's page says and offers where no tile that either waits for is left to discard."""
    hands = {A: "111222333m444p5s", B: "111222333s444m5p"}
    bench = Bench(rules="kaiji", **options)
    walls = {A: hands[A] + "6789m6789p6789s1234567z55z", B: hands[B] + "6789m6789p6789s1234567z66z"}
    bench.build(walls, hands, indicator="4z")
    view = view_for(REFEREE, bench.desk.state())
    allowed = view["allowed"]
    assert isinstance(allowed, list)
    return view["is_dead"], "stop_deal" in allowed
