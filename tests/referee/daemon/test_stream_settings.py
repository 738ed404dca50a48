"""The stream in the configuration: outputs, logos, own pages, and that every mistake is told with its line."""

import re
from pathlib import Path

import pytest

from referee.daemon.configuration import ConfigurationError, check_configuration, load_configuration
from referee.display.errors import DisplayError
from referee.display.outputs import DEFAULT_OUTPUTS, Output, Shows
from referee.display.stream_files import MOST_LOGO_BYTES, MOST_PAGES, read_logo, read_own_pages
from tests.referee.daemon.test_configuration import ROOT, written

OUTPUT = "stream:\n  outputs:\n    {}\n"


def test_hands_wait_for_the_end_of_the_deal_unless_a_house_says_otherwise(tmp_path: Path) -> None:
    for path in (written(tmp_path, ""), ROOT / "config" / "example.yaml"):
        assert load_configuration(path).stream.all_outputs() == DEFAULT_OUTPUTS
    assert DEFAULT_OUTPUTS["hands"] == Output(Shows.HANDS, None)


def test_outputs_are_changed_and_added(tmp_path: Path) -> None:
    text = "stream:\n  outputs:\n    hands: {shows: hands, delay: 90}\n    lobby-2: {shows: public, delay: 2.5}\n"
    outputs = load_configuration(written(tmp_path, text)).stream.all_outputs()
    assert outputs == {
        "public": Output(Shows.PUBLIC, 0),
        "hands": Output(Shows.HANDS, 90),
        "lobby-2": Output(Shows.PUBLIC, 2.5),
    }


@pytest.mark.parametrize(
    ("text", "line", "key", "part"),
    [
        (OUTPUT.format("late: {shows: hands}"), 3, "stream.outputs.late.delay", "missing"),
        (OUTPUT.format("late: {shows: hands, delay: soon}"), 3, "stream.outputs.late.delay", "or 'deal', not 'soon'"),
        (OUTPUT.format("late: {shows: hands, delay: true}"), 3, "stream.outputs.late.delay", "not True"),
        (OUTPUT.format("late: {shows: hands, delay: -1}"), 3, "stream.outputs.late", "not -1"),
        (OUTPUT.format("late: {shows: hands, delay: 1801}"), 3, "stream.outputs.late", "0 to 1800 seconds"),
        (OUTPUT.format("late: {shows: everything, delay: 1}"), 3, "stream.outputs.late.shows", "'public' or 'hands'"),
        (OUTPUT.format("late: {shows: public, delay: deal}"), 3, "stream.outputs.late", "this output shows none"),
        (OUTPUT.format("Late: {shows: public, delay: 0}"), 3, "stream.outputs.Late", "no name of an output"),
        ("stream:\n  logo: a.png\n", 2, "stream.logo", "no such key"),
        ("stream:\n  logos:\n    house: none.png\n", 3, "stream.logos.house", "cannot be read"),
        ("stream:\n  logos:\n    players: {Ann: ann.gif}\n", 3, "stream.logos.players.Ann", "SVG, PNG, JPEG or WebP"),
        ("stream:\n  pages: nowhere\n", 2, "stream.pages", "no such folder"),
        ("tokens:\n  overlay: short\n", 2, "tokens.overlay", "8 characters"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, text: str, line: int, key: str, part: str) -> None:
    (problem,) = check_configuration(written(tmp_path, text))
    assert (problem.line, problem.key) == (line, key)
    assert part in problem.text


def test_two_roles_do_not_share_a_token(tmp_path: Path) -> None:
    text = "tokens:\n  operator: the-same-one\n  overlay: the-same-one\n"
    (problem,) = check_configuration(written(tmp_path, text))
    assert "two roles share a token" in problem.text


def test_logos_and_pages_are_meant_from_the_files_folder(tmp_path: Path) -> None:
    (tmp_path / "pages" / "art").mkdir(parents=True)
    (tmp_path / "logos").mkdir()
    (tmp_path / "pages" / "mine.html").write_text("<jn-clock></jn-clock>", encoding="utf-8")
    (tmp_path / "pages" / "art" / "a.svg").write_text("<svg/>", encoding="utf-8")
    (tmp_path / "pages" / ".hidden.html").write_text("secret", encoding="utf-8")
    (tmp_path / "pages" / "notes.txt").write_text("not served", encoding="utf-8")
    (tmp_path / "pages" / "link.html").symlink_to(tmp_path / "house.yaml")
    (tmp_path / "logos" / "sato.png").write_bytes(b"\x89PNG")
    text = "stream:\n  logos: {house: logos/sato.png, players: {佐藤 一郎: logos/sato.png}}\n  pages: pages\n"
    files = load_configuration(written(tmp_path, text)).stream.files()
    assert files.house is not None
    assert (files.house.media_type, files.house.content) == ("image/png", b"\x89PNG")
    assert set(files.players) == {"佐藤 一郎"}
    assert set(files.pages) == {"mine.html", "art/a.svg"}


def test_what_is_too_large_or_too_much_is_refused(tmp_path: Path) -> None:
    (tmp_path / "large.png").write_bytes(bytes(MOST_LOGO_BYTES + 1))
    with pytest.raises(DisplayError, match="larger than 2 MB"):
        read_logo(tmp_path / "large.png")
    folder = tmp_path / "many"
    folder.mkdir()
    with pytest.raises(DisplayError, match="holds no page"):
        read_own_pages(folder)
    for number in range(MOST_PAGES + 1):
        (folder / f"{number}.html").write_text("", encoding="utf-8")
    with pytest.raises(DisplayError, match=f"more than {MOST_PAGES} files"):
        read_own_pages(folder)


def test_a_list_is_no_stream(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="stream"):
        load_configuration(written(tmp_path, "stream: [1]\n"))


def test_what_the_document_shows_can_be_written(tmp_path: Path) -> None:
    blocks = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / "stream.md").read_text(encoding="utf-8"), re.S)
    assert len(blocks) == 2
    outputs = [load_configuration(written(tmp_path, block)).stream.all_outputs() for block in blocks]
    assert outputs[0] == {**DEFAULT_OUTPUTS, "youtube": Output(Shows.HANDS, 90)}
