"""The time-outs of the link, all in one place; PROTOCOL.md prints this table. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinkTimings:
    """Every wait of the protocol, in seconds of real time, and every limit."""

    heartbeat_s: float = 0.1
    """Pause between two heartbeats, each way."""
    host_patience_s: float = 0.8
    """No valid frame for so long: the host says LOST (with reading and reporting, within 1 s)."""
    controller_patience_s: float = 1.0
    """No valid frame for so long: the controller stops its motors."""
    hello_retry_s: float = 0.25
    hello_limit_s: float = 3.0
    """HELLO is repeated so long; then the port is closed and opened again later."""
    resend_first_s: float = 0.2
    """Time-out of a frame before any round trip was measured."""
    resend_min_s: float = 0.02
    resend_max_s: float = 0.4
    resend_limit: int = 10
    """A frame is sent again at most so often; then the link is LOST."""
    estop_repeat_s: float = 0.04
    """An emergency stop is sent again after this time until its reply comes."""
    noisy_share: float = 0.1
    noisy_after_frames: int = 100
    """With more than this share of bad frames or of resends in a minute, after so many good frames in all, the line
    counts as noisy."""


DEFAULT_TIMINGS = LinkTimings()
