"""The ids of all yaku, as they stand in every JSON and record."""

from enum import StrEnum, unique
from typing import Final, TypeAlias


@unique
class YakuId(StrEnum):
    """A yaku, or dora of three sorts, which give han but are no yaku."""

    RIICHI = "riichi"
    IPPATSU = "ippatsu"
    HOUTEI = "houtei"
    RENHOU = "renhou"
    PINFU = "pinfu"
    TANYAO = "tanyao"
    IIPEIKOU = "iipeikou"
    YAKUHAI_HAKU = "yakuhai_haku"
    YAKUHAI_HATSU = "yakuhai_hatsu"
    YAKUHAI_CHUN = "yakuhai_chun"
    YAKUHAI_ROUND = "yakuhai_round"
    YAKUHAI_SEAT = "yakuhai_seat"
    CHIITOITSU = "chiitoitsu"
    SANSHOKU_DOUJUN = "sanshoku_doujun"
    ITTSUU = "ittsuu"
    CHANTA = "chanta"
    TOITOI = "toitoi"
    SANANKOU = "sanankou"
    SANSHOKU_DOUKOU = "sanshoku_doukou"
    SHOUSANGEN = "shousangen"
    HONROUTOU = "honroutou"
    JUNCHAN = "junchan"
    RYANPEIKOU = "ryanpeikou"
    HONITSU = "honitsu"
    CHINITSU = "chinitsu"

    KOKUSHI = "kokushi"
    KOKUSHI_13 = "kokushi_13"
    SUUANKOU_TANKI = "suuankou_tanki"
    DAISANGEN = "daisangen"
    SHOUSUUSHII = "shousuushii"
    DAISUUSHII = "daisuushii"
    TSUUIISOU = "tsuuiisou"
    RYUUIISOU = "ryuuiisou"
    CHINROUTOU = "chinroutou"
    CHUUREN = "chuuren"
    JUNSEI_CHUUREN = "junsei_chuuren"

    SANRENKOU = "sanrenkou"
    SUURENKOU = "suurenkou"
    ISSHOKU_SANJUN = "isshoku_sanjun"
    KACHOU_FUUGETSU = "kachou_fuugetsu"
    DAISHARIN = "daisharin"
    DAICHISEI = "daichisei"
    BENIKUJAKU = "benikujaku"
    HYAKUMANGOKU = "hyakumangoku"
    SANPUUKOU = "sanpuukou"

    DORA = "dora"
    AKA_DORA = "aka_dora"
    URA_DORA = "ura_dora"


DORA: Final = frozenset({YakuId.DORA, YakuId.AKA_DORA, YakuId.URA_DORA})
"""What gives han and is no yaku."""


class HouseYakuId(str):
    """The id of a yaku that a house describes itself; like the members of `YakuId` it is a text and has a `value`."""

    __slots__ = ()

    @property
    def value(self) -> str:
        """The id as plain text."""
        return str(self)


AnyYakuId: TypeAlias = YakuId | HouseYakuId
