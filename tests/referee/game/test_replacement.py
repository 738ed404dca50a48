"""The quick replacement of a frozen state gives what `dataclasses.replace` gives, and nothing else."""

from dataclasses import FrozenInstanceError, replace

import pytest

from referee.game import Deal, Match
from referee.game.deal import Phase
from referee.game.event import Label
from referee.game.replacement import replaced

DEAL = Deal(no=1, label=Label(None, 1, 0), seats=(), dealer=None, first=None, points_before={}, pot_before=0)


@pytest.mark.parametrize(("state", "changes"), [(DEAL, {"phase": Phase.WON, "walls_up": True}), (Match(), {"pot": 3})])
def test_it_is_the_state_with_these_fields(state, changes):
    before = replace(state)
    after = replaced(state, **changes)
    assert after == replace(state, **changes)
    assert after != state
    assert state == before


def test_what_it_gives_is_frozen_too():
    with pytest.raises(FrozenInstanceError):
        replaced(DEAL, no=2).no = 3


def test_a_field_that_is_none_is_refused():
    with pytest.raises(TypeError, match="Deal has no colour"):
        replaced(DEAL, colour="red")
