"""The command `junanaho`: puts the commands together and turns what goes wrong into one line and an exit status.

Each command is a module in `referee.daemon.commands` with a function `register(app)`. Those modules import what they
run with inside their command functions, so that help and the quick commands start at once. Runs in the main thread.
"""

import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, NoReturn

import typer

from referee import __version__
from referee.daemon.exit_status import ExitStatus
from referee.tiles.errors import InputError

COMMANDS: Final[tuple[str, ...]] = (
    "run",
    "score",
    "waits",
    "solve",
    "build",
    "odds",
    "rules",
    "see",
    "calibrate",
    "simulate",
    "study",
    "config",
    "doctor",
    "tokens",
    "bundle",
    "judge",
    "export",
    "matches",
    "backup",
    "capture",
    "train",
    "twin",
    "faults",
)
"""The modules of `referee.daemon.commands`, in the order in which help lists them."""


def build_app() -> typer.Typer:
    """The whole command line."""
    app = typer.Typer(
        name="junanaho",
        help="Controller and referee of an automatic mahjong table for 17-step mahjong.",
        epilog="Example: junanaho score 234m567p3467888s 5s --indicators 4p",
        no_args_is_help=False,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(_options)
    for name in COMMANDS:
        importlib.import_module(f"referee.daemon.commands.{name}").register(app)
    return app


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status; what goes wrong is one line on stderr."""
    try:
        result = build_app()(args=list(arguments) or ["--help"], prog_name="junanaho", standalone_mode=False)
        sys.stdout.flush()
    except InputError as error:
        return _complain(str(error))
    except BrokenPipeError:
        _drop_stdout()
        return ExitStatus.DONE
    except OSError as error:
        _drop_stdout()  # what could not be written would fail a second time when the interpreter leaves
        return _complain(f"{error.filename or 'the output'}: {error.strerror or error}")
    except (KeyboardInterrupt, typer.Abort):
        return ExitStatus.INTERRUPTED
    except Exception as error:
        # Usage errors come as exceptions of typer or, in its older versions, of click; both can say what is wrong.
        words = getattr(error, "format_message", None)
        if words is None:
            raise
        return _complain(words())
    return result if isinstance(result, int) else ExitStatus.DONE


def main() -> NoReturn:
    """The entry point of `junanaho` and of `python -m referee`."""
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # marks such as ◎ are part of the output, whatever the locale's encoding is
            stream.reconfigure(encoding="utf-8", errors="replace")
    sys.exit(run(sys.argv[1:]))


def _print_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"junanaho {__version__}\n")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """What stands before the command."""


def _complain(message: str) -> int:
    sys.stderr.write(f"junanaho: {' '.join(message.split())}\n")
    return ExitStatus.BAD_INPUT


def _open_closed_streams() -> None:
    """A stream that the caller closed (`>&-`) is None in Python: nothing is read from it, nothing comes of writing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - as long as we run


def _drop_stdout() -> None:
    """The reader went away (`| head`): keep the interpreter from complaining about it again when it leaves."""
    with contextlib.suppress(OSError, ValueError):  # a captured stdout has no descriptor and is in nobody's way
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
