"""Fixtures of the rules tests."""

import pytest

from referee.rules import RuleSet, load_rules


@pytest.fixture(scope="session")
def kaiji() -> RuleSet:
    """The default rule set of the hand commands."""
    return load_rules("kaiji")


@pytest.fixture(scope="session")
def points_rules() -> RuleSet:
    """Kaiji's rules paid in points on the non-dealer scale, so that any minimum may be set."""
    return load_rules("kaiji").with_options({"payment": "flat_child"})
