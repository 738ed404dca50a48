"""Themes and the colours of seats, as a house configures them: readable in every theme, on every page."""

import re
from pathlib import Path

import pytest

from referee.daemon.configuration import check_configuration, load_configuration
from referee.display.errors import DisplayError
from referee.display.fonts import FOLDER
from referee.display.looks import Looks, Theme, house_css, ink_on
from referee.display.roles import REFEREE
from referee.display.server import create_app
from referee.display.tokens import Tokens
from tests.referee.display.conftest import Client
from tests.referee.display.fake_desk import A, B, FakeDesk
from tests.referee.display.stage import Stage, opened
from tests.referee.display.test_browser_access import violations

THEME = (FOLDER.parent / "css" / "theme.css").read_text(encoding="utf-8")


def values(css: str, selector: str) -> dict[str, str]:
    block = css[css.index(f"{selector} {{") :].split("}")[0]
    return dict(re.findall(r"--([\w-]+): ([^;]+);", block))


def test_without_a_choice_the_house_looks_as_the_styles_say() -> None:
    said = values(THEME, ":root")
    chosen = values(house_css(Looks()), "html:root")
    assert chosen == {name: said[name] for name in chosen}


def test_the_house_s_choice_is_served_to_every_page(desk: FakeDesk) -> None:
    client = Client(create_app(desk, Tokens({}), looks=Looks(Theme.DARK, {A: "#ffcc00", B: "#003366"})))
    css = client.get("/static/css/house.css").text
    assert values(css, "html:root")["felt"] == "#12161c"
    assert "--seat-a: #ffcc00" in css
    assert values(css, 'html [data-seat="A"]')["on-seat"] == "#101010"
    assert values(css, 'html [data-seat="B"]')["on-seat"] == "#ffffff"
    assert '@import "/static/css/house.css"' in THEME


@pytest.mark.parametrize(("colour", "ink"), [("#ffffff", "#101010"), ("#000000", "#ffffff"), ("#0072b2", "#ffffff")])
def test_letters_are_read_on_every_colour(colour: str, ink: str) -> None:
    assert ink_on(colour) == ink


@pytest.mark.parametrize("seats", [{A: "red"}, {A: "#fff"}, {A: "#123456;}"}, {A: "#123456", B: "#123456"}])
def test_what_is_no_colour_is_refused(seats) -> None:
    with pytest.raises(DisplayError):
        Looks(seats=seats)


def test_the_configuration_says_it(tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text('looks:\n  theme: contrast\n  seats: {A: "#ffcc00"}\n')
    assert load_configuration(file).looks.chosen() == Looks(Theme.CONTRAST, {A: "#ffcc00"})
    for wrong in ("theme: pink", 'seats: {A: "red"}', 'seats: {Z: "#ffcc00"}', "seats: [1]"):
        file.write_text(f"looks:\n  {wrong}\n")
        (problem, *_) = check_configuration(file)
        assert problem.key.startswith("looks"), problem


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["dark", "contrast"])
def test_each_theme_is_readable(stage: Stage, desk: FakeDesk, theme: str) -> None:
    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(9)
            for path, role in (("/", None), ("/referee", REFEREE)):
                page = await house.page(f"{path}?theme={theme}", role)
                background = await page.evaluate("getComputedStyle(document.body).getPropertyValue('--felt-low')")
                assert background.strip() != "#052122"
                assert not await violations(page)
            house.complaints = [each for each in house.complaints if "inline style" not in each]

    stage.run(scenario())
