"""Who else is on a port, and who meddles with ports."""

import subprocess
import sys
from pathlib import Path

from drivers.link.port_holders import meddlers, programs_on
from drivers.link.pseudo_terminal import PseudoTerminal
from tests.waiting import wait_until


def test_another_program_on_the_device_is_named_and_ourselves_are_not(tmp_path: Path) -> None:
    terminal = PseudoTerminal()
    link = tmp_path / "usb-table"
    terminal.publish(link)
    assert programs_on(str(link)) == ()
    script = "import sys; line = open(sys.argv[1], 'rb', buffering=0); print('open', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", script, terminal.path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        (told,) = programs_on(str(link))
        assert told.endswith(f"(process {other.pid})")
        other.kill()
    assert programs_on(str(link)) == ()
    terminal.close()


def test_a_program_is_known_by_its_name(tmp_path: Path) -> None:
    program = tmp_path / "ModemManager"
    program.symlink_to("/bin/sleep")
    with subprocess.Popen([str(program), "60"]) as other:
        wait_until(lambda: _name_of(other.pid) == program.name)  # named a moment after Popen comes back
        assert f"ModemManager (process {other.pid})" in meddlers()
        other.kill()


def _name_of(process: int) -> str:
    return Path(f"/proc/{process}/comm").read_text(encoding="utf-8").strip()
