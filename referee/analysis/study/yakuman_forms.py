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
from referee.rules.patterns.kinds import SORTS
from referee.rules.traits import FIRST_HONOUR

USUAL_YAKUMAN: Final = frozenset({YakuId.SUUANKOU_TANKI, YakuId.KOKUSHI, YakuId.KOKUSHI_13})
"""Those that a wall holds often enough to be hoped for."""

DEARER: Final[Mapping[YakuId, YakuId]] = {
    YakuId.KOKUSHI: YakuId.KOKUSHI_13,
    YakuId.CHUUREN: YakuId.JUNSEI_CHUUREN,
    YakuId.SHOUSUUSHII: YakuId.DAISUUSHII,
}
"""The dearer kinds of yakuman, which count with the cheaper ones here."""


def yakuman_forms() -> dict[YakuId, tuple[Form, ...]]:
    """For each yakuman its forms: of all honours there are two. A yakuman of `DEARER` includes its dearer kind."""
    winds = dict.fromkeys(SORTS["wind"], Part.MUST_BE_SET_OR_PAIR)
    return {
        YakuId.KOKUSHI: (OrphansForm(),),
        YakuId.KOKUSHI_13: (OrphansForm(open_to_all=True),),
        YakuId.SUUANKOU_TANKI: (TripletsForm(),),
        YakuId.DAISANGEN: (StandardForm(parts=dict.fromkeys(SORTS["dragon"], Part.MUST_BE_TRIPLET)),),
        YakuId.SHOUSUUSHII: (StandardForm(parts=winds),),
        YakuId.DAISUUSHII: (StandardForm(parts=dict.fromkeys(SORTS["wind"], Part.MUST_BE_TRIPLET)),),
        YakuId.TSUUIISOU: (StandardForm(parts=only(SORTS["honour"])), PairsForm(first_kind=FIRST_HONOUR)),
        YakuId.RYUUIISOU: (StandardForm(parts=only(SORTS["green"])),),
        YakuId.CHINROUTOU: (StandardForm(parts=only(SORTS["terminal"])),),
        YakuId.CHUUREN: (GatesForm(),),
        YakuId.JUNSEI_CHUUREN: (GatesForm(pure=True),),
    }
