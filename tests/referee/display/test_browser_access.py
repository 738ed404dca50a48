"""Every page passes axe-core: WCAG 2.1 A and AA for contrast, names, roles and order, in a match and without one."""

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.display.archive import Archive
from referee.display.roles import COMMENTATOR, OPERATOR, REFEREE, Role, player
from referee.game import EventType
from referee.tiles.faces import png
from tests.referee.display.accessibility import violations
from tests.referee.display.acts import UNSURE, take_control
from tests.referee.display.fake_desk import A, FakeDesk
from tests.referee.display.kept_matches import OVER, kept_matches
from tests.referee.display.stage import Stage, opened

pytestmark = pytest.mark.browser


def nothing(desk: FakeDesk) -> None:
    """No match."""


def discards(desk: FakeDesk) -> None:
    desk.play(9)


def question(desk: FakeDesk) -> None:
    desk.play(3)
    desk.pictures["cut"] = png("9s", 120)
    desk.change(candidates=(UNSURE,))


def won(desk: FakeDesk) -> None:
    desk.play()
    desk.win()
    desk.add(EventType.SHOW)


STILL: list[tuple[str, Role | None]] = [
    ("/rules", None),
    ("/login", None),
    ("/setup", OPERATOR),
    ("/cameras", OPERATOR),
    ("/matches", OPERATOR),
    (f"/sheet?match={OVER}", OPERATOR),
    (f"/replay?match={OVER}", OPERATOR),
]
LIVE: list[tuple[str, Role | None]] = [
    ("/", None),
    ("/operator", OPERATOR),
    ("/referee", REFEREE),
    ("/commentator", COMMENTATOR),
    ("/player/A", player(A)),
]
_MORE = (question, won)
SCENES = [(nothing, STILL), (discards, LIVE), (question, LIVE[1:3]), (won, LIVE)]


@pytest.mark.parametrize(
    ("scene", "pages"),
    [
        pytest.param(scene, pages, id=scene.__name__, marks=[pytest.mark.verify] if scene in _MORE else [])
        for scene, pages in SCENES
    ],
)
def test_pages_are_accessible(
    stage: Stage,
    desk: FakeDesk,
    tmp_path: Path,
    scene: Callable[[FakeDesk], None],
    pages: list[tuple[str, Role | None]],
) -> None:
    async def scenario() -> None:
        async with opened(stage, desk, archive=Archive(kept_matches(tmp_path))) as house:
            scene(desk)
            wrong = {}
            for path, role in pages:
                page = await house.page(path, role)
                if path in ("/operator", "/referee"):
                    await take_control(page)
                if found := await violations(page):
                    wrong[path] = found
                await page.context.close()
            # axe-core measures with styles of its own, which no page may have
            house.complaints = [each for each in house.complaints if "inline style" not in each]
            assert not wrong, "\n".join(f"{path}: {line}" for path, lines in wrong.items() for line in lines)

    stage.run(scenario())
