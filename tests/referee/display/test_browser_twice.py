"""What is pressed twice, and what a page shows after it was loaded again, in every phase of a deal. A real browser."""

from collections.abc import Callable, Mapping

import pytest
from playwright.async_api import expect

from referee.desk.commands import Answer
from referee.desk.state import Clock
from referee.display.roles import OPERATOR, REFEREE, player
from referee.game import EventType, Match, Opening, Source
from referee.tiles import parse_tile
from referee.tiles.faces import png
from tests.referee.display.acts import UNSURE, take_control
from tests.referee.display.fake_desk import A, B, FakeDesk
from tests.referee.display.stage import Stage, opened

pytestmark = pytest.mark.browser


def _nothing(desk: FakeDesk) -> None:
    """No match is open."""


def _walls(desk: FakeDesk) -> None:
    desk.open()
    desk.add(EventType.DEAL, opening=Opening(no=1))


def _dice(desk: FakeDesk) -> None:
    _walls(desk)
    desk.add(EventType.WALLS)


def _building(desk: FakeDesk) -> None:
    desk.open()
    desk.deal()
    desk.flip()
    desk.clock = Clock("build", desk.now, left_ms=100_000.0)


def _paused(desk: FakeDesk) -> None:
    desk.play(5)
    desk.add(EventType.PAUSE, source=Source.OPERATOR)


def _asked(desk: FakeDesk) -> None:
    desk.play(5)
    desk.candidates = (UNSURE,)


def _called(desk: FakeDesk) -> None:
    desk.open()
    desk.deal()
    desk.flip()
    for seat in (A, B):
        desk.add(EventType.BUILT, by=seat)
    desk.add(EventType.DISCARD, by=A, tile=parse_tile("1z"), n=1)
    desk.add(EventType.RON, by=B)


def _refused(desk: FakeDesk) -> None:
    desk.play(34)
    desk.add(EventType.RON, by=B)


def _won(desk: FakeDesk) -> None:
    desk.play(34)
    desk.add(EventType.RON, by=A)


def _ended(desk: FakeDesk) -> None:
    desk.play(34)
    desk.add(EventType.DRAW)


def _shown(desk: FakeDesk) -> None:
    _ended(desk)
    desk.add(EventType.SHOW)


def _over(desk: FakeDesk) -> None:
    _shown(desk)
    desk.add(EventType.MATCH_END)


PHASES: Mapping[str, Callable[[FakeDesk], None]] = {
    "no match": _nothing,
    "walls": _walls,
    "dice": _dice,
    "building": _building,
    "discarding": lambda desk: desk.play(5),
    "asked": _asked,
    "paused": _paused,
    "last window": lambda desk: desk.play(34),
    "called": _called,
    "refused": _refused,
    "won": _won,
    "ended": _ended,
    "shown": _shown,
    "over": _over,
}

WANT_TWO = {"undo", "end_match", "reset_table", "stop_deal", "open_hand", "rule"}
"""A double click on these is a first press, and no second one."""

NO_COMMAND = {"hotfix", "reopen"}
"""They open a dialog."""


def _enter(desk: FakeDesk, phase: str) -> None:
    """Bring a desk into a phase, whatever it was in before."""
    desk.match, desk.clock, desk.candidates, desk.answer = Match(), None, (), None
    desk.pictures["cut"] = png("9s", 60)
    PHASES[phase](desk)
    desk.tell()


def test_a_double_click_on_any_act_is_one_command_or_a_first_press(stage: Stage, desk: FakeDesk) -> None:
    pressed: set[str] = set()

    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await house.page("/referee", REFEREE)
            await take_control(page)
            for phase in PHASES:
                _enter(desk, phase)
                await expect(page.locator("jn-acts button").first).to_be_visible()
                await page.reload()
                await expect(page.locator("#phase")).not_to_have_text("")
                buttons = page.locator("button[data-act]:not([disabled])")
                for button in await buttons.all():
                    act = str(await button.get_attribute("data-act"))
                    if act in pressed | NO_COMMAND:
                        continue
                    desk.commands.clear()
                    desk.answer = Answer(True, "done", desk.match.version)  # and nothing changes: the buttons stay
                    await button.dblclick()
                    if act not in WANT_TWO:
                        await expect(page.locator("jn-answers .newest")).to_contain_text("Done")
                    await page.evaluate("fetch('/api/state').then((answer) => answer.json())")  # what was sent has come
                    assert len(desk.commands) == (0 if act in WANT_TWO else 1), act
                    pressed.add(act)

    stage.run(scenario())
    assert pressed >= {
        "confirm_walls", "enter_dice", "start_building", "shift_clock", "lock_hand", "call_ron", "close_window", "undo",
        "pause", "resume", "show_result", "next_deal", "end_match", "confirm_candidate", "reject_candidate", "rule",
    }  # fmt: skip


VIEWERS = {
    "public": ("/", None, "#standby-word, .hall .phase", "main"),
    "referee": ("/referee", REFEREE, "#phase", "jn-acts, jn-events, jn-decisions, #seats"),
    "operator": ("/operator", OPERATOR, "#phase", "main"),
    "player": ("/player/A", player(A), "#phase", "main"),
}
"""Page, role, what is filled once the view has come, and what must be the same afterwards."""
_MORE = {"operator", "player", "referee"}


@pytest.mark.parametrize(
    "viewer", [pytest.param(one, marks=pytest.mark.verify) if one in _MORE else one for one in VIEWERS]
)
def test_a_page_that_is_loaded_again_shows_the_same_in_every_phase(stage: Stage, desk: FakeDesk, viewer: str) -> None:
    path, role, filled, compared = VIEWERS[viewer]

    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await house.page(path, role, size=(1280, 800))
            for phase in PHASES:
                _enter(desk, phase)
                shown = []
                for _ in range(2):
                    await page.reload()
                    await expect(page.locator(filled).filter(visible=True).first).not_to_have_text("")
                    shown.append(await page.locator(compared).all_inner_texts())
                assert shown[0] == shown[1], phase
                assert any(shown[0]), phase

    stage.run(scenario())
