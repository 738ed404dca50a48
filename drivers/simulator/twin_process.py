"""The twin as a process of its own: `python -m drivers.simulator.twin_process`, and `TwinProcess` that starts it.

The process prints one JSON line, `{"port": ..., "control": ...}`, and runs until it is told to end (SIGTERM, SIGINT) or
until its parent is gone.
"""

import argparse
import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from drivers.simulator.child_process import ChildProcess, greet, is_orphan, remove_orphaned_folder, told_by_signals
from drivers.simulator.fault_script import load_fault_script
from drivers.simulator.tiles_in_table import ONE_RED_EACH
from drivers.simulator.twin_config import TwinConfig
from drivers.simulator.twin_runner import TwinRunner
from referee.tiles.errors import InputError

_START_S: Final = 20.0


class TwinProcess(ChildProcess):
    """A running twin. `port` is the path to open as a serial port, `control` the path for `TwinControl`.

    Raises InputError if the twin cannot be started.
    """

    what = "twin"

    def __init__(self, config: TwinConfig, link: Path | None = None, script: Path | None = None) -> None:
        super().__init__()
        self.control = str(self.folder / "control")
        # a port that is unplugged comes back under the same name
        arguments = [*arguments_of(config), "--control", self.control, "--link", str(link or self.folder / "table")]
        if script is not None:
            arguments += ["--script", str(script.resolve())]
        self.port: str = self.start("drivers.simulator.twin_process", arguments, _START_S)["port"]


def arguments_of(config: TwinConfig) -> list[str]:
    """The command line of `main` for a configuration; its timings are always the default ones."""
    arguments = ["--speed", repr(config.speed), "--seed", str(config.seed), "--unit", config.unit_id]
    for suit, count in config.red_fives.items():
        arguments += ["--red-fives", f"{suit}{count}"]
    flags = {"--stacked": config.stacked_at_start, "--degraded": config.degraded, "--lower": config.lower_others}
    return arguments + [flag for flag, given in flags.items() if given]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a twin until it is told to end. Returns the exit status: 0, or 2 for bad arguments."""
    options = _parser().parse_args(arguments)
    try:
        config = TwinConfig(
            seed=options.seed,
            speed=options.speed,
            unit_id=options.unit,
            red_fives=_red_fives(options.red_fives),
            stacked_at_start=options.stacked,
            degraded=options.degraded,
            lower_others=options.lower,
        )
        script = None if options.script is None else load_fault_script(options.script)
        runner = TwinRunner(config, options.link, options.control, script, options.tcp)
    except InputError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    greet(port=runner.port, control=str(options.control or ""))
    run_until_told(runner, options.parent)
    if options.control is not None:
        remove_orphaned_folder(options.parent, options.control)
    return 0


def run_until_told(runner: TwinRunner, parent: int | None = None) -> None:
    """Run until SIGTERM or SIGINT, or until the process `parent` is no longer our parent; then close."""
    with told_by_signals(runner.stop):
        try:
            runner.run(lambda: is_orphan(parent))
        finally:
            runner.close()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="twin_process", description="A simulated table behind a pseudo-terminal.")
    parser.add_argument("--speed", type=float, default=1.0, help="how many times as fast as real time")
    parser.add_argument("--seed", type=int, default=1, help="decides tiles, dice and the pace of stacking")
    parser.add_argument("--unit", default="twin-1", help="the unit id that HELLO is answered with")
    parser.add_argument("--red-fives", action="append", default=[], metavar="m1", help="red fives of a suit")
    parser.add_argument("--stacked", action="store_true", help="the second set stands stacked from the start")
    parser.add_argument("--degraded", action="store_true", help="go on without a position sensor, with a warning")
    parser.add_argument("--lower", action="store_true", help="let the other lifts down when one does not come up")
    parser.add_argument("--script", type=Path, help="a fault script: what happens, and when")
    parser.add_argument("--link", type=Path, help="a path that points to the port, as a stable name would")
    parser.add_argument("--tcp", type=int, metavar="PORT", help="offer the port over TCP on this machine, 0 for any")
    parser.add_argument("--control", type=Path, help="where to make the control socket")
    parser.add_argument("--parent", type=int, help="end when this process is no longer the parent")
    return parser


def _red_fives(words: Sequence[str]) -> dict[str, int]:
    if not words:
        return dict(ONE_RED_EACH)
    counts = {}
    for word in words:
        if len(word) != 2 or word[0] not in "mps" or word[1] not in "01234":
            raise InputError(f"red fives '{word}': expected a suit and a number, such as m1, p2 or s0")
        counts[word[0]] = int(word[1])
    return counts


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        sys.exit(main())
