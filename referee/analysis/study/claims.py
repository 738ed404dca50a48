"""What two encyclopedias claim about how often things come, as data: told anew, with what it is taken to mean.

Source 000 is an encyclopedia article, source 001 a fan encyclopedia on the manga. Words such as "often" have no number:
the range taken for them is stated, so that whoever reads them otherwise can judge anew from the figures.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.analysis.study.figure import Figures
from referee.analysis.study.interval import Interval
from referee.analysis.study.verdict import Judgement, judge


@dataclass(frozen=True, slots=True)
class Claim:
    """`definition`: what is measured and which range is meant; `figures`: the names of what measures it.

    With several figures these are readings of the claim; it holds if it holds for one of them. `why_not`: why
    nothing here can decide it, where that is so.
    """

    id: str
    source: str
    text: str
    definition: str
    figures: tuple[str, ...]
    low: float | None = None
    high: float | None = None
    why_not: str = ""

    def judged(self, figures: Figures) -> Judgement:
        """The verdict of a study's figures."""
        meant = None if self.low is None or self.high is None else Interval(self.low, self.high)
        judgement = judge(self.figures, meant, figures)
        if meant is None and self.why_not:
            return Judgement(judgement.verdict, judgement.figures, self.why_not)
        return judgement


def judge_all(figures: Figures) -> Sequence[tuple[Claim, Judgement]]:
    """Every claim with its verdict."""
    return [(claim, claim.judged(figures)) for claim in CLAIMS]


_NO_ORDINARY_GAME: Final = "compares with ordinary four-player games, which are not studied here"

CLAIMS: Final[tuple[Claim, ...]] = (
    Claim(
        "one_in_168710",
        "000",
        "34 random tiles cannot form a ready hand (or a complete one) with a chance of only 1/168710.",
        "no ready hand, or no complete hand: of any form, without thirteen orphans, or of four sets and a pair alone",
        (
            "exact.no_ready_hand",
            "exact.no_complete_hand",
            "exact.no_ready_hand_but_orphans",
            "exact.no_complete_hand_but_orphans",
            "exact.no_standard_ready_hand",
            "exact.no_standard_complete_hand",
        ),
        1 / 168_710.5,
        1 / 168_709.5,
    ),
    Claim(
        "four_han_forty_fu_is_easy",
        "000",
        "Reaching 4 han 40 fu is easy.",
        "some hand reaches mangan without rounding up in at least 9 of 10 walls; measured is the share that has none",
        ("wall.no_reaching_hand_no_rounding",),
        0.0,
        0.1,
    ),
    Claim(
        "kokushi_13_is_easier",
        "000",
        "Kokushi with 13 waits is easier to make than in four-player mahjong.",
        "share of walls that hold it",
        ("exact.yakuman_kokushi_13",),
        why_not=_NO_ORDINARY_GAME,
    ),
    Claim(
        "nagashi_would_be_easy",
        "000",
        "Discarding nothing but terminals and honours would be far easier than in other forms of the game.",
        "share of walls with 17 of them or more, whatever hand is kept",
        ("exact.seventeen_terminals_and_honours",),
        why_not=_NO_ORDINARY_GAME,
    ),
    Claim(
        "three_players_deal_in_twice_as_often",
        "000",
        "With three players the chance of dealing in about doubles.",
        "chance that a discard deals in, or that a player does so in a deal, three players over two: 1.7 to 2.3 times",
        ("three.ratio_by_discard", "three.ratio_by_deal"),
        1.7,
        2.3,
    ),
    Claim(
        "a_ready_shape_is_a_matter_of_course",
        "001",
        "Out of 34 tiles a ready hand can be made as a matter of course.",
        "no ready hand of any form in at most 1 of 1,000 walls",
        ("exact.no_ready_hand",),
        0.0,
        0.001,
    ),
    Claim(
        "some_walls_have_no_ready_hand",
        "001",
        "With a low probability there are 34 tiles that make no ready hand whatever one does.",
        "no ready hand of any form: possible, and in at most 1 of 1,000 walls",
        ("exact.no_ready_hand",),
        1e-30,
        0.001,
    ),
    Claim(
        "no_mangan_is_fairly_likely",
        "001",
        "A wall that is ready but makes no mangan is fairly likely.",
        "no hand reaches the minimum in 5 % to 50 % of walls",
        ("wall.no_reaching_hand",),
        0.05,
        0.5,
    ),
    Claim(
        "no_mangan_every_few_deals",
        "001",
        "Every few deals a player has 34 tiles that make no mangan whatever one does.",
        "a given player in at least 1 of 10 deals, or either of the two in at least 1 of 10",
        ("wall.no_reaching_hand", "wall.no_reaching_hand_of_two"),
        0.1,
        1.0,
    ),
    Claim(
        "no_mangan_is_rare_in_the_manga",
        "001",
        "(The manga:) no mangan is improbable.",
        "no hand reaches the minimum in at most 5 % of walls",
        ("wall.no_reaching_hand",),
        0.0,
        0.05,
    ),
    Claim(
        "choices_are_few",
        "001",
        "Even where a mangan can be made the choice is mostly small.",
        "fewer than 50 hands reach the minimum in more than half of all walls",
        ("wall.few_reaching_hands",),
        0.5,
        1.0,
    ),
    Claim(
        "thirty_percent_one_side_dead",
        "001",
        "In about 30 % of deals the one side's winning tiles are not among the other's discards-to-be.",
        "no winning tile in the other pool: a given side, exactly one, or at least one; 25 % to 35 %, as simulated",
        ("hand.dead", "deal.one_side_dead", "deal.some_side_dead"),
        0.25,
        0.35,
    ),
    Claim(
        "ten_percent_both_dead",
        "001",
        "In about 10 % of deals that is so for both sides.",
        "no winning tile in the other pool, both sides; 7.5 % to 12.5 %, hands as simulated",
        ("deal.all_sides_dead",),
        0.075,
        0.125,
    ),
    Claim(
        "dead_sides_are_very_frequent",
        "001",
        "That the other's pool holds no winning tile is very frequent.",
        "at least one side dead in at least 1 of 4 deals",
        ("deal.some_side_dead",),
        0.25,
        1.0,
    ),
    Claim(
        "five_mines_are_not_rare",
        "001",
        "Holding five or more of the other's winning tiles, so that dealing in is certain, is not rare.",
        "some pool holds five or more in at least 1 of 20 deals",
        ("deal.mine_hoard",),
        0.05,
        1.0,
    ),
    Claim(
        "one_wait_is_frequent",
        "001",
        "Narrow waits (a single tile, two pairs) become more frequent than wide ones.",
        "hands with one kind of wait are more than half",
        ("hand.one_wait",),
        0.5,
        1.0,
    ),
    Claim(
        "honour_waits_are_oftener_dead",
        "001",
        "A wait on an honour is less likely to lie in the other's pool.",
        "hands that win on honours alone, over all others: the ratio of dead ones is above 1",
        ("hand.dead_honour_ratio",),
        1.0,
        100.0,
    ),
    Claim(
        "honitsu_needs_three_of_an_honour",
        "001",
        "A hand of one suit and honours can mostly be made only with three of an honour.",
        "of walls with such a ready hand, those that have one without: less than half",
        ("honitsu.without_three_of_an_honour",),
        0.0,
        0.5,
    ),
    Claim(
        "usual_yakuman_are_oftener_than_in_ordinary_games",
        "001",
        "Yakuman, that is suuankou and kokushi, come more often than in ordinary games.",
        "share of walls that hold one of the two; share of wins by one of them",
        ("wall.usual_yakuman", "win.usual_yakuman"),
        why_not=_NO_ORDINARY_GAME,
    ),
    Claim(
        "other_yakuman_hardly_ever_come",
        "001",
        "The other yakuman hardly ever come.",
        "at most 1 of 100 walls holds any",
        ("wall.other_yakuman",),
        0.0,
        0.01,
    ),
    Claim(
        "kokushi_13_is_low_but_real",
        "001",
        "Kokushi with 13 waits has a low but realistic chance.",
        "1 of 1,000 to 1 of 100 walls",
        ("exact.yakuman_kokushi_13",),
        0.001,
        0.01,
    ),
    Claim(
        "people_discard_honours_first",
        "001",
        "Many players discard honours and terminals first.",
        "what people do",
        (),
        why_not="simulated players say nothing about people",
    ),
)
