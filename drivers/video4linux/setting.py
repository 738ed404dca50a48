"""Something that a camera sets by itself or has been told: focus, exposure, white balance. Plain values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Setting:
    """`automatic`: whether the camera changes it by itself; `value` as read back, in the camera's own units."""

    automatic: bool
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What was read back; None for what a camera does not let anybody set.

    `slows_in_the_dark`: automatic exposure may take longer than a frame, so that fewer come.
    """

    focus: Setting | None = None
    exposure: Setting | None = None
    white_balance: Setting | None = None
    slows_in_the_dark: bool = False
