"""What is kept: matches as append-only events, and their exchange as record17."""

from referee.journal.backup import Restored, backup, keep_daily, restore
from referee.journal.errors import JournalError, JournalFullError, RecordError
from referee.journal.instant import Instant
from referee.journal.judge import JudgedDeal, Judgement, judge, judgement_fields, with_results
from referee.journal.majiang import to_majiang
from referee.journal.record_schema import check_record, load_record
from referee.journal.record_writer import from_record17, to_record17
from referee.journal.store import Journal, JournalReader, StoredMatch
from referee.journal.tenhou import to_tenhou
from referee.journal.writer import JournalWriter

__all__ = [
    "Instant",
    "Journal",
    "JournalError",
    "JournalFullError",
    "JournalReader",
    "JournalWriter",
    "JudgedDeal",
    "Judgement",
    "RecordError",
    "Restored",
    "StoredMatch",
    "backup",
    "check_record",
    "from_record17",
    "judge",
    "judgement_fields",
    "keep_daily",
    "load_record",
    "restore",
    "to_majiang",
    "to_record17",
    "to_tenhou",
    "with_results",
]
