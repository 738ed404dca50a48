"""What the documentation of the analysis rooms promises to those who import them."""

import doctest
import subprocess
import sys

import referee.analysis


def test_the_example_gives_what_it_says() -> None:
    failed, tried = doctest.testmod(referee.analysis)
    assert (failed, tried > 0) == (0, True)


def test_the_solver_is_loaded_without_the_game() -> None:
    """Hands are asked about far more often than deals: `junanaho solve` starts with the rules alone."""
    code = "import sys, referee.analysis.solver; print(*[name for name in sys.modules if name.startswith('referee.')])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout.split()
    assert "referee.analysis.solver" in loaded
    assert not {"referee.game", "referee.analysis.players", "referee.analysis.odds"} & set(loaded)
