"""Logs: structlog to stderr, JSON for the system journal, coloured lines on a terminal. Set up once, by a command."""

import contextlib
import logging
import os
import sys
from typing import Any

import structlog


class StderrLogger:
    """Writes to whatever stderr is at that moment.

    A line that cannot be written is lost: a full disk or a terminal that went away must end no thread that logs.
    """

    def msg(self, message: str) -> None:
        """Write one line."""
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(message + "\n")
            sys.stderr.flush()

    log = debug = info = warning = warn = error = err = critical = fatal = exception = failure = msg


def set_up_logs(*, quiet: bool = False) -> None:
    """Send the logs of this process to stderr. `quiet`: warnings and errors only.

    Libraries that log by the standard library stay as Python leaves them: warnings and worse, to stderr.
    """
    renderer: Any = (
        structlog.dev.ConsoleRenderer(colors="NO_COLOR" not in os.environ)
        if sys.stderr.isatty()
        else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING if quiet else logging.INFO),
        logger_factory=lambda *_: StderrLogger(),
        cache_logger_on_first_use=False,
    )
