"""The rule set: one frozen object that decides every rule, and nothing outside it decides one.

Options are named and explained on the rules page; this module types them, checks those that contradict each other,
and says where two rule sets differ. Reading files is `rule_files`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Final

from referee.rules.choices import (
    BustRule,
    DeadDeal,
    DealerRule,
    DoraRule,
    DoubleYakuman,
    DrawRule,
    FirstDiscardRon,
    HandChange,
    HandSubmission,
    HouteiRule,
    IppatsuRule,
    LocalYaku,
    MinimumKind,
    Payment,
    PotAtEnd,
    RevealAtDraw,
    RiichiRule,
    RoundWind,
    SeveralRon,
    Walls,
    Wind,
)
from referee.rules.errors import RuleError, shown
from referee.rules.frozen import FrozenMap
from referee.rules.match_options import Chombo, FirstPlayer, LastDeal, Length, Minimum
from referee.rules.options import READERS, plain_option, read_option, unknown_option
from referee.rules.patterns import HouseYaku
from referee.rules.titles import TITLE_EXPECTED, read_title

_HAN_OF_MANGAN = 5
_POINTS_BELOW_MANGAN = 7_700


class _Hashed:
    """Room for the hash of a rule set: it is asked for with every hand, and never changes."""

    __slots__ = ("_hash",)
    _hash: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet(_Hashed):
    """Every option of a house's rules, typed; `plain_options` is the form of rule files and records.

    `name` is the preset's name or the file's stem, `extends` the preset that a house's file starts from (`base` if
    none), `seed` the published text that a preset follows, `decided` the options which that text leaves open.
    """

    name: str
    title: FrozenMap[str]
    extends: str
    seed: str
    decided: tuple[str, ...]
    note: str

    players: int
    walls: Walls
    red_fives: FrozenMap[int]
    minimum: Minimum
    minimum_counts_riichi: bool
    minimum_counts_situational: bool
    kiriage_mangan: bool
    double_wind_pair_fu: int
    riichi: RiichiRule
    round_wind: RoundWind
    seat_winds: tuple[Wind, ...]
    ippatsu: IppatsuRule
    houtei: HouteiRule
    first_discard_ron: FirstDiscardRon
    yakuman_stack: bool
    double_yakuman: tuple[DoubleYakuman, ...]
    kazoe_yakuman: bool
    local_yaku: tuple[LocalYaku | HouseYaku, ...]
    dora: DoraRule
    ura: bool
    payment: Payment
    stake: int
    draw: DrawRule
    riichi_stick: int
    honba: int
    dealer: DealerRule
    first_player: FirstPlayer
    length: Length
    start_points: int
    bust: BustRule
    last_deal: LastDeal
    pot_at_end: PotAtEnd
    build_seconds: int | None
    build_grace_seconds: int
    discard_seconds: int | None
    hand_submission: HandSubmission
    reveal_at_draw: RevealAtDraw
    several_ron: SeveralRon
    dead_deal: DeadDeal
    chombo: Chombo
    hand_change: HandChange

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            value = hash(tuple(getattr(self, field.name) for field in fields(self)))
            object.__setattr__(self, "_hash", value)
            return value

    @classmethod
    def from_mapping(cls, data: Mapping[str, object], *, name: str) -> "RuleSet":
        """A rule set from plain data that holds every option, and perhaps title, extends, seed, decided and note.

        Raises RuleError naming the option, its value and what is expected; a missing option, an unknown key and
        options that contradict each other are errors too.
        """
        unknown = sorted(str(key) for key in data if key not in READERS and key not in _ABOUT)
        if unknown:
            raise unknown_option(unknown[0], *_ABOUT)
        missing = [option for option in READERS if option not in data]
        if missing:
            raise RuleError(f"option {missing[0]} is missing: a rule set holds every option", option=missing[0])
        values: dict[str, Any] = {option: read_option(option, data[option]) for option in READERS}
        values.update({key: read(data.get(key)) for key, read in _ABOUT.items()})
        rules = cls(name=name, **values)
        rules.check_hand()
        rules.check_match()
        return _the_same(rules)

    def with_options(self, options: Mapping[str, object]) -> "RuleSet":
        """The same rules with some options set anew, fit for a match. Raises RuleError as `from_mapping` does."""
        rules = self.with_hand_options(options)
        rules.check_match()
        return rules

    def with_hand_options(self, options: Mapping[str, object]) -> "RuleSet":
        """As `with_options`, for questions about a hand alone: match options may contradict each other."""
        rules = replace(self, **{option: read_option(option, value) for option, value in options.items()})
        rules.check_hand()
        return _the_same(rules)

    def check_hand(self) -> None:
        """Raise RuleError where options that give a hand its worth contradict each other."""
        if self.payment is Payment.UNITS and not self._minimum_reaches_mangan():
            raise RuleError(
                f"option minimum is {shown(self.minimum.plain)}, and payment is units: units need a minimum of mangan "
                "or more; set payment to flat_dealer, flat_child or dealer_child, or raise the minimum",
                option="minimum",
            )

    def check_match(self) -> None:
        """Raise RuleError where options contradict each other so that no deal could be played."""
        if self.players == 4 and self.dora is DoraRule.INDICATOR:
            raise RuleError(
                "option dora is indicator, and players is 4: four players leave no wall for an indicator; "
                "set dora to none or extra_tile",
                option="dora",
            )
        if len(self.seat_winds) != self.players:
            raise RuleError(
                f"option seat_winds has {len(self.seat_winds)} winds, and players is {self.players}: "
                "expected one wind per player",
                option="seat_winds",
            )

    def plain_options(self) -> dict[str, object]:
        """Every option as YAML and JSON hold it, in the order of the rules page."""
        return {option: plain_option(getattr(self, option)) for option in READERS}

    def differing_options(self, other: "RuleSet") -> dict[str, object]:
        """The options in which this rule set differs from `other`, with this one's plain values."""
        return {
            option: plain_option(getattr(self, option))
            for option in READERS
            if getattr(self, option) != getattr(other, option)
        }

    def yaku_titles(self) -> dict[str, dict[str, str]]:
        """The titles of the house's own yaku, by id and language; other yaku have theirs in the texts of the pages."""
        return {yaku.id: dict(yaku.title) for yaku in self.local_yaku if isinstance(yaku, HouseYaku)}

    def counts_red(self, suit: str) -> bool:
        """Whether red fives of the suit (`m`, `p`, `s`) are in play as red."""
        return self.red_fives.get(suit, 0) > 0

    def _minimum_reaches_mangan(self) -> bool:
        if self.minimum.kind is MinimumKind.HAN:
            return self.minimum.number >= _HAN_OF_MANGAN
        if self.minimum.kind is MinimumKind.POINTS:
            return self.minimum.number > _POINTS_BELOW_MANGAN
        return self.minimum.kind is not MinimumKind.NONE


@lru_cache(maxsize=256)
def _the_same(rules: RuleSet) -> RuleSet:
    """The rule set that was made first of those that are equal: then a look is enough to see that two are."""
    return rules


def _title(value: object) -> FrozenMap[str]:
    title = FrozenMap[str]({}) if value is None else read_title(value)
    if title is None:
        raise RuleError(f"title is {shown(value)}: expected {TITLE_EXPECTED}", option="title")
    return title


def _text(key: str, default: str = "") -> Any:
    def read(value: object) -> str:
        if value is None:
            return default
        if not isinstance(value, str):
            raise RuleError(f"{key} is {shown(value)}: expected a text", option=key)
        return value

    return read


def _decided(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, Iterable) or isinstance(value, str | Mapping):
        raise RuleError(f"decided is {shown(value)}: expected a list of option names", option="decided")
    names = tuple(str(item) for item in value)
    for name in names:
        if name not in READERS:
            raise RuleError(f"decided names '{shown(name)}', which is no option of a rule set", option="decided")
    return names


_ABOUT: Final[Mapping[str, Any]] = {
    "title": _title,
    "extends": _text("extends", "base"),
    "seed": _text("seed"),
    "decided": _decided,
    "note": _text("note"),
}
"""What a rule file says about itself, beside its options."""

OPTION_NAMES: Final[tuple[str, ...]] = tuple(READERS)
"""The names of all options, in the order of the rules page."""
