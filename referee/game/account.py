"""What a deal has moved: points by seat, the pot, and what left the table. Exact; nothing is ever created.

The sum of all moves is always 0, so points + pot + vanished stay what they were when the match began.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.game.amounts import Amount, exact, total
from referee.game.seats import Seat


@dataclass(frozen=True, slots=True)
class Account:
    """Moves so far: `delta` by seat, `pot` what came on the table, `vanished` what nobody has any more.

    `vanished` is negative where a hotfix brought points into the match. A seat without an entry moved nothing.
    """

    delta: Mapping[Seat, Amount] = field(default_factory=dict)
    pot: Amount = 0
    vanished: Amount = 0

    def paid(self, amounts: Mapping[Seat, Amount]) -> "Account":
        """After these moves between seats; what the seats give more than they get goes into the pot."""
        return self._moved(amounts, pot=-total(amounts.values()), vanished=0)

    def set_right(self, amounts: Mapping[Seat, Amount], pot: Amount = 0) -> "Account":
        """After moves that a referee orders, balanced or not."""
        return self._moved(amounts, pot=pot, vanished=-(total(amounts.values()) + pot))

    def lost(self, amounts: Mapping[Seat, Amount]) -> "Account":
        """After payments that nobody receives."""
        return self._moved(amounts, pot=0, vanished=-total(amounts.values()))

    def and_then(self, later: "Account") -> "Account":
        """Both accounts' moves together."""
        return self._moved(later.delta, pot=later.pot, vanished=later.vanished)

    def since(self, earlier: "Account") -> "Account":
        """The moves that this account has and `earlier`, of which it is the continuation, has not."""
        back = {seat: -amount for seat, amount in earlier.delta.items()}
        return self._moved(back, pot=-earlier.pot, vanished=-earlier.vanished)

    def _moved(self, amounts: Mapping[Seat, Amount], *, pot: Amount, vanished: Amount) -> "Account":
        delta = dict(self.delta)
        for seat, amount in amounts.items():
            delta[seat] = exact(delta.get(seat, 0) + amount)
        return Account(delta, exact(self.pot + pot), exact(self.vanished + vanished))
