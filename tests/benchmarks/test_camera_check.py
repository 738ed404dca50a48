"""The benchmark of the camera check runs on a small picture, and tells of each picture what is wrong with it."""

import pytest

from benchmarks import camera_check


def test_each_picture_is_told_for_what_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert camera_check.main(["--rounds", "1", "--width", "640"]) == 0
    lines = capsys.readouterr().out.splitlines()[2:]
    assert [line[28:40].strip() for line in lines] == ["well", "well", "moved", "moved", "hidden"]
