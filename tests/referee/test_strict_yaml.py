"""Strict YAML: what a person wrote is what is read, or an error with the line."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from referee.strict_yaml import YamlError, load_yaml, read_yaml


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("off", "off"),
        ("N", "N"),
        ("017", "017"),
        ("0x1f", "0x1f"),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
        ("2024-01-01", "2024-01-01"),
        (".inf", ".inf"),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("0", 0),
        ("-12", -12),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        ("'1'", "1"),
        ("[1, a, {b: c}]", [1, "a", {"b": "c"}]),
        ("東: 南", {"東": "南"}),
        ("99999999999999999999", "99999999999999999999"),
    ],
)
def test_scalars(text: str, value: object) -> None:
    assert read_yaml(text).data == value
    assert type(read_yaml(text).data) is type(value)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: 1\nb: 2\na: 3", 3),
        ("a:\n  b: 1\n  b: 2", 3),
        ("a: &x 1\nb: *x", 1),
        ("a: !!python/object:os.system 1", 1),
        ("a: 1\n---\nb: 2", 2),
        ("a: [1, 2", 1),
        ("a: 'b", 1),
        ("? [1, 2]\n: 3", 1),
        ("\ta: 1", 1),
        ("a: \x00", 1),
    ],
)
def test_what_is_refused(text: str, line: int) -> None:
    with pytest.raises(YamlError, match=f"^line {line}: ") as caught:
        read_yaml(text)
    assert "\n" not in str(caught.value)


def test_lines_are_known_by_path() -> None:
    document = read_yaml("a: 1\nb:\n  c:\n    - 1\n    - d: 2\n")
    assert document.line_of("b", "c") == 3
    assert document.line_of("b", "c", 1) == 5
    assert document.line_of("b", "c", 1, "nowhere") == 5
    assert document.line_of("nowhere") == 1


def test_deep_nesting_and_long_texts_are_refused_in_words() -> None:
    for text in ("[" * 20_000, "{a: " * 20_000, "".join(" " * depth + "a:\n" for depth in range(300))):
        with pytest.raises(YamlError, match="nested more than 20 deep"):
            read_yaml(text)
    with pytest.raises(YamlError, match="characters"):
        read_yaml("a" * 2_000_000)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"a: 1\na: 2", "house.yaml line 2: key 'a' is given twice"),
        (b"\xff\xfe", "house.yaml: is no UTF-8 text"),
        (b"#" * 1_000_001, "house.yaml: is larger than"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "house.yaml"
    path.write_bytes(content)
    with pytest.raises(YamlError, match=words):
        load_yaml(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(YamlError, match=r"none\.yaml: cannot be read \(No such file or directory\)"):
        load_yaml(tmp_path / "none.yaml")


def test_a_file_is_read_as_its_text_is(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("a:\n- 1\n- no\n", encoding="utf-8")
    assert load_yaml(path) == read_yaml("a:\n- 1\n- no\n")


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        message = repr(read_yaml(text).data)
    except YamlError as error:
        message = str(error)
    assert "\n" not in message


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text("abcno yes1:", max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", min_size=1, max_size=3), inner, max_size=3)
        ),
        max_leaves=8,
    )
)
def test_what_a_yaml_writer_writes_is_read_back(data: object) -> None:
    assert read_yaml(yaml.safe_dump(data, allow_unicode=True)).data == data
