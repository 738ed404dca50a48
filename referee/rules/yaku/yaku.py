"""A yaku as it counts: its id and its worth."""

from typing import NamedTuple

from referee.rules.yaku.names import AnyYakuId


class Yaku(NamedTuple):
    """A yaku with its han, or with its multiple if it is a yakuman.

    `replaces` are those that do not count beside it, because it contains them.
    """

    id: AnyYakuId
    worth: int
    replaces: tuple[str, ...] = ()
