"""Scenes of OBS follow what the public sees; OBS may come late, go, and refuse."""

import asyncio
import socket
from contextlib import asynccontextmanager

import msgpack
import pytest
from websockets.asyncio.server import ServerConnection, serve

from referee.daemon.configuration import check_configuration, load_configuration
from referee.daemon.obs_scenes import ObsScenes
from referee.daemon.obs_settings import ObsSettings
from referee.display.views.table import OpenPhase
from referee.game import EventType
from tests.referee.display.fake_desk import FakeDesk


@pytest.fixture
def desk() -> FakeDesk:
    return FakeDesk()


@pytest.fixture
def unused_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


SCENES = {OpenPhase.NO_MATCH: "Standby", OpenPhase.DISCARDING: "Table", OpenPhase.RESULT: "Result"}


class Obs:
    """As much of OBS Studio's WebSocket server (protocol 5) as switching takes."""

    def __init__(self) -> None:
        self.scenes: list[str] = []
        self.switched = asyncio.Event()

    async def __call__(self, socket: ServerConnection) -> None:
        await socket.send(msgpack.packb({"op": 0, "d": {"obsWebSocketVersion": "5.5.0", "rpcVersion": 1}}))
        assert msgpack.unpackb(await socket.recv())["op"] == 1
        await socket.send(msgpack.packb({"op": 2, "d": {"negotiatedRpcVersion": 1}}))
        async for text in socket:
            asked = msgpack.unpackb(text)["d"]
            assert asked["requestType"] == "SetCurrentProgramScene"
            name = asked["requestData"]["sceneName"]
            known = name != "Table of another house"
            self.scenes.append(name)
            status = {"result": known, "code": 100 if known else 600, "comment": "" if known else "no such scene"}
            answer = {"requestType": asked["requestType"], "requestId": asked["requestId"], "requestStatus": status}
            await socket.send(msgpack.packb({"op": 7, "d": answer}))
            self.switched.set()


@asynccontextmanager
async def following(desk: FakeDesk, settings: ObsSettings):
    task = asyncio.create_task(ObsScenes(settings, desk).follow())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def until(obs: Obs, count: int) -> None:
    async with asyncio.timeout(10):
        while len(obs.scenes) < count:
            obs.switched.clear()
            await obs.switched.wait()


def test_scenes_follow_the_public_phases_and_each_is_set_once(desk: FakeDesk) -> None:
    async def scenario() -> None:
        obs = Obs()
        async with serve(obs, "127.0.0.1", 0, subprotocols=["obswebsocket.msgpack"]) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with following(desk, ObsSettings(port=port, scenes=SCENES)):
                await until(obs, 1)
                desk.play(3)
                await until(obs, 2)
                desk.discard(34)
                desk.win()  # while referees weigh, the scene stays
                desk.add(EventType.SHOW)
                await until(obs, 3)
        assert obs.scenes == ["Standby", "Table", "Result"]

    asyncio.run(scenario())


def test_obs_may_be_started_later_and_gets_the_scene_of_the_moment(desk: FakeDesk, unused_port: int) -> None:
    async def scenario() -> None:
        obs = Obs()
        async with following(desk, ObsSettings(port=unused_port, scenes=SCENES)):
            await asyncio.sleep(0.3)
            desk.play(3)
            async with serve(obs, "127.0.0.1", unused_port, subprotocols=["obswebsocket.msgpack"]):
                await until(obs, 1)
        assert obs.scenes[-1] == "Table"

    asyncio.run(scenario())


def test_a_delay_holds_and_a_scene_that_is_not_there_ends_nothing(desk: FakeDesk) -> None:
    async def scenario() -> None:
        obs = Obs()
        async with serve(obs, "127.0.0.1", 0, subprotocols=["obswebsocket.msgpack"]) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            scenes = {**SCENES, OpenPhase.DISCARDING: "Table of another house"}
            began_s = asyncio.get_running_loop().time()
            async with following(desk, ObsSettings(port=port, delay=1.0, scenes=scenes)):
                await until(obs, 1)
                assert asyncio.get_running_loop().time() - began_s >= 1.0
                desk.play(3)
                await until(obs, 2)
                desk.discard(34)
                desk.win()
                desk.add(EventType.SHOW)
                await until(obs, 3)
        assert obs.scenes[-1] == "Result"

    asyncio.run(scenario())


def test_the_configuration_names_scenes_by_phase(tmp_path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text("obs:\n  scenes: {result: Result}\n")
    settings = load_configuration(file).obs
    assert settings is not None
    assert settings.scenes == {OpenPhase.RESULT: "Result"}
    file.write_text("obs:\n  scenes: {somewhen: Result}\n")
    (problem, *_) = check_configuration(file)
    assert problem.key.startswith("obs.scenes")
