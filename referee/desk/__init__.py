"""Where observations and commands become events: quarantine, cross-checks, confirm and correct."""

from referee.desk.desk import Desk
from referee.desk.settings import DeskSettings
from referee.desk.thread import DeskThread
from referee.desk.tools import DeskTools

__all__ = ["Desk", "DeskSettings", "DeskThread", "DeskTools"]
