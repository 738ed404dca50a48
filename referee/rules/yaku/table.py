"""Which yaku there are, what each is worth, and which of them a win has.

Names and han are those of common Japanese rules. Ordinary yaku exclude each other through their own definitions; where
a local yaku takes the place of an ordinary one, `REPLACED` says so.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from referee.rules.ruleset import RuleSet
from referee.rules.yaku import circumstance, runs, tiles, triplets
from referee.rules.yaku.names import YakuId
from referee.rules.yaku.win import Win

Test: TypeAlias = Callable[[Win], bool]


class Yaku(NamedTuple):
    """A yaku, its worth (han, or multiple of a yakuman), and the question whether a win has it."""

    id: YakuId
    worth: int
    test: Test


ORDINARY: Final[tuple[Yaku, ...]] = (
    Yaku(YakuId.RIICHI, 1, circumstance.riichi),
    Yaku(YakuId.IPPATSU, 1, circumstance.ippatsu),
    Yaku(YakuId.RENHOU, 4, circumstance.renhou),
    Yaku(YakuId.HOUTEI, 1, circumstance.houtei),
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

LOCAL_ORDINARY: Final[tuple[Yaku, ...]] = (
    Yaku(YakuId.SANRENKOU, 2, triplets.sanrenkou),
    Yaku(YakuId.ISSHOKU_SANJUN, 2, runs.isshoku_sanjun),
    Yaku(YakuId.SANPUUKOU, 2, triplets.sanpuukou),
)

LOCAL_YAKUMAN: Final[tuple[Yaku, ...]] = (
    Yaku(YakuId.SUURENKOU, 1, triplets.suurenkou),
    Yaku(YakuId.KACHOU_FUUGETSU, 1, triplets.kachou_fuugetsu),
    Yaku(YakuId.DAISHARIN, 1, runs.daisharin),
    Yaku(YakuId.DAICHISEI, 2, runs.daichisei),
    Yaku(YakuId.BENIKUJAKU, 1, tiles.benikujaku),
    Yaku(YakuId.HYAKUMANGOKU, 1, tiles.hyakumangoku),
)

REPLACED: Final[Mapping[YakuId, YakuId]] = {
    YakuId.ISSHOKU_SANJUN: YakuId.IIPEIKOU,
    YakuId.DAICHISEI: YakuId.TSUUIISOU,
}
"""A local yaku and the one that it contains, which then does not count beside it."""


class YakuTable(NamedTuple):
    """The yaku that a rule set plays: the ordinary ones with their han, the yakuman with their multiple."""

    ordinary: tuple[Yaku, ...]
    yakuman: tuple[Yaku, ...]
    stack: bool

    @classmethod
    def of(cls, rules: RuleSet) -> "YakuTable":
        """The table of a rule set: its local yaku added, its double yakuman doubled."""
        local = set(map(str, rules.local_yaku))
        doubled = set(map(str, rules.double_yakuman))
        yakuman = (*YAKUMAN, *(yaku for yaku in LOCAL_YAKUMAN if yaku.id in local))
        return cls(
            ordinary=(*ORDINARY, *(yaku for yaku in LOCAL_ORDINARY if yaku.id in local)),
            yakuman=tuple(yaku._replace(worth=2) if yaku.id in doubled else yaku for yaku in yakuman),
            stack=rules.yakuman_stack,
        )

    def yaku_of(self, win: Win) -> tuple[Yaku, ...]:
        """The ordinary yaku of a win."""
        return tuple(_without_replaced([yaku for yaku in self.ordinary if yaku.test(win)]))

    def yakuman_of(self, win: Win) -> tuple[Yaku, ...]:
        """The yakuman of a win; only the dearest if the house lets none add up."""
        found = tuple(_without_replaced([yaku for yaku in self.yakuman if yaku.test(win)]))
        if self.stack or len(found) <= 1:
            return found
        return (max(found, key=lambda yaku: yaku.worth),)


def _without_replaced(found: Collection[Yaku]) -> Iterator[Yaku]:
    dropped = {REPLACED[yaku.id] for yaku in found if yaku.id in REPLACED}
    return (yaku for yaku in found if yaku.id not in dropped)
