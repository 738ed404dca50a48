"""Tokens, cookies and roles."""

import pytest

from referee.display.errors import DisplayError
from referee.display.roles import OPERATOR, PUBLIC, REFEREE, Role, parse_role, player
from referee.display.tokens import Tokens
from tests.referee.display.fake_desk import A, B


def test_a_token_opens_its_role_and_no_other(tokens: Tokens) -> None:
    assert tokens.role_of("operator-token") == OPERATOR
    assert tokens.role_of("player-a-token") == player(A)
    for wrong in ("", "operator-toke", "operator-token ", "ÖPERATOR"):
        assert tokens.role_of(wrong) is None


def test_a_cookie_stands_for_one_role_and_ends_with_the_token(tokens: Tokens) -> None:
    cookies = {tokens.cookie_name(OPERATOR): tokens.cookie_value(OPERATOR) or ""}
    assert tokens.proven(None, cookies) == {PUBLIC, OPERATOR}
    other = Tokens({OPERATOR: "another-token", REFEREE: "referee-token"})
    assert other.proven(None, cookies) == {PUBLIC}
    moved = {tokens.cookie_name(REFEREE): tokens.cookie_value(OPERATOR) or ""}
    assert tokens.proven(None, moved) == {PUBLIC}


def test_a_role_without_a_token_is_closed() -> None:
    tokens = Tokens({OPERATOR: "operator-token"})
    assert tokens.cookie_value(REFEREE) is None
    assert tokens.proven("", {tokens.cookie_name(REFEREE): ""}) == {PUBLIC}


@pytest.mark.parametrize(
    ("given", "told"),
    [({OPERATOR: "short"}, "has 5 characters"), ({OPERATOR: "same-token", REFEREE: "same-token"}, "share a token")],
)
def test_weak_tokens_are_refused(given: dict[Role, str], told: str) -> None:
    with pytest.raises(DisplayError, match=told):
        Tokens(given)


def test_random_tokens_differ() -> None:
    first, second = Tokens.random([OPERATOR, REFEREE]), Tokens.random([OPERATOR, REFEREE])
    assert len({first.of(OPERATOR), first.of(REFEREE), second.of(OPERATOR), second.of(REFEREE)}) == 4


@pytest.mark.parametrize("role", [PUBLIC, OPERATOR, REFEREE, player(A), player(B)])
def test_a_role_is_read_as_it_is_written(role: Role) -> None:
    assert parse_role(str(role)) == role


@pytest.mark.parametrize("text", ["", "boss", "player", "player:", "player:E", "public:A", "operator:A", "player:A:B"])
def test_no_other_role_is_read(text: str) -> None:
    with pytest.raises(DisplayError, match="is no role"):
        parse_role(text)


def test_the_referee_sees_what_the_operator_sees_and_nobody_sees_a_player() -> None:
    assert REFEREE.covers(OPERATOR)
    assert not OPERATOR.covers(REFEREE)
    assert player(A).covers(PUBLIC)
    assert not any(role.covers(player(A)) for role in (OPERATOR, REFEREE, player(B), PUBLIC))
