"""Rules: what a hand is worth, which tiles it waits for, and the rule sets that decide it.

Everything here is pure but `load_rules` and `preset_names`, which read files. Input that cannot be used raises an
error derived from `referee.tiles.InputError`.
"""

from referee.rules.checks import HAND_TILES, check_hand
from referee.rules.choices import (
    BustRule,
    ChomboAmount,
    ChomboTo,
    DeadDeal,
    DealerRule,
    DoraRule,
    DoubleYakuman,
    DrawRule,
    FirstDiscardRon,
    FirstPlayerRule,
    HandChange,
    HandSubmission,
    HouteiRule,
    IppatsuRule,
    LastDealRule,
    LengthKind,
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
from referee.rules.errors import RuleError
from referee.rules.fields import exact_number, score_fields, wait_fields, waits_fields, yaku_fields
from referee.rules.fu import FuId, FuPart
from referee.rules.hands import score, waits
from referee.rules.limits import Limit
from referee.rules.match_options import Chombo, FirstPlayer, LastDeal, Length, Minimum
from referee.rules.patterns import HouseYaku
from referee.rules.reading import Form, Reading, WaitForm
from referee.rules.ready import wait_kinds
from referee.rules.rule_files import load_rules, preset_names
from referee.rules.ruleset import OPTION_NAMES, RuleSet
from referee.rules.scorer import Scorer
from referee.rules.scores import Reason, Score, YakuScore
from referee.rules.situation import Situation, furiten_on_pass
from referee.rules.wait import Wait, WaitKind, Waits
from referee.rules.yaku.names import YakuId

__all__ = [
    "HAND_TILES",
    "OPTION_NAMES",
    "BustRule",
    "Chombo",
    "ChomboAmount",
    "ChomboTo",
    "DeadDeal",
    "DealerRule",
    "DoraRule",
    "DoubleYakuman",
    "DrawRule",
    "FirstDiscardRon",
    "FirstPlayer",
    "FirstPlayerRule",
    "Form",
    "FuId",
    "FuPart",
    "HandChange",
    "HandSubmission",
    "HouseYaku",
    "HouteiRule",
    "IppatsuRule",
    "LastDeal",
    "LastDealRule",
    "Length",
    "LengthKind",
    "Limit",
    "LocalYaku",
    "Minimum",
    "MinimumKind",
    "Payment",
    "PotAtEnd",
    "Reading",
    "Reason",
    "RevealAtDraw",
    "RiichiRule",
    "RoundWind",
    "RuleError",
    "RuleSet",
    "Score",
    "Scorer",
    "SeveralRon",
    "Situation",
    "Wait",
    "WaitForm",
    "WaitKind",
    "Waits",
    "Walls",
    "Wind",
    "YakuId",
    "YakuScore",
    "check_hand",
    "exact_number",
    "furiten_on_pass",
    "load_rules",
    "preset_names",
    "score",
    "score_fields",
    "wait_fields",
    "wait_kinds",
    "waits",
    "waits_fields",
    "yaku_fields",
]
