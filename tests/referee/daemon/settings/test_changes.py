"""A value is set in the text of the file; everything else stays as a person wrote it."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.daemon.settings.changes import ChangeError, with_changes
from referee.strict_yaml import read_yaml

EXAMPLE = (Path(__file__).parents[4] / "config" / "example.yaml").read_text(encoding="utf-8")


def changed_lines(before: str, after: str) -> list[str]:
    """The lines of `after` that `before` has not."""
    return [line for line in after.splitlines() if line not in before.splitlines()]


def test_only_the_line_of_the_value_changes_and_keeps_its_comment() -> None:
    after = with_changes(EXAMPLE, {"backup.keep": 3})
    (line,) = changed_lines(EXAMPLE, after)
    assert line.startswith("  keep: 3")
    assert line.endswith("# the newest so many; 0: none")
    assert len(after.splitlines()) == len(EXAMPLE.splitlines())


def test_a_section_that_is_missing_is_made() -> None:
    assert with_changes("venue: X # ours\n", {"web.port": 80, "web.host": "::"}) == (
        "venue: X # ours\nweb:\n  port: 80\n  host: '::'\n"
    )


def test_the_same_value_again_changes_nothing_at_all() -> None:
    odd = "web:   {port:  8017}  # as we like it\n"
    assert with_changes(odd, {"web.port": 8017}) == odd


@pytest.mark.parametrize("text", ["no", "null", "~", "017", "1:30", "yes", "0x10", "- a", "a: b", "# x", "", "x" * 300])
def test_a_text_stays_a_text_whatever_it_looks_like(text: str) -> None:
    assert read_yaml(with_changes(EXAMPLE, {"venue": text})).data["venue"] == text


def test_entries_of_lists_and_maps_are_set_by_their_place() -> None:
    text = (
        "cameras:\n- name: top  # over the table\n  fps: 15\nstream: {outputs: {late: {shows: hands, delay: deal}}}\n"
    )
    after = read_yaml(with_changes(text, {"cameras.0.fps": 5.5, "stream.outputs.late.delay": 20})).data
    assert after["cameras"] == [{"name": "top", "fps": 5.5}]
    assert after["stream"]["outputs"]["late"] == {"shows": "hands", "delay": 20}


@pytest.mark.parametrize("key", ["cameras.0.fps", "venue.x", "cameras.first.fps"])
def test_what_has_no_place_is_refused(key: str) -> None:
    with pytest.raises(ChangeError, match="edit the text"):
        with_changes("venue: X\ncameras: []\n", {key: 1})


def test_comments_alone_stay() -> None:
    assert with_changes("# ours\n# venue: X\n", {"venue": "Y"}) == "# ours\n# venue: X\nvenue: Y\n"
    assert with_changes("# ours", {"venue": "Y"}) == "# ours\nvenue: Y\n"


def test_lists_stand_as_far_in_as_they_stood() -> None:
    text = "cameras:\n  # ours\n  - name: top\n    fps: 15\nvenue: X\n"
    assert with_changes(text, {"venue": "Y"}) == text.replace("venue: X", "venue: Y")


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**9), 10**9),
    st.floats(-1e6, 1e6, allow_nan=False),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=40),
)


@given(st.dictionaries(st.sampled_from(["venue", "web.port", "recognition.model", "backup.folder", "obs"]), VALUES))
def test_whatever_is_set_is_read_back_and_nothing_else_changes(values: dict[str, Any]) -> None:
    try:
        after = read_yaml(with_changes(EXAMPLE, values)).data
    except ChangeError:
        return  # refused in words, and the file is as it was
    wanted = read_yaml(EXAMPLE).data
    for key, value in values.items():
        section, _, name = key.partition(".")
        if name:
            wanted[section][name] = value
        else:
            wanted[section] = value
    assert after == wanted
