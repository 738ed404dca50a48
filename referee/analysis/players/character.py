"""The characters that simulated players can have, by name. Pure."""

from collections.abc import Mapping
from enum import StrEnum, unique
from random import Random
from typing import Final

from referee.analysis.players.careful import CarefulPlayer
from referee.analysis.players.expectation import ExpectationPlayer
from referee.analysis.players.greedy import GreedyPlayer
from referee.analysis.players.human import HumanPlayer
from referee.analysis.players.player import Player
from referee.analysis.players.random import RandomPlayer
from referee.rules import RuleSet
from referee.tiles import InputError


@unique
class Character(StrEnum):
    """How a simulated player plays; each is described where its class is."""

    CAREFUL = "careful"
    GREEDY = "greedy"
    BEST_EXPECTATION = "best_expectation"
    RANDOM = "random"
    HUMAN = "human"

    @property
    def description(self) -> str:
        """How it plays, in a sentence."""
        return (_PLAYERS[self].__doc__ or "").strip()

    def player(self, rules: RuleSet, rng: Random) -> Player:
        """A player of this character."""
        return _PLAYERS[self](rules, rng)


_PLAYERS: Final[Mapping[Character, type[Player]]] = {
    Character.CAREFUL: CarefulPlayer,
    Character.GREEDY: GreedyPlayer,
    Character.BEST_EXPECTATION: ExpectationPlayer,
    Character.RANDOM: RandomPlayer,
    Character.HUMAN: HumanPlayer,
}


def read_characters(text: str, seats: int) -> tuple[Character, ...]:
    """The characters of so many seats from names with commas between: one for all of them, or one for each.

    Raises InputError naming what is expected.
    """
    names = [name.strip() for name in text.split(",")]
    unknown = [name for name in names if name not in tuple(Character)]
    if unknown:
        raise InputError(f"players: '{unknown[0]}' is no player: expected {', '.join(Character)}")
    if len(names) not in (1, seats):
        raise InputError(f"players: {len(names)} players for {seats} seats: name one for each, or one for all")
    return tuple(Character(name) for name in (names * seats)[:seats])
