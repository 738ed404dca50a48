"""Work beside the pages: what fails is told and ends nothing else; all of it ends with the table."""

import asyncio

import structlog

from referee.daemon.side_work import side_by_side


def test_one_that_fails_is_told_and_the_others_go_on_until_the_end() -> None:
    turns: list[str] = []

    async def goes_on() -> None:
        try:
            while True:
                turns.append("turn")
                await asyncio.sleep(0.01)
        finally:
            turns.append("ended")

    async def fails() -> None:
        raise RuntimeError("no disk")

    async def scenario() -> None:
        async with side_by_side({"backup": fails(), "tokens": goes_on()}):
            await asyncio.sleep(0.05)

    with structlog.testing.capture_logs() as logs:
        asyncio.run(scenario())
    assert [(log["event"], log["work"]) for log in logs] == [("side_work_failed", "backup")]
    assert turns.count("turn") > 2
    assert turns[-1] == "ended"
