"""A file that is written anew is whole, and nobody may read it who might not read the one before."""

import os
import stat
from pathlib import Path

import pytest

from referee.whole_file import write_whole


def _modes(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_who_may_read_the_old_file_may_read_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_whole(path, b"new", mode=0o600, as_before=True)
    assert (path.read_bytes(), _modes(path)) == (b"new", 0o640)


def test_a_group_that_cannot_be_kept_is_replaced_by_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(descriptor: int, user: int, group: int) -> None:
        raise PermissionError("not of that group")

    monkeypatch.setattr(os, "fchown", refused)
    path = tmp_path / "house.yaml"
    path.write_bytes(b"old")
    path.chmod(0o660)
    write_whole(path, b"new", mode=0o600, as_before=True)
    assert _modes(path) == 0o600
