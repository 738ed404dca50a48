"""What surrounds a hand: indicators, winds, and the circumstances of the win.

`Situation` is what a caller says; `Circumstances` is what the rule set makes of it (which of riichi, ippatsu, houtei
and renhou count, which winds have value, what is dora).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from referee.rules.choices import (
    DoraRule,
    FirstDiscardRon,
    HouteiRule,
    IppatsuRule,
    Payment,
    RoundWind,
    Wind,
)
from referee.rules.ruleset import RuleSet
from referee.tiles import Kind, Tile, dora_of

WIND_KINDS: Final[dict[Wind, Kind]] = {Wind.E: 27, Wind.S: 28, Wind.W: 29, Wind.N: 30}


@dataclass(frozen=True, slots=True)
class Situation:
    """What surrounds a hand.

    `seat_wind` None is the first of the rule set's seat winds; `round_wind` None is the rule set's (east where it
    rotates); `dealer` None means that the seat with east deals. `ippatsu` and `houtei` say when the win comes, the
    rule set says whether that is a yaku. `first_discard`: a win before the own first discard, so before the own
    riichi; the rule set's `first_discard_ron` then decides, whatever `riichi` and `ippatsu` say.
    """

    indicators: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()
    seat_wind: Wind | None = None
    round_wind: Wind | None = None
    dealer: bool | None = None
    riichi: bool = True
    ippatsu: bool = False
    houtei: bool = False
    first_discard: bool = False


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What counts of a situation under a rule set; kinds, not winds and tiles.

    `renhou` is the rule for a win before the own first discard where it is worth something of its own, else None.
    """

    seat_wind: Kind
    round_wind: Kind | None
    dealer: bool
    riichi: bool
    ippatsu: bool
    houtei: bool
    renhou: FirstDiscardRon | None
    dora: tuple[Kind, ...]
    ura: tuple[Kind, ...]

    @classmethod
    def of(cls, rules: RuleSet, situation: Situation) -> Self:
        """The circumstances of a situation under the rules."""
        seat = situation.seat_wind or rules.seat_winds[0]
        dealer = seat is Wind.E if situation.dealer is None else situation.dealer
        riichi, ippatsu, renhou = _riichi(rules, situation)
        has_dora = rules.dora is not DoraRule.NONE
        return cls(
            seat_wind=WIND_KINDS[seat],
            round_wind=_round_wind(rules, situation),
            dealer=rules.payment is Payment.FLAT_DEALER or (rules.payment is Payment.DEALER_CHILD and dealer),
            riichi=riichi,
            ippatsu=riichi and ippatsu and rules.ippatsu is not IppatsuRule.NONE,
            houtei=situation.houtei and rules.houtei is not HouteiRule.NONE,
            renhou=renhou,
            dora=_dora(situation.indicators) if has_dora else (),
            # the tile under the indicator is the riichi player's: without riichi nobody turns it over
            ura=_dora(situation.ura) if has_dora and rules.ura and riichi else (),
        )

    @property
    def value_winds(self) -> tuple[Kind, ...]:
        """The winds that have value, round wind first; a double wind stands twice."""
        return (self.seat_wind,) if self.round_wind is None else (self.round_wind, self.seat_wind)


def furiten_on_pass(rules: RuleSet, situation: Situation) -> bool:
    """Whether letting the wait pass is furiten: always, but for a first discard that is worth nothing of its own."""
    return not (situation.first_discard and rules.first_discard_ron is FirstDiscardRon.PLAIN)


def _round_wind(rules: RuleSet, situation: Situation) -> Kind | None:
    if situation.round_wind is not None:
        return WIND_KINDS[situation.round_wind]
    return None if rules.round_wind is RoundWind.NONE else WIND_KINDS[Wind.E]


def _riichi(rules: RuleSet, situation: Situation) -> tuple[bool, bool, FirstDiscardRon | None]:
    """Whether riichi and ippatsu stand, and the renhou rule that replaces them."""
    if not situation.first_discard:
        return situation.riichi, situation.ippatsu, None
    policy = rules.first_discard_ron
    if policy is FirstDiscardRon.RIICHI_IPPATSU:
        return True, True, None
    if policy is FirstDiscardRon.RIICHI:
        return True, False, None
    return False, False, None if policy is FirstDiscardRon.PLAIN else policy


def _dora(indicators: Sequence[Tile]) -> tuple[Kind, ...]:
    return tuple(dora_of(indicator) for indicator in indicators)
