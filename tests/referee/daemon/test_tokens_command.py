"""Tokens that the program made: kept over restarts, expiring, renewed at a running table; never readable by others."""

import asyncio
import json
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.daemon.cli import run
from referee.daemon.configuration import TokenSettings
from referee.daemon.token_file import keep_tokens, read_tokens, renew_tokens
from referee.daemon.token_keeper import TokenKeeper
from referee.display.roles import OPERATOR, REFEREE, player
from referee.game import Seat
from referee.tiles import InputError

NOW = datetime(2026, 5, 6, 7, 8, 9, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.delenv("COLUMNS", raising=False)
    return tmp_path / "junanaho" / "tokens.json"


def test_tokens_stay_over_restarts_and_others_cannot_read_them(path: Path) -> None:
    first = keep_tokens(path, (OPERATOR, REFEREE), 30, NOW)
    assert keep_tokens(path, (OPERATOR, REFEREE), 30, NOW + timedelta(days=29)) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    grown = keep_tokens(path, (OPERATOR, player(Seat.A)), 30, NOW)
    assert grown[OPERATOR] == first[OPERATOR]
    assert set(read_tokens(path)) == {OPERATOR, REFEREE, player(Seat.A)}


def test_a_token_expires_and_a_clock_that_went_back_ends_none(path: Path) -> None:
    first = keep_tokens(path, (OPERATOR,), 30, NOW)
    assert keep_tokens(path, (OPERATOR,), 30, NOW - timedelta(days=400)) == first
    assert keep_tokens(path, (OPERATOR,), 30, NOW + timedelta(days=31)) != first


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"operator": {"token": "short", "made_at": "2026-01-01T00:00:00+00:00"}}', '{"boss": {}}']
)
def test_a_file_that_holds_none_is_told_and_left_alone(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(text)
    with pytest.raises(InputError, match="delete it"):
        keep_tokens(path, (OPERATOR,), 30, NOW)
    assert path.read_text() == text


def test_what_the_house_has_set_is_not_kept(path: Path) -> None:
    keeper = TokenKeeper(TokenSettings(operator="house-operator", players=True), 2, path)
    assert keeper.tokens.of(OPERATOR) == "house-operator"
    assert OPERATOR not in read_tokens(path)
    assert player(Seat.B) in read_tokens(path)
    again = TokenKeeper(TokenSettings(operator="house-operator", players=True), 2, path)
    assert [again.tokens.of(role) for role in again.tokens.roles] == [
        keeper.tokens.of(role) for role in keeper.tokens.roles
    ]
    alone = TokenKeeper(TokenSettings(), 2, None)
    assert alone.tokens.of(REFEREE) != keeper.tokens.of(REFEREE)


def test_a_renewed_token_opens_and_the_old_one_does_not_at_a_running_table(path: Path) -> None:
    keeper = TokenKeeper(TokenSettings(), 2, path)
    old, kept = keeper.tokens.of(OPERATOR) or "", keeper.tokens.of(REFEREE)

    async def scenario() -> None:
        following = asyncio.create_task(keeper.follow())
        await asyncio.sleep(0)
        (renewed,) = renew_tokens(path, (OPERATOR,)).values()
        async with asyncio.timeout(5):
            while keeper.tokens.role_of(renewed.token) is None:  # noqa: ASYNC110 - the keeper tells nobody
                await asyncio.sleep(0.02)
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)

    asyncio.run(scenario())
    assert keeper.tokens.role_of(old) is None
    assert keeper.tokens.of(REFEREE) == kept


def test_the_command_lists_and_renews(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep_tokens(path, (OPERATOR, REFEREE), 30)
    assert run(["tokens", "list", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["tokens"]
    assert [row["role"] for row in rows] == ["operator", "referee"]
    assert rows[0]["expires_at"] > rows[0]["made_at"]
    assert run(["tokens", "renew", "operator"]) == 0
    assert rows[0]["token"] not in capsys.readouterr().out
    assert run(["tokens", "renew", "boss"]) == 2
    assert "'boss' is no role" in capsys.readouterr().err
    assert run(["tokens", "renew", "public"]) == 2
