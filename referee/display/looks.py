"""How the pages look in a house: the theme, the colours of the seats; as a style sheet that every page loads."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Final

from referee.display.errors import DisplayError
from referee.game import Seat


@unique
class Theme(StrEnum):
    """What the pages look like as a whole; `?theme=` in an address shows another on that page."""

    FELT = "felt"
    DARK = "dark"
    CONTRAST = "contrast"


_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")
_INKS: Final = ("#ffffff", "#101010")
_THEMES: Final[Mapping[Theme, Mapping[str, str]]] = {
    Theme.FELT: {
        "felt-high": "#14605a",
        "felt": "#0c4443",
        "felt-low": "#052122",
        "felt-texture": 'url("/static/art/felt.svg")',
        "ink": "#f4f1e8",
        "ink-soft": "#b9c9c5",
        "ink-faint": "#87a09b",
        "panel": "rgba(6, 18, 24, 0.78)",
        "panel-high": "rgba(18, 36, 44, 0.92)",
        "line": "rgba(255, 255, 255, 0.12)",
        "line-strong": "rgba(255, 255, 255, 0.24)",
        "gold": "#ecc977",
        "gold-soft": "#a68a4c",
        "good": "#5fd39b",
        "warn": "#ffd166",
        "danger": "#ff6b6b",
    },
    Theme.DARK: {
        "felt-high": "#1d232b",
        "felt": "#12161c",
        "felt-low": "#090b0e",
        "felt-texture": "none",
        "ink": "#eef1f4",
        "ink-soft": "#b3bcc6",
        "ink-faint": "#8a95a1",
        "panel": "rgba(20, 24, 30, 0.92)",
        "panel-high": "rgba(32, 38, 46, 0.96)",
        "gold": "#e6c87f",
        "gold-soft": "#8f7a4a",
    },
    Theme.CONTRAST: {
        "felt-high": "#000000",
        "felt": "#000000",
        "felt-low": "#000000",
        "felt-texture": "none",
        "ink": "#ffffff",
        "ink-soft": "#ffffff",
        "ink-faint": "#d8d8d8",
        "panel": "#000000",
        "panel-high": "#141414",
        "line": "#8c8c8c",
        "line-strong": "#ffffff",
        "gold": "#ffe14d",
        "gold-soft": "#ffe14d",
        "good": "#5dff9e",
        "warn": "#ffe14d",
        "danger": "#ff8080",
    },
}


@dataclass(frozen=True, slots=True)
class Looks:
    """What a house chose. `seats`: colours as `#rrggbb`. Raises DisplayError for what is none, or the same twice."""

    theme: Theme = Theme.FELT
    seats: Mapping[Seat, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for seat, colour in self.seats.items():
            if not _COLOUR.fullmatch(colour):
                raise DisplayError(f"the colour of seat {seat}: expected #rrggbb, not {colour[:20]!r}")
        chosen = list(self.seats.values())
        if len({colour.lower() for colour in chosen}) != len(chosen):
            raise DisplayError("two seats have the same colour")


def house_css(looks: Looks) -> str:
    """The style sheet: every theme under its name, the house's own as the one that is there without a name."""
    rules = [_rule("html:root", _whole(looks.theme))]
    rules += [_rule(f'html:root[data-theme="{theme}"]', _whole(theme)) for theme in Theme]
    for seat, colour in looks.seats.items():
        rules.append(_rule("html:root", {f"seat-{seat.lower()}": colour}))
        rules.append(_rule(f'html [data-seat="{seat}"]', {"on-seat": ink_on(colour)}))
    return "/* What the house chose: its theme and the colours of its seats. */\n" + "".join(rules)


def ink_on(colour: str) -> str:
    """White or black, whichever reads better on a colour."""
    return max(_INKS, key=lambda ink: _ratio(ink, colour))


def _whole(theme: Theme) -> dict[str, str]:
    """All that a theme sets; what it does not say is as on felt."""
    return {**_THEMES[Theme.FELT], **_THEMES[theme]}


def _rule(selector: str, values: Mapping[str, str]) -> str:
    return f"{selector} {{ " + " ".join(f"--{name}: {value};" for name, value in values.items()) + " }\n"


def _ratio(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2.1, 1.4.3)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
