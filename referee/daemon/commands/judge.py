"""`junanaho judge`: replays record17 files, gives every verdict, and says where their results differ from the rules."""

import json as json_text
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.daemon.exit_status import ExitStatus

if TYPE_CHECKING:
    from referee.journal import Judgement


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("judge", epilog="Example: junanaho judge match.json --write judged.json")(judge_records)


def judge_records(
    records: Annotated[list[Path], typer.Argument(metavar="RECORD.json...", help="One or more record17 files.")],
    write: Annotated[
        Path | None,
        typer.Option("--write", metavar="OUT", help="Write the record with its results; a folder for several records."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON, one object per record.")] = False,
) -> int:
    """Replay record17 files and check their results; a record without results gets them with --write."""
    from referee.daemon.console import print_json
    from referee.journal import judgement_fields, load_record, with_results

    several = len(records) > 1
    _check_target(write, records)
    all_ok = True
    for path in records:
        document = load_record(path)
        judgement = _judged(document, path)
        all_ok = all_ok and judgement.ok
        if json:
            print_json({"record": str(path), **judgement_fields(judgement)})
        else:
            _print_for_people(path, judgement)
        if write is not None:
            _write(write / path.name if several else write, with_results(document, judgement))
    return ExitStatus.DONE if all_ok else ExitStatus.NO


def _judged(document: object, path: Path) -> "Judgement":
    from referee.journal import RecordError, judge

    try:
        return judge(document)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from error


def _check_target(write: Path | None, records: list[Path]) -> None:
    from referee.journal import RecordError

    if write is None:
        return
    if len(records) > 1 and not write.is_dir():
        raise RecordError(f"--write {write}: several records need a folder that exists")
    names = {path.name for path in records}
    if len(names) < len(records):
        raise RecordError(f"--write {write}: two of the records have the same file name")
    if len(records) == 1 and write.is_dir():
        raise RecordError(f"--write {write}: expected a file, and this is a folder")


def _write(path: Path, document: dict[str, Any]) -> None:
    """Write beside the place and move there whole: a record is never half written."""
    from referee.journal import RecordError

    fresh = path.with_name(path.name + ".new")
    try:
        fresh.write_text(json_text.dumps(document, ensure_ascii=False) + "\n", encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        raise RecordError(f"--write {path}: {error.strerror}") from error


def _print_for_people(path: Path, judgement: "Judgement") -> None:
    from rich.table import Table

    from referee.daemon.console import people

    console = people()
    console.print(f"{path}: {'agrees with the rules' if judgement.ok else 'differs from the rules'}", style="bold")
    table = Table("deal", "event", "seat", "verdict", "why", box=None, pad_edge=False)
    for deal in judgement.deals:
        for decision in deal.decisions:
            table.add_row(
                str(deal.no),
                str(decision["seq"]),
                decision["seat"] or "",
                decision["verdict"],
                _why(decision),
            )
        table.add_row(str(deal.no), "", "", _outcome(deal.result), _payments(deal.result), style="bold")
    if judgement.deals:
        console.print(table)
    for deal in judgement.deals:
        for difference in deal.differences:
            console.print(f"deal {deal.no}: {_difference(difference)}")
    for difference in judgement.differences:
        console.print(_difference(difference))
    points = ", ".join(f"{seat} {amount}" for seat, amount in judgement.final["points"].items())
    console.print(f"points {points}; pot {judgement.final['pot']}")


def _why(decision: dict[str, Any]) -> str:
    facts = decision["facts"]
    parts = [reason.replace("_", " ") for reason in decision["reasons"]]
    if "wait" in facts and "discarder" in facts:
        parts.append(f"{facts['wait']}, {facts['discarder']}'s discard {facts['n']} (event {facts['event']})")
    if facts.get("han") is not None:
        parts.append(f"{facts['han']} han {facts['fu']} fu")
    elif facts.get("yakuman"):
        parts.append("yakuman" if facts["yakuman"] == 1 else f"{facts['yakuman']} yakuman")
    return "; ".join(parts)


def _outcome(result: dict[str, Any] | None) -> str:
    return "no end" if result is None else str(result["type"])


def _payments(result: dict[str, Any] | None) -> str:
    if result is None or "delta" not in result:
        return ""
    return ", ".join(f"{seat} {amount:+}" for seat, amount in result["delta"].items())


def _difference(difference: dict[str, Any]) -> str:
    if "stated" not in difference:
        return str(difference["text"])
    line = f"{difference['where']} is {difference['stated']}, by the rules {difference['judged']}"
    return f"{line} ({difference['text']})" if "text" in difference else line
