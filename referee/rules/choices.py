"""The closed choices of a rule set: one enum per option, values spelt as in rule files and records."""

from enum import StrEnum, unique


@unique
class Wind(StrEnum):
    """A wind; seats and rounds have one."""

    E = "E"
    S = "S"
    W = "W"
    N = "N"


@unique
class Walls(StrEnum):
    """Which 34 tiles a player opens."""

    OWN = "own"
    CHOSEN = "chosen"
    DICE_ROWS = "dice_rows"


@unique
class MinimumKind(StrEnum):
    """How the least worth of a win is given."""

    NONE = "none"
    MANGAN = "mangan"
    HANEMAN = "haneman"
    HAN = "han"
    POINTS = "points"


@unique
class RiichiRule(StrEnum):
    """Whether riichi stands for everybody or is declared with the first discard."""

    AUTOMATIC = "automatic"
    DECLARED = "declared"


@unique
class RoundWind(StrEnum):
    """The wind of the round."""

    NONE = "none"
    E = "E"
    ROTATING = "rotating"


@unique
class IppatsuRule(StrEnum):
    """How long a win counts as ippatsu."""

    NONE = "none"
    FIRST_DISCARD = "first_discard"
    ONE_TURN = "one_turn"


@unique
class HouteiRule(StrEnum):
    """Which discard is the last one for the yaku houtei."""

    NONE = "none"
    OPPONENTS_LAST = "opponents_last"
    LAST_OF_DEAL = "last_of_deal"


@unique
class FirstDiscardRon(StrEnum):
    """What a ron before the own first discard, so before the own riichi, is worth."""

    RIICHI_IPPATSU = "riichi_ippatsu"
    RIICHI = "riichi"
    PLAIN = "plain"
    RENHOU_4HAN = "renhou_4han"
    RENHOU_MANGAN = "renhou_mangan"
    RENHOU_BAIMAN = "renhou_baiman"
    RENHOU_YAKUMAN = "renhou_yakuman"


@unique
class DoraRule(StrEnum):
    """Where the indicator comes from."""

    NONE = "none"
    INDICATOR = "indicator"
    EXTRA_TILE = "extra_tile"


@unique
class Payment(StrEnum):
    """On which scale a win is paid."""

    FLAT_DEALER = "flat_dealer"
    FLAT_CHILD = "flat_child"
    DEALER_CHILD = "dealer_child"
    UNITS = "units"


@unique
class DrawRule(StrEnum):
    """What a drawn deal leaves behind."""

    NEXT = "next"
    DOUBLE_STAKE = "double_stake"
    CARRY_STAKE = "carry_stake"
    DEALER_STAYS = "dealer_stays"


@unique
class DealerRule(StrEnum):
    """Whether there is a dealer and how the dealership moves."""

    NONE = "none"
    ALTERNATES = "alternates"
    STAYS_ON_WIN_OR_DRAW = "stays_on_win_or_draw"


@unique
class FirstPlayerRule(StrEnum):
    """Who discards first."""

    DICE = "dice"
    ALTERNATES = "alternates"
    WINNER = "winner"
    LOSER = "loser"
    DEALER = "dealer"


@unique
class LengthKind(StrEnum):
    """How the length of a match is given."""

    OPEN = "open"
    DEALS = "deals"
    WINDS = "winds"


@unique
class BustRule(StrEnum):
    """Whether a match ends when a player's points run out."""

    NONE = "none"
    BELOW_ZERO = "below_zero"
    ZERO_OR_BELOW = "zero_or_below"


@unique
class LastDealRule(StrEnum):
    """Whether the last deal is played again when the dealer would stay."""

    REPEATS = "repeats"
    ENDS = "ends"


@unique
class PotAtEnd(StrEnum):
    """Who gets what lies on the table when the match is over."""

    LEADER = "leader"
    SPLIT = "split"
    NOBODY = "nobody"


@unique
class HandSubmission(StrEnum):
    """How the 13 tiles become known."""

    CAMERA = "camera"
    ENTRY = "entry"
    AT_RON = "at_ron"


@unique
class RevealAtDraw(StrEnum):
    """Whether hands are shown after a draw."""

    NONE = "none"
    OPTIONAL = "optional"
    REQUIRED = "required"


@unique
class SeveralRon(StrEnum):
    """Who is paid when several players win on one discard."""

    ALL = "all"
    NEAREST = "nearest"


@unique
class DeadDeal(StrEnum):
    """What happens when nobody can win any more."""

    TELL = "tell"
    STOP = "stop"


@unique
class ChomboAmount(StrEnum):
    """What a false ron costs."""

    NONE = "none"
    MANGAN = "mangan"
    POINTS = "points"


@unique
class ChomboTo(StrEnum):
    """Who gets the price of a false ron."""

    OPPONENT = "opponent"
    POT = "pot"
    NOBODY = "nobody"


@unique
class HandChange(StrEnum):
    """What follows when a tile of the 13 was discarded."""

    RULING = "ruling"
    DEAD_HAND = "dead_hand"
    CHOMBO = "chombo"


@unique
class DoubleYakuman(StrEnum):
    """The yakuman that a house may count twice."""

    KOKUSHI_13 = "kokushi_13"
    SUUANKOU_TANKI = "suuankou_tanki"
    DAISUUSHII = "daisuushii"
    JUNSEI_CHUUREN = "junsei_chuuren"


@unique
class LocalYaku(StrEnum):
    """The local yaku that a house may name."""

    SANRENKOU = "sanrenkou"
    SUURENKOU = "suurenkou"
    ISSHOKU_SANJUN = "isshoku_sanjun"
    KACHOU_FUUGETSU = "kachou_fuugetsu"
    DAISHARIN = "daisharin"
    DAICHISEI = "daichisei"
    BENIKUJAKU = "benikujaku"
    HYAKUMANGOKU = "hyakumangoku"
    SANPUUKOU = "sanpuukou"
