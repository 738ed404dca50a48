"""The conditions of a pattern: each is a frozen value that a win meets or not."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from referee.rules.packing import KINDS_MASK
from referee.rules.patterns.groups import GroupsPattern
from referee.rules.patterns.kinds import Kinds
from referee.rules.reading import Form, WaitForm
from referee.tiles import Kind

if TYPE_CHECKING:
    from referee.rules.situation import Circumstances
    from referee.rules.yaku.win import Win


class Condition(Protocol):
    """What a win meets or not."""

    def holds(self, win: "Win") -> bool:
        """Whether the win meets it."""
        ...


@dataclass(frozen=True, slots=True)
class All:
    """All of some conditions."""

    conditions: tuple[Condition, ...]

    def holds(self, win: "Win") -> bool:
        """Whether all are met."""
        return all(condition.holds(win) for condition in self.conditions)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of some conditions."""

    conditions: tuple[Condition, ...]

    def holds(self, win: "Win") -> bool:
        """Whether one is met."""
        return any(condition.holds(win) for condition in self.conditions)


@dataclass(frozen=True, slots=True)
class Not:
    """The contrary of a condition."""

    condition: Condition

    def holds(self, win: "Win") -> bool:
        """Whether it is not met."""
        return not self.condition.holds(win)


@dataclass(frozen=True, slots=True)
class HasForm:
    """The form of the hand: four sets and a pair, seven pairs, or thirteen orphans."""

    form: Form

    def holds(self, win: "Win") -> bool:
        """Whether the reading has this form."""
        return win.reading.form is self.form


@dataclass(frozen=True, slots=True)
class HasGroups:
    """Groups that the reading holds, all at once."""

    groups: GroupsPattern

    def holds(self, win: "Win") -> bool:
        """Whether it holds them."""
        return self.groups.holds(win)


@dataclass(frozen=True, slots=True)
class OnlyOf:
    """No tiles but those of some kinds."""

    kinds: Kinds

    def holds(self, win: "Win") -> bool:
        """Whether there are no others."""
        return win.tiles.only(self.kinds.of(win.circumstances))


@dataclass(frozen=True, slots=True)
class HoldsEach:
    """At least one tile of each of several sorts."""

    sorts: tuple[Kinds, ...]

    def holds(self, win: "Win") -> bool:
        """Whether each sort occurs."""
        return all(win.tiles.any_of(kinds.of(win.circumstances)) for kinds in self.sorts)


@dataclass(frozen=True, slots=True)
class ExactTiles:
    """Exactly these 14 tiles, packed, in any of the ways in which suits can be chosen."""

    ways: frozenset[int]

    def holds(self, win: "Win") -> bool:
        """Whether the hand is one of them."""
        return win.tiles.packed & KINDS_MASK in self.ways


@dataclass(frozen=True, slots=True)
class EachGroupHolds:
    """A tile of some kinds in every set and every pair."""

    kinds: Kinds

    def holds(self, win: "Win") -> bool:
        """Whether every group has one; thirteen orphans have no groups."""
        if win.reading.form is Form.ORPHANS:
            return False
        kinds = self.kinds.of(win.circumstances)
        return all(not kinds.isdisjoint(group) for group in win.reading.groups)


@dataclass(frozen=True, slots=True)
class WonOn:
    """The winning tile is of some kinds."""

    kinds: Kinds

    def holds(self, win: "Win") -> bool:
        """Whether it is."""
        return win.reading.winning in self.kinds.of(win.circumstances)


@dataclass(frozen=True, slots=True)
class HasWait:
    """What the winning tile completed."""

    waits: frozenset[WaitForm]

    def holds(self, win: "Win") -> bool:
        """Whether it is one of these."""
        return win.reading.wait in self.waits


@dataclass(frozen=True, slots=True)
class HasOccasion:
    """Whether riichi, ippatsu or houtei counts."""

    name: str
    expected: bool

    def holds(self, win: "Win") -> bool:
        """Whether it is as expected."""
        return self.stands(win.circumstances)

    def stands(self, circumstances: "Circumstances") -> bool:
        """Whether it is as expected, for every hand that is won so."""
        return bool(getattr(circumstances, self.name)) is self.expected


@dataclass(frozen=True, slots=True)
class HasWind:
    """The wind of the seat or of the round (`name`) is one of some."""

    name: str
    winds: frozenset[Kind]

    def holds(self, win: "Win") -> bool:
        """Whether it is; a round without wind is none."""
        return self.stands(win.circumstances)

    def stands(self, circumstances: "Circumstances") -> bool:
        """Whether it is, for every hand that is won so."""
        return getattr(circumstances, self.name) in self.winds
