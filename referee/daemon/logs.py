"""Logs: structlog to stderr, JSON for the system journal, coloured lines on a terminal. Set up once, by a command."""

import logging
import os
import sys
from typing import Any

import structlog


def set_up_logs(*, quiet: bool = False) -> None:
    """Send the logs of this process to stderr. `quiet`: warnings and errors only."""
    terminal = sys.stderr.isatty()
    renderer: Any = (
        structlog.dev.ConsoleRenderer(colors="NO_COLOR" not in os.environ)
        if terminal
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
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )
    # libraries that log by the standard library stay silent unless something is wrong
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(name)s: %(message)s")
