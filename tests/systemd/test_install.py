"""The installer, into a root of its own: what it puts where, that it runs, and that an upgrade keeps what is there."""

import os
import shutil
import stat
import subprocess
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INSTALL = ROOT / "systemd" / "install.sh"

LOOK = """
import referee
from referee.display.page_files import load_pages
from vision.model_file import read_card, shipped_model_path
read_card(shipped_model_path())
assert "fonts/sans-ja-bold.woff2" in load_pages()
print(referee.__file__)
"""

pytestmark = pytest.mark.skipif(shutil.which("install") is None, reason="needs coreutils")


def install(root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Without a network: the packages that it needs are those of the tests."""
    environment = {
        **os.environ,
        "PYTHONPATH": sysconfig.get_paths()["purelib"],
        "JUNANAHO_PIP": "--no-deps --no-build-isolation --no-index",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = ["sh", str(INSTALL), "--root", str(root), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("root")
    done = install(root, "--hall")
    assert done.returncode == 0, done.stderr
    return root


def test_everything_lies_where_systemd_and_udev_look(root: Path) -> None:
    for path in (
        "etc/systemd/system/junanaho.service",
        "etc/systemd/system/junanaho-hall.service",
        "etc/sysusers.d/junanaho.conf",
        "etc/tmpfiles.d/junanaho.conf",
        "etc/udev/rules.d/70-junanaho-table.rules",
    ):
        assert (root / path).is_file(), path
    configuration = root / "etc/junanaho/table.yaml"
    assert stat.S_IMODE(configuration.stat().st_mode) == 0o640
    assert "store: /var/lib/junanaho/journal.sqlite" in configuration.read_text()
    assert (root / "opt/junanaho/bin/junanaho").is_file()


def test_what_was_installed_runs_from_the_package_alone(root: Path, tmp_path: Path) -> None:
    """Rules, models, pages and fonts are in it: the checkout is not needed."""
    environment = {**os.environ, "PYTHONPATH": sysconfig.get_paths()["purelib"]}
    program = str(root / "opt/junanaho/bin/junanaho")
    for arguments, words in (
        (["score", "234m567p3467888s", "5s", "--indicators", "4p"], "han"),
        (["rules", "list"], "kaiji"),
    ):
        done = subprocess.run(
            [program, *arguments], capture_output=True, text=True, check=False, env=environment, cwd=tmp_path
        )
        assert done.returncode == 0, done.stderr
        assert words in done.stdout
    done = subprocess.run(
        [str(root / "opt/junanaho/bin/python"), "-c", LOOK],
        capture_output=True, text=True, check=False, env=environment, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert str(root) in done.stdout


def test_an_upgrade_keeps_the_configuration(root: Path) -> None:
    configuration = root / "etc/junanaho/table.yaml"
    configuration.write_text("venue: My parlour\n")
    done = install(root)
    assert done.returncode == 0, done.stderr
    assert configuration.read_text() == "venue: My parlour\n"
    configuration.write_text("venue: [\n")
    done = install(root)
    assert done.returncode != 0
    assert "table.yaml" in done.stdout + done.stderr
    assert configuration.read_text() == "venue: [\n"


@pytest.mark.parametrize("options", [("--rot", "x"), ("--root",)])
def test_a_wrong_option_is_told(options: tuple[str, ...]) -> None:
    done = subprocess.run(["sh", str(INSTALL), *options], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert options[0] in done.stderr
