"""Why a person is asked to look at the desk. Pure."""

from typing import Final

from referee.desk.allowed import hands_to_show
from referee.desk.camera_watch import SWAPPED
from referee.desk.state import TableStatus, WallCheck
from referee.game import Match, Phase

TABLE_LOST: Final = "table_lost"
"""Kind of the pause because the table cannot be reached, and so the reason."""


def reason_for_attention(
    match: Match,
    table: TableStatus,
    *,
    held: bool,
    called: bool,
    doubt: WallCheck = WallCheck.NONE,
    cameras: str = "",
    line_lost: bool = False,
) -> str:
    """The text code of the most urgent reason, or an empty text.

    `held`: waiting for a person after a restart. `called`: a player asked for the referee. `doubt`: what is wrong with
    the walls that the table has raised for this deal. `cameras`: why a person is to look at the cameras.
    `line_lost`: the line to the table was lost, and no person has said since that play goes on.
    """
    deal = match.deal
    if held:
        return "restarted"
    if match.setup is None or match.ended:
        return ""
    if table.blocked:
        return "table_fault"
    if cameras == SWAPPED:
        return SWAPPED
    if deal is not None and deal.paused:
        return TABLE_LOST if table.trouble and not table.link_up else "paused"
    if line_lost:
        return TABLE_LOST
    if deal is not None and deal.phase is Phase.REFUSED:
        return "ruling_needed"
    if deal is not None and deal.phase is Phase.CALLED:
        return "hand_needed"
    if deal is not None and hands_to_show(match.rules, deal):
        return "hands_to_show"
    if doubt not in (WallCheck.NONE, WallCheck.COMPLETE):
        return f"walls_{doubt}"
    return "called" if called else cameras
