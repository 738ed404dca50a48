"""Test a board: `python -m drivers.firmware.check PORT [--moves]`. PORT is a path or tcp://host:port.

A line for each test; exit status 0 if all are good, 1 if one is not, 2 for a port that cannot be used. Without --moves
nothing moves; the emergency stop that is tested leaves the board in ESTOP.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence

from drivers.firmware.board_check import BoardCheck
from drivers.firmware.checks import CHECKS
from drivers.firmware.probe import Probe, Wrong
from drivers.link.errors import LinkError
from drivers.link.named_port import port_named
from drivers.link.transport import Port


def carry_out(port: Port, checks: Iterable[BoardCheck]) -> Iterator[tuple[BoardCheck, str]]:
    """Each test with what was wrong, an empty text if nothing was. Raises LinkError if the port fails."""
    transport = port.open()
    try:
        for check in checks:
            try:
                check.carry_out(Probe(transport))
            except Wrong as error:
                yield check, str(error)
            else:
                yield check, ""
    finally:
        transport.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Test a board and return the exit status."""
    parser = argparse.ArgumentParser(prog="drivers.firmware.check", description="Test a controller board.")
    parser.add_argument("port", help="a path, such as /dev/serial/by-id/..., or tcp://host:port")
    parser.add_argument("--moves", action="store_true", help="also what moves the table: keep hands off it")
    options = parser.parse_args(arguments)
    wrong = 0
    try:
        for check, why in carry_out(port_named(options.port), [c for c in CHECKS if options.moves or not c.moves]):
            wrong += bool(why)
            sys.stdout.write(f"{check.name:16s} {f'WRONG: {why}' if why else 'good'}\n")
            sys.stdout.flush()
    except LinkError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
