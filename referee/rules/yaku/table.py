"""Which yaku there are, what each is worth, and which of them a win has.

Names and han are those of common Japanese rules. Ordinary yaku exclude each other through their own definitions; a
local yaku says itself which ones it takes the place of.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from referee.rules.choices import LocalYaku
from referee.rules.patterns import HouseYaku
from referee.rules.rule_files import shipped_local_yaku
from referee.rules.ruleset import RuleSet
from referee.rules.situation import Circumstances
from referee.rules.yaku import circumstance, runs, tiles, triplets
from referee.rules.yaku.names import AnyYakuId, HouseYakuId, YakuId
from referee.rules.yaku.win import Win

_SHIPPED: Final = frozenset(yaku.value for yaku in LocalYaku)

Test: TypeAlias = Callable[[Win], bool]


class Yaku(NamedTuple):
    """A yaku, its worth (han, or multiple of a yakuman), and the question whether a win has it.

    `replaces` are those that do not count beside it, because it contains them.
    """

    id: AnyYakuId
    worth: int
    test: Test
    replaces: tuple[str, ...] = ()


class OccasionalYaku(NamedTuple):
    """A yaku that asks for the circumstances alone."""

    id: YakuId
    worth: int
    test: Callable[[Circumstances], bool]


OCCASIONAL: Final[tuple[OccasionalYaku, ...]] = (
    OccasionalYaku(YakuId.RIICHI, 1, circumstance.riichi),
    OccasionalYaku(YakuId.IPPATSU, 1, circumstance.ippatsu),
    OccasionalYaku(YakuId.RENHOU, 4, circumstance.renhou),
    OccasionalYaku(YakuId.HOUTEI, 1, circumstance.houtei),
)

ORDINARY: Final[tuple[Yaku, ...]] = (
    Yaku(YakuId.PINFU, 1, runs.pinfu),
    Yaku(YakuId.TANYAO, 1, tiles.tanyao),
    Yaku(YakuId.IIPEIKOU, 1, runs.iipeikou),
    Yaku(YakuId.YAKUHAI_HAKU, 1, triplets.yakuhai_haku),
    Yaku(YakuId.YAKUHAI_HATSU, 1, triplets.yakuhai_hatsu),
    Yaku(YakuId.YAKUHAI_CHUN, 1, triplets.yakuhai_chun),
    Yaku(YakuId.YAKUHAI_ROUND, 1, triplets.yakuhai_round),
    Yaku(YakuId.YAKUHAI_SEAT, 1, triplets.yakuhai_seat),
    Yaku(YakuId.CHIITOITSU, 2, runs.chiitoitsu),
    Yaku(YakuId.SANSHOKU_DOUJUN, 2, runs.sanshoku_doujun),
    Yaku(YakuId.ITTSUU, 2, runs.ittsuu),
    Yaku(YakuId.CHANTA, 2, tiles.chanta),
    Yaku(YakuId.TOITOI, 2, triplets.toitoi),
    Yaku(YakuId.SANANKOU, 2, triplets.sanankou),
    Yaku(YakuId.SANSHOKU_DOUKOU, 2, triplets.sanshoku_doukou),
    Yaku(YakuId.SHOUSANGEN, 2, triplets.shousangen),
    Yaku(YakuId.HONROUTOU, 2, tiles.honroutou),
    Yaku(YakuId.JUNCHAN, 3, tiles.junchan),
    Yaku(YakuId.RYANPEIKOU, 3, runs.ryanpeikou),
    Yaku(YakuId.HONITSU, 3, tiles.honitsu),
    Yaku(YakuId.CHINITSU, 6, tiles.chinitsu),
)

YAKUMAN: Final[tuple[Yaku, ...]] = (
    Yaku(YakuId.KOKUSHI, 1, tiles.kokushi),
    Yaku(YakuId.KOKUSHI_13, 1, tiles.kokushi_13),
    Yaku(YakuId.SUUANKOU_TANKI, 1, triplets.suuankou_tanki),
    Yaku(YakuId.DAISANGEN, 1, triplets.daisangen),
    Yaku(YakuId.SHOUSUUSHII, 1, triplets.shousuushii),
    Yaku(YakuId.DAISUUSHII, 1, triplets.daisuushii),
    Yaku(YakuId.TSUUIISOU, 1, tiles.tsuuiisou),
    Yaku(YakuId.RYUUIISOU, 1, tiles.ryuuiisou),
    Yaku(YakuId.CHINROUTOU, 1, tiles.chinroutou),
    Yaku(YakuId.CHUUREN, 1, tiles.chuuren),
    Yaku(YakuId.JUNSEI_CHUUREN, 1, tiles.junsei_chuuren),
)


class YakuTable(NamedTuple):
    """The yaku that a rule set plays: the ordinary ones with their han, the yakuman with their multiple.

    Whether a win has one of `ordinary` and `yakuman` follows from its traits alone; `local` ones may ask for anything.
    """

    ordinary: tuple[Yaku, ...]
    yakuman: tuple[Yaku, ...]
    local_ordinary: tuple[Yaku, ...]
    local_yakuman: tuple[Yaku, ...]
    stack: bool

    @staticmethod
    @lru_cache(maxsize=64)
    def of(rules: RuleSet) -> "YakuTable":
        """The table of a rule set: its local yaku added, its double yakuman doubled."""
        local = [_described(yaku) for yaku in rules.local_yaku]
        doubled = set(map(str, rules.double_yakuman))
        return YakuTable(
            ordinary=ORDINARY,
            yakuman=tuple(yaku._replace(worth=2) if yaku.id in doubled else yaku for yaku in YAKUMAN),
            local_ordinary=tuple(_local(yaku, yaku.han) for yaku in local if yaku.han),
            local_yakuman=tuple(_local(yaku, yaku.yakuman) for yaku in local if yaku.yakuman),
            stack=rules.yakuman_stack,
        )


def _described(yaku: LocalYaku | HouseYaku) -> HouseYaku:
    return yaku if isinstance(yaku, HouseYaku) else shipped_local_yaku()[yaku]


def _local(yaku: HouseYaku, worth: int) -> Yaku:
    """A yaku with a pattern; the shipped ones keep their place among `YakuId`."""
    id_ = YakuId(yaku.id) if yaku.id in _SHIPPED else HouseYakuId(yaku.id)
    return Yaku(id_, worth, yaku.holds, yaku.replaces)
