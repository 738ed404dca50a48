"""Fixtures of all tests: nothing a test started may be left behind."""

import asyncio
import gc
import multiprocessing
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, settings

# How fast a machine makes examples says nothing about what is tested.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference cases beside the checkout; tests that need it are skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("the reference cases (../shared) are not here")
    return SHARED


@pytest.fixture(autouse=True)
def own_logging() -> Iterator[None]:
    """What a command that ran in this process wanted to hear of its log is not what the next test wants."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)


def _threads() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.is_alive()}


def _children() -> set[int]:
    own = os.getpid()
    try:
        text = Path(f"/proc/{own}/task/{own}/children").read_text()
    except OSError:
        return set()
    return {int(pid) for pid in text.split()}


def _descriptors() -> dict[int, str]:
    found = {}
    for entry in Path("/proc/self/fd").iterdir():
        try:
            found[int(entry.name)] = str(entry.readlink())
        except OSError:
            continue
    return found


# What Python and its libraries keep on purpose: the resource tracker, the null device, inotify, compiled caches.
_KEPT = ("/dev/null", "/dev/urandom", "/dev/pts/ptmx", "anon_inode:inotify")


@pytest.fixture(autouse=True)
def nothing_left_behind(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that leaves a thread, a process, a descriptor or an asyncio task behind.

    `@pytest.mark.usefixtures` is not needed; a test whose own library keeps a pool for the process (Playwright,
    onnxruntime) starts it in a session fixture, which is set up before this one looks.
    """
    threads, children, descriptors = _threads(), _children(), _descriptors()
    yield
    deadline = time.monotonic() + 3.0
    while True:
        left = _leftovers(threads, children, descriptors)
        if not left or time.monotonic() > deadline:
            break
        time.sleep(0.02)
        gc.collect()
    assert not left, f"{request.node.name} left behind: {left}"


def _leftovers(threads: set[threading.Thread], children: set[int], descriptors: dict[int, str]) -> list[str]:
    left = [f"thread {thread.name}" for thread in _threads() - threads]
    left += [f"process {pid}" for pid in _children() - children if not _is_tracker(pid)]
    for number, target in _descriptors().items():
        new = number not in descriptors or descriptors[number] != target
        if new and not target.startswith(_KEPT) and ".so" not in target and not _tracker_pipe(number):
            left.append(f"descriptor {number} {target}")
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return left
    return left + [f"task {task.get_name()}" for task in asyncio.all_tasks(loop)]


def _is_tracker(pid: int) -> bool:
    tracker = getattr(multiprocessing, "resource_tracker", None)
    known = getattr(getattr(tracker, "_resource_tracker", None), "_pid", None)
    return pid == known


def _tracker_pipe(number: int) -> bool:
    tracker = getattr(multiprocessing, "resource_tracker", None)
    return number == getattr(getattr(tracker, "_resource_tracker", None), "_fd", None)
