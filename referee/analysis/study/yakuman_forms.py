"""The forms of hands that wait for a yakuman, so that the chance of each can be counted.

A wall holds a yakuman if 13 of its tiles wait for it on a tile that exists; whether other waits of the same hand are
cheaper does not matter. Without riichi, dora and winds of seats: a yakuman needs none of them.
"""

from collections.abc import Mapping
from typing import Final

from referee.analysis.study.form import Form
from referee.analysis.study.other_forms import GatesForm, OrphansForm, PairsForm, TripletsForm
from referee.analysis.study.standard_form import Part, StandardForm, only
from referee.rules import YakuId
from referee.tiles import KINDS, Kind

_TERMINALS: Final[tuple[Kind, ...]] = (0, 8, 9, 17, 18, 26)
_WINDS: Final[range] = range(27, 31)
_DRAGONS: Final[range] = range(31, 34)
_HONOURS: Final[range] = range(27, KINDS)
_GREEN: Final[tuple[Kind, ...]] = (19, 20, 21, 23, 25, 32)


DEARER: Final[Mapping[YakuId, YakuId]] = {
    YakuId.KOKUSHI: YakuId.KOKUSHI_13,
    YakuId.CHUUREN: YakuId.JUNSEI_CHUUREN,
    YakuId.SHOUSUUSHII: YakuId.DAISUUSHII,
}
"""The dearer kinds of yakuman, which count with the cheaper ones here."""


def yakuman_forms() -> dict[YakuId, tuple[Form, ...]]:
    """For each yakuman its forms: of all honours there are two. A yakuman of `DEARER` includes its dearer kind."""
    winds = dict.fromkeys(_WINDS, Part.MUST_BE_SET_OR_PAIR)
    return {
        YakuId.KOKUSHI: (OrphansForm(),),
        YakuId.KOKUSHI_13: (OrphansForm(open_to_all=True),),
        YakuId.SUUANKOU_TANKI: (TripletsForm(),),
        YakuId.DAISANGEN: (StandardForm(parts=dict.fromkeys(_DRAGONS, Part.MUST_BE_TRIPLET)),),
        YakuId.SHOUSUUSHII: (StandardForm(parts=winds),),
        YakuId.DAISUUSHII: (StandardForm(parts=dict.fromkeys(_WINDS, Part.MUST_BE_TRIPLET)),),
        YakuId.TSUUIISOU: (StandardForm(parts=only(_HONOURS)), PairsForm(first_kind=_HONOURS.start)),
        YakuId.RYUUIISOU: (StandardForm(parts=only(_GREEN)),),
        YakuId.CHINROUTOU: (StandardForm(parts=only(_TERMINALS)),),
        YakuId.CHUUREN: (GatesForm(),),
        YakuId.JUNSEI_CHUUREN: (GatesForm(pure=True),),
    }
