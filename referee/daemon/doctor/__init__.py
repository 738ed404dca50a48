"""Examines what a table needs before a match: each area looks at facts, and judges them apart from that.

`examine` yields findings as they are made. A module to an area; what looks at cameras lies in modules beside theirs.
Nothing here moves a table, writes a setting, or ends because a running daemon has something open.
"""

from referee.daemon.doctor.examination import examine
from referee.daemon.doctor.finding import Finding, Level, stops

__all__ = ["Finding", "Level", "examine", "stops"]
