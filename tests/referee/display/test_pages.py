"""The pages' files: nothing from elsewhere, nothing inline, nothing that is named and not there."""

import re
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[3] / "referee" / "display" / "pages"
HTML = sorted(PAGES.glob("*.html"))
STYLES = sorted(PAGES.rglob("*.css"))
SCRIPTS = sorted(PAGES.rglob("*.js"))


def _without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.S)


@pytest.mark.parametrize("file", [*HTML, *STYLES, *SCRIPTS], ids=lambda file: file.name)
def test_nothing_is_asked_of_other_servers(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert not re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}", _without_comments(text))


@pytest.mark.parametrize("file", HTML, ids=lambda file: file.name)
def test_nothing_is_inline_that_the_policy_forbids(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text))


@pytest.mark.parametrize("file", HTML, ids=lambda file: file.name)
def test_every_file_that_a_page_names_is_there(file: Path) -> None:
    for path in re.findall(r'(?:src|href)="/static/([^"]+)"', file.read_text(encoding="utf-8")):
        assert (PAGES / path).is_file(), path


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_every_module_that_is_imported_is_there(file: Path) -> None:
    for path in re.findall(r'from "\./([^"]+)"|import "\./([^"]+)"', file.read_text(encoding="utf-8")):
        assert (file.parent / "".join(path)).is_file(), path


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_text_never_becomes_markup(file: Path) -> None:
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", file.read_text()
    )


def test_no_money_is_spoken_of() -> None:
    texts = PAGES.parent / "texts"
    for file in [*HTML, *SCRIPTS, *texts.glob("*.json")]:
        text = re.sub(r"\$\{", "", file.read_text(encoding="utf-8"))
        assert not re.search(r"[¥€£￥]|\$\d|円", text), file.name


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_scripts_stay_of_a_size_that_can_be_read(file: Path) -> None:
    assert file.read_text(encoding="utf-8").count("\n") < 260
    assert file.read_text(encoding="utf-8").startswith("/*")  # says what it is for
