"""Frames over a real Unix socket, from the simulator to the camera that reads it."""

import socket
import struct
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from drivers.camera import CameraConfig, CameraError, CameraReader, SourceKind, open_source
from drivers.camera.frame_wire import receive_message, send_message
from drivers.simulator.frame_server import FrameServer
from drivers.simulator.scene import SceneError

Image = NDArray[np.uint8]


class Painter:
    """A camera whose pixels tell the number of the frame; counts how often it had to paint."""

    def __init__(self) -> None:
        self.painted: list[int] = []

    def __call__(self, number: int) -> Image:
        self.painted.append(number)
        image = np.zeros((36, 64, 3), np.uint8)
        image[:] = (number % 256, 7, 9)
        image[0, 0] = (1, 2, 3)
        return image


class Clock:
    """Seconds that the test moves."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def painter() -> Painter:
    return Painter()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "frames.sock"


@pytest.fixture
def server(painter: Painter, clock: Clock, path: Path) -> Iterator[FrameServer]:
    with FrameServer(path, {"overhead": painter}, fps=10, clock_s=clock) as running:
        yield running


def config(path: Path, name: str = "overhead") -> CameraConfig:
    return CameraConfig(name, SourceKind.SIMULATED, str(path))


@pytest.mark.usefixtures("server")
def test_a_frame_arrives_as_it_was_painted(painter: Painter, clock: Clock, path: Path) -> None:
    source = open_source(config(path), lambda: 4.5)
    first = source.read(1)
    clock.now_s += 0.35
    second = source.read(1)
    source.close()
    assert first is not None
    assert second is not None
    assert (first.camera, first.number, first.t_ms) == ("overhead", 1, 4.5)
    assert second.number == 4  # the newest, not the next
    assert np.array_equal(second.image, painter(4))


@pytest.mark.usefixtures("server")
def test_no_new_frame_in_time_is_none_and_nothing_is_painted_for_it(painter: Painter, path: Path) -> None:
    source = open_source(config(path))
    assert source.read(0) is not None
    assert source.read(0) is None
    assert source.read(0) is None
    source.close()
    assert painter.painted == [1]


@pytest.mark.usefixtures("server")
def test_nothing_is_painted_while_nobody_asks_and_once_for_two_who_do(
    painter: Painter, clock: Clock, path: Path
) -> None:
    clock.now_s += 50
    assert painter.painted == []
    sources = [open_source(config(path)) for _ in range(2)]
    frames = [source.read(1) for source in sources]
    for source in sources:
        source.close()
    assert [frame.number for frame in frames if frame] == [501, 501]
    assert painter.painted == [501]


def test_a_reader_takes_frames_at_the_rate_of_the_real_clock(painter: Painter, path: Path) -> None:
    with (
        FrameServer(path, {"overhead": painter}, fps=200),
        CameraReader("overhead", lambda: open_source(config(path))) as reader,
    ):
        frames = [reader.take(2) for _ in range(5)]
    numbers = [frame.number for frame in frames if frame]
    assert len(numbers) == 5
    assert numbers == sorted(set(numbers))


@pytest.mark.usefixtures("server")
def test_an_unknown_camera_is_told_which_there_are(path: Path) -> None:
    source = open_source(config(path, "tray-A"))
    with pytest.raises(CameraError, match=r"^camera tray-A: the simulator has cameras overhead$"):
        source.read(1)
    source.close()


def test_a_camera_that_cannot_be_painted_says_why(path: Path) -> None:
    def broken(number: int) -> Image:
        raise SceneError("tile 3 lies at two places")

    with FrameServer(path, {"overhead": broken}):
        source = open_source(config(path))
        with pytest.raises(CameraError, match=r"^camera overhead: tile 3 lies at two places$"):
            source.read(1)
        source.close()


def test_a_simulator_that_goes_away_is_an_error_and_the_reader_finds_the_next(painter: Painter, path: Path) -> None:
    with CameraReader("overhead", lambda: open_source(config(path)), retry_s=(0.01,)) as reader:
        with FrameServer(path, {"overhead": painter}):
            assert reader.take(5) is not None
        with FrameServer(path, {"overhead": painter}):
            for _ in range(20):
                if reader.status().openings == 2 and reader.take(5):
                    break
                threading.Event().wait(0.05)
            assert reader.status().openings == 2


@pytest.mark.usefixtures("server")
def test_closing_a_waiting_server_is_quick(path: Path, server: FrameServer) -> None:
    source = open_source(config(path))
    assert source.read(0) is not None
    caught: list[CameraError] = []

    def wait_long() -> None:
        try:
            source.read(30)
        except CameraError as error:
            caught.append(error)

    waiting = threading.Thread(target=wait_long)
    waiting.start()
    server.close()
    waiting.join(5)
    assert not waiting.is_alive()
    source.close()


NONSENSE: list[Callable[[socket.socket], None]] = [
    lambda s: s.sendall(b"\xff\xff\xff\xff"),
    lambda s: s.sendall(struct.pack(">I", 4) + b"nope"),
    lambda s: s.sendall(struct.pack(">I", 2) + b"[]"),
    lambda s: s.sendall(struct.pack(">I", 14) + b'{"bytes": -10}'),
    lambda s: s.sendall(b"\x00"),
]


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("send", NONSENSE)
def test_who_talks_nonsense_is_hung_up_on_and_others_are_served(
    send: Callable[[socket.socket], None], path: Path
) -> None:
    with socket.socket(socket.AF_UNIX) as rude:
        rude.connect(str(path))
        send(rude)
        rude.shutdown(socket.SHUT_WR)
        rude.settimeout(5)
        assert rude.recv(10) == b""
    source = open_source(config(path))
    assert source.read(1) is not None
    source.close()


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("request_", [{"camera": "overhead"}, {"camera": "overhead", "after": "x", "timeout_s": 1}, {}])
def test_an_incomplete_request_gets_an_error_and_the_next_one_an_answer(
    request_: dict[str, object], path: Path
) -> None:
    with socket.socket(socket.AF_UNIX) as caller:
        caller.connect(str(path))
        caller.settimeout(5)
        send_message(caller, request_)
        assert "error" in receive_message(caller)[0]
        send_message(caller, {"camera": "overhead", "after": 0, "timeout_s": 1})
        header, body = receive_message(caller)
        assert (header["width"], header["height"], len(body)) == (64, 36, 64 * 36 * 3)


def test_the_socket_is_private_and_is_removed(painter: Painter, path: Path) -> None:
    with FrameServer(path, {"overhead": painter}):
        assert path.stat().st_mode & 0o777 == 0o600
    assert not path.exists()


def test_the_socket_of_a_killed_simulator_is_replaced_and_a_living_one_left(painter: Painter, path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    with FrameServer(path, {"overhead": painter}):
        with pytest.raises(SceneError, match="another simulator serves frames"):
            FrameServer(path, {"overhead": painter}).start()
        source = open_source(config(path))
        assert source.read(1) is not None
        source.close()


def test_a_path_that_cannot_be_a_socket_is_refused(painter: Painter, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path, message in (
        (tmp_path / "file", "is no socket"),
        (tmp_path / "none" / "frames.sock", "cannot be served"),
        (tmp_path / ("x" * 120), "too long"),
    ):
        with pytest.raises(SceneError, match=message):
            FrameServer(path, {"overhead": painter}).start()
