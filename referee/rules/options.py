"""How each option of a rule set is read from plain data (YAML, JSON) and what is expected there.

`read_option` turns a plain value into its typed form or raises RuleError; `plain_option` is the way back. Tolerated
spellings found in published records (`houtei: last_of_hand`, `length: east`) are read here and never written.
"""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, Final, TypeAlias

from referee.rules import choices
from referee.rules.choices import ChomboAmount, DoubleYakuman, LengthKind, MinimumKind, Wind
from referee.rules.errors import RuleError, shown
from referee.rules.frozen import FrozenMap
from referee.rules.match_options import Chombo, FirstPlayer, LastDeal, Length, Minimum
from referee.rules.patterns import HouseYaku, PatternError, read_local_yaku

Reader: TypeAlias = Callable[[object], object]

_LARGEST = 1_000_000_000  # far above any points on a table: a larger number is a slip


class _UnfitError(ValueError):
    """A value that an option cannot take; the message is what is expected instead."""


def read_option(name: str, value: object) -> Any:
    """The typed value of option `name`. Raises RuleError naming the option, the value and what is expected."""
    reader = READERS.get(name)
    if reader is None:
        raise unknown_option(name)
    try:
        return reader(value)
    except _UnfitError as error:
        raise RuleError(f"option {name} is {shown(value)}: expected {error}", option=name) from error
    except PatternError as error:
        where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.path)
        raise RuleError(f"option {name}{where}: {error}", option=name, path=error.path) from error


def unknown_option(name: str, *also: str) -> RuleError:
    """The error for a name that is no option (nor one of `also`): says which is near, or which there are."""
    known = (*also, *READERS)
    near = get_close_matches(name, known, n=1)
    expected = f"did you mean '{near[0]}'?" if near else f"expected one of {', '.join(known)}"
    return RuleError(f"'{shown(name)}' is no option of a rule set: {expected}", option=name)


def plain_option(value: Any) -> object:
    """The plain form (texts, numbers, lists, dicts) of a typed option value, as YAML and JSON hold it."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Minimum | Length | FirstPlayer | LastDeal | Chombo | HouseYaku):
        return value.plain
    if isinstance(value, tuple):
        return [plain_option(item) for item in value]
    if isinstance(value, Mapping):
        return dict(value)
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"{value!r} is no option value")


def _boolean(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise _UnfitError("true or false")


def _whole(least: int, most: int = _LARGEST, *, what: str = "") -> Callable[[object], int]:
    expected = what or (
        f"a whole number from {least} to {most}" if most < _LARGEST else f"a whole number, {least} or more"
    )

    def read(value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        raise _UnfitError(expected)

    return read


def _seconds(value: object) -> int | None:
    return None if value is None else _whole(1, what="null (no limit) or a whole number of seconds")(value)


def _choice(kind: type[StrEnum], **tolerated: StrEnum) -> Reader:
    names = [member.value for member in kind]
    expected = f"{', '.join(names[:-1])} or {names[-1]}"

    def read(value: object) -> StrEnum:
        if isinstance(value, str):
            if value in tolerated:
                return tolerated[value]
            if value in names:
                return kind(value)
        raise _UnfitError(expected)

    return read


def _names(kind: type[StrEnum], what: str) -> Reader:
    order = {member.value: place for place, member in enumerate(kind)}

    def read(value: object) -> tuple[StrEnum, ...]:
        expected = f"a list of {what} from {', '.join(order)}"
        if not isinstance(value, list | tuple):
            raise _UnfitError(expected)
        for item in value:
            if not isinstance(item, str) or item not in order:
                raise _UnfitError(f"{expected}; {shown(item)} is none of them")
        return tuple(kind(item) for item in sorted(set(value), key=order.__getitem__))

    return read


def _fields(value: object, keys: tuple[str, ...], expected: str) -> tuple[object, ...]:
    if not isinstance(value, Mapping) or set(value) != set(keys):
        raise _UnfitError(expected)
    return tuple(value[key] for key in keys)


def _red_fives(value: object) -> FrozenMap[int]:
    expected = "how many red fives each suit has, such as {m: 1, p: 1, s: 1}"
    if not isinstance(value, Mapping) or not set(value) <= {"m", "p", "s"}:
        raise _UnfitError(expected)
    count = _whole(0, 4, what=expected + ", 0 to 4 each")
    return FrozenMap({suit: count(value.get(suit, 0)) for suit in "mps"})


def _minimum(value: object) -> Minimum:
    expected = "none, mangan, haneman, {han: N} or {points: N} (N on the non-dealer scale)"
    if isinstance(value, str) and value in (MinimumKind.NONE, MinimumKind.MANGAN, MinimumKind.HANEMAN):
        return Minimum(MinimumKind(value))
    if isinstance(value, Mapping) and len(value) == 1:
        for kind in (MinimumKind.HAN, MinimumKind.POINTS):
            if kind.value in value:
                return Minimum(kind, _whole(1, what=expected)(value[kind.value]))
    raise _UnfitError(expected)


def _winds(least: int, most: int, *, distinct: bool, expected: str) -> Callable[[object], tuple[Wind, ...]]:
    def read(value: object) -> tuple[Wind, ...]:
        if not isinstance(value, list | tuple) or not least <= len(value) <= most:
            raise _UnfitError(expected)
        if any(not isinstance(item, str) or item not in Wind.__members__ for item in value):
            raise _UnfitError(expected)
        if distinct and len(set(value)) != len(value):
            raise _UnfitError(expected)
        return tuple(Wind(item) for item in value)

    return read


def _length(value: object) -> Length:
    expected = "open, {deals: N} or {winds: [E, ...], laps: N}"
    if value == LengthKind.OPEN:
        return Length(LengthKind.OPEN)
    if value == "east":
        return Length(LengthKind.WINDS, winds=(Wind.E,), laps=1)
    if value == "half":
        return Length(LengthKind.WINDS, winds=(Wind.E, Wind.S), laps=1)
    count = _whole(1, 10_000, what=expected)
    if isinstance(value, Mapping) and set(value) == {"deals"}:
        return Length(LengthKind.DEALS, deals=count(value["deals"]))
    winds, laps = _fields(value, ("winds", "laps"), expected)
    return Length(LengthKind.WINDS, winds=_winds(1, 16, distinct=False, expected=expected)(winds), laps=count(laps))


def _first_player(value: object) -> FirstPlayer:
    rule = _choice(choices.FirstPlayerRule)
    expected = "{first: RULE, then: RULE}, each dice, alternates, winner, loser or dealer"
    try:
        first, then = (rule(part) for part in _fields(value, ("first", "then"), expected))
    except _UnfitError:
        raise _UnfitError(expected) from None
    return FirstPlayer(choices.FirstPlayerRule(str(first)), choices.FirstPlayerRule(str(then)))


def _last_deal(value: object) -> LastDeal:
    rule = _choice(choices.LastDealRule)
    expected = "{draw: repeats or ends, dealer_top: repeats or ends}"
    try:
        draw, dealer_top = (rule(part) for part in _fields(value, ("draw", "dealer_top"), expected))
    except _UnfitError:
        raise _UnfitError(expected) from None
    return LastDeal(choices.LastDealRule(str(draw)), choices.LastDealRule(str(dealer_top)))


def _chombo(value: object) -> Chombo:
    expected = "{amount: none, mangan or {points: N}, to: opponent, pot or nobody}"
    amount, to = _fields(value, ("amount", "to"), expected)
    try:
        receiver = choices.ChomboTo(str(_choice(choices.ChomboTo)(to)))
        if isinstance(amount, Mapping):
            (points,) = _fields(amount, ("points",), expected)
            return Chombo(ChomboAmount.POINTS, receiver, _whole(1)(points))
    except _UnfitError:
        raise _UnfitError(expected) from None
    if amount in (ChomboAmount.NONE, ChomboAmount.MANGAN):
        return Chombo(ChomboAmount(str(amount)), receiver)
    raise _UnfitError(expected)


def _fu(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value in (2, 4):
        return value
    raise _UnfitError("2 or 4")


READERS: Final[Mapping[str, Reader]] = {
    "players": _whole(2, 4),
    "walls": _choice(choices.Walls),
    "red_fives": _red_fives,
    "minimum": _minimum,
    "minimum_counts_riichi": _boolean,
    "minimum_counts_situational": _boolean,
    "kiriage_mangan": _boolean,
    "double_wind_pair_fu": _fu,
    "riichi": _choice(choices.RiichiRule),
    "round_wind": _choice(choices.RoundWind),
    "seat_winds": _winds(2, 4, distinct=True, expected="a list of 2 to 4 different winds, such as [E, W]"),
    "ippatsu": _choice(choices.IppatsuRule),
    "houtei": _choice(choices.HouteiRule, last_of_hand=choices.HouteiRule.LAST_OF_DEAL),
    "first_discard_ron": _choice(choices.FirstDiscardRon),
    "yakuman_stack": _boolean,
    "double_yakuman": _names(DoubleYakuman, "yakuman that can count twice,"),
    "kazoe_yakuman": _boolean,
    "local_yaku": read_local_yaku,
    "dora": _choice(choices.DoraRule),
    "ura": _boolean,
    "payment": _choice(choices.Payment),
    "stake": _whole(1),
    "draw": _choice(choices.DrawRule),
    "riichi_stick": _whole(0),
    "honba": _whole(0),
    "dealer": _choice(choices.DealerRule),
    "first_player": _first_player,
    "length": _length,
    "start_points": _whole(0),
    "bust": _choice(choices.BustRule),
    "last_deal": _last_deal,
    "pot_at_end": _choice(choices.PotAtEnd),
    "build_seconds": _seconds,
    "build_grace_seconds": _whole(0),
    "discard_seconds": _seconds,
    "hand_submission": _choice(choices.HandSubmission),
    "reveal_at_draw": _choice(choices.RevealAtDraw),
    "several_ron": _choice(choices.SeveralRon),
    "dead_deal": _choice(choices.DeadDeal),
    "chombo": _chombo,
    "hand_change": _choice(choices.HandChange),
}
"""Every option in the order of the rules page, with the function that reads it."""
