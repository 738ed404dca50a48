"""What match options bring to the pages: walls that are named, rows by dice, a stop that is offered, opened hands."""

import pytest
from playwright.async_api import expect

from referee.desk.commands import DeclareRiichi, EnterDice, NameWall, OpenHand, StopDeal
from referee.display.roles import OPERATOR, REFEREE, player
from referee.game import EventType
from referee.tiles import parse_tiles
from tests.referee.display.acts import sent, take_control, tiles
from tests.referee.display.fake_desk import A, B, FakeDesk
from tests.referee.display.stage import Stage, opened

pytestmark = pytest.mark.browser

# each waits on one five, and no five of that kind is in the other's pool
DEAD = {A: "111222333m444p5s", B: "111222333s444m5p"}
DEAD_POOLS = {A: "6789m6789p6789s1234567z55z", B: "6789m6789p6789s1234567z66z"}


def test_a_wall_is_named_for_whoever_is_to_name_one(stage: Stage) -> None:
    desk = FakeDesk("club")

    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.open()
            desk.deal()
            page = await house.page("/operator", OPERATOR)
            await take_control(page)
            buttons = page.locator('[data-act="name_wall"]')
            await expect(buttons).to_have_count(4)
            await page.locator('[data-act="name_wall"][data-seat="A"]').nth(2).click()
            command = await sent(desk, NameWall)
            assert (command.seat, command.wall) == (A, 3)
            await expect(page.locator('[data-act="name_wall"][data-seat="B"]')).to_have_count(3)
            await expect(page.locator('jn-score-bar[data-at="A"] .state')).to_contain_text("Wall 3")

    stage.run(scenario())


def test_rows_are_thrown_for_with_two_dice(stage: Stage) -> None:
    desk = FakeDesk("kaiji", {"walls": "dice_rows"})

    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.open()
            desk.deal()
            page = await house.page("/operator", OPERATOR)
            await take_control(page)
            dice = page.locator("jn-dice button")
            await dice.nth(2).click()
            await dice.nth(4).click()
            command = await sent(desk, EnterDice)
            assert (command.seat, command.dice) == (A, (3, 5))
            await expect(page.locator('jn-score-bar[data-at="A"] .state')).to_contain_text("Rows 3 and 6")

    stage.run(scenario())


def test_only_the_referee_is_offered_a_stop(stage: Stage) -> None:
    desk = FakeDesk("broadcast")
    desk.open()
    desk.deal()
    desk.flip("4z")
    for seat, hand in DEAD.items():
        desk.add(EventType.WALLS, by=seat, tiles=parse_tiles(hand + DEAD_POOLS[seat]))
    for seat, hand in DEAD.items():
        desk.add(EventType.BUILT, by=seat, tiles=parse_tiles(hand))

    async def scenario() -> None:
        async with opened(stage, desk) as house:
            operator = await house.page("/operator", OPERATOR)
            await expect(operator.locator('[data-act="stop_deal"]')).to_have_count(0)
            page = await house.page("/referee", REFEREE)
            await take_control(page)
            stop = page.locator('[data-act="stop_deal"]')
            await stop.click()
            await expect(stop).to_contain_text("Press again")
            assert not [command for command in desk.commands if isinstance(command, StopDeal)]
            await stop.click()
            await sent(desk, StopDeal)
            await expect(page.locator("#preview")).to_contain_text("Nobody can win any more")

    stage.run(scenario())


def test_a_player_lays_the_hand_open_after_a_draw(stage: Stage) -> None:
    desk = FakeDesk("happy")
    desk.play(34)

    async def scenario() -> None:
        async with opened(stage, desk) as house:
            page = await house.page("/player/A", player(A))
            desk.add(EventType.DRAW)
            await expect(page.locator("#open")).to_be_hidden()
            desk.add(EventType.SHOW)
            button = page.locator("#open")
            await expect(button).to_be_visible()
            assert await tiles(page, ".shown-hands") == []
            await button.click()
            await expect(button).to_contain_text("once more")
            await button.click()
            assert (await sent(desk, OpenHand)).seat is A
            await expect(page.locator(".shown-hand jn-tile")).to_have_count(13)
            await expect(button).to_be_hidden()

    stage.run(scenario())


def test_riichi_is_entered_where_it_is_declared(stage: Stage) -> None:
    desk = FakeDesk("happy", {"riichi": "declared"})

    async def scenario() -> None:
        async with opened(stage, desk) as house:
            desk.play(0)
            page = await house.page("/operator", OPERATOR)
            await take_control(page)
            await page.locator('[data-act="declare_riichi"][data-seat="A"]').click()
            command = await sent(desk, DeclareRiichi)
            assert command.seat == A
            desk.discard(4)
            await expect(page.locator('[data-act="declare_riichi"]')).to_have_count(0)

    stage.run(scenario())
