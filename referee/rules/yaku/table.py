"""Which yaku a rule set plays: those by traits, those of the occasion, and the local ones by their patterns."""

from functools import lru_cache
from typing import Final, NamedTuple

from referee.rules.choices import FirstDiscardRon, LocalYaku
from referee.rules.patterns import HouseYaku
from referee.rules.patterns.conditions import Condition
from referee.rules.rule_files import shipped_local_yaku
from referee.rules.ruleset import RuleSet
from referee.rules.situation import Circumstances
from referee.rules.yaku.names import HouseYakuId, YakuId
from referee.rules.yaku.trait_yaku import YAKUMAN, TraitYaku
from referee.rules.yaku.yaku import Yaku

_SHIPPED: Final = frozenset(yaku.value for yaku in LocalYaku)


class PatternYaku(NamedTuple):
    """A yaku with what a win has to meet."""

    yaku: Yaku
    condition: Condition


class YakuTable(NamedTuple):
    """The yaku that a rule set plays, beside the ordinary ones, which all play.

    Whether a win has one of `yakuman` follows from its traits alone; the local ones may ask for anything. `stack`:
    several yakuman add up.
    """

    yakuman: tuple[TraitYaku, ...]
    local_ordinary: tuple[PatternYaku, ...]
    local_yakuman: tuple[PatternYaku, ...]
    stack: bool

    @staticmethod
    @lru_cache(maxsize=64)
    def of(rules: RuleSet) -> "YakuTable":
        """The table of a rule set: its local yaku added, its double yakuman doubled."""
        local = [_described(yaku) for yaku in rules.local_yaku]
        doubled = set(map(str, rules.double_yakuman))
        return YakuTable(
            yakuman=tuple(_doubled(entry) if entry.yaku.id in doubled else entry for entry in YAKUMAN),
            local_ordinary=tuple(_local(yaku, yaku.han) for yaku in local if yaku.han),
            local_yakuman=tuple(_local(yaku, yaku.yakuman) for yaku in local if yaku.yakuman),
            stack=rules.yakuman_stack,
        )


def occasional_yaku(circumstances: Circumstances) -> tuple[Yaku, ...]:
    """The yaku that come from when and how a hand is won, not from its tiles.

    Renhou is among them where it is 4 han; where it is a limit, `scorer` compares the two.
    """
    given = (
        (Yaku(YakuId.RIICHI, 1), circumstances.riichi),
        (Yaku(YakuId.IPPATSU, 1), circumstances.ippatsu),
        (Yaku(YakuId.RENHOU, 4), circumstances.renhou is FirstDiscardRon.RENHOU_4HAN),
        (Yaku(YakuId.HOUTEI, 1), circumstances.houtei),
    )
    return tuple(yaku for yaku, is_given in given if is_given)


def _doubled(entry: TraitYaku) -> TraitYaku:
    return entry._replace(yaku=entry.yaku._replace(worth=2))


def _described(yaku: LocalYaku | HouseYaku) -> HouseYaku:
    return yaku if isinstance(yaku, HouseYaku) else shipped_local_yaku()[yaku]


def _local(yaku: HouseYaku, worth: int) -> PatternYaku:
    """A yaku with a pattern; the shipped ones keep their place among `YakuId`."""
    id_ = YakuId(yaku.id) if yaku.id in _SHIPPED else HouseYakuId(yaku.id)
    return PatternYaku(Yaku(id_, worth, yaku.replaces), yaku.condition)
