"""All tests of a board in their order: PROTOCOL.md prints this table, `drivers.firmware.check` carries it out."""

from typing import Final

from drivers.firmware.board_check import BoardCheck
from drivers.firmware.line_checks import LINE_CHECKS
from drivers.firmware.table_checks import TABLE_CHECKS

CHECKS: Final[tuple[BoardCheck, ...]] = LINE_CHECKS + TABLE_CHECKS
