"""`junanaho judge`: replays record17 files, gives every verdict, and says where their results differ from the rules."""

import json as json_text
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.daemon.commands.language_option import DEFAULT_LANGUAGE, LanguageOption, speaker_of
from referee.daemon.exit_status import ExitStatus

if TYPE_CHECKING:
    from referee.display.texts import Speaker
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
    lang: LanguageOption = "",
) -> int:
    """Replay record17 files and check their results; a record without results gets them with --write."""
    from referee.daemon.console import print_json
    from referee.journal import load_record, with_results

    speaker = speaker_of(lang or DEFAULT_LANGUAGE)
    several = len(records) > 1
    _check_target(write, records)
    all_ok = True
    for path in records:
        document = load_record(path)
        judgement = _judged(document, path)
        all_ok = all_ok and judgement.ok
        if json:
            print_json({"record": str(path), **_fields(judgement, speaker if lang else None)})
        else:
            _print_for_people(path, judgement, speaker)
        if write is not None:
            _write(write / path.name if several else write, with_results(document, judgement))
    return ExitStatus.DONE if all_ok else ExitStatus.NO


def _fields(judgement: "Judgement", speaker: "Speaker | None") -> dict[str, Any]:
    """The judgement for programs; with a language each decision also has its `text`."""
    from referee.daemon.deal_words import decision_words
    from referee.journal import judgement_fields

    fields = judgement_fields(judgement)
    if speaker is not None:
        for deal in fields["deals"]:
            deal["decisions"] = [{**one, "text": decision_words(one, speaker)} for one in deal["decisions"]]
    return fields


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
    """Write a record, never half of it."""
    from referee.journal import RecordError
    from referee.whole_file import write_whole

    try:
        write_whole(path, (json_text.dumps(document, ensure_ascii=False) + "\n").encode())
    except OSError as error:
        raise RecordError(f"--write {path}: {error.strerror}") from error


def _print_for_people(path: Path, judgement: "Judgement", speaker: "Speaker") -> None:
    from referee.daemon.console import people
    from referee.daemon.deal_words import deal_name, decision_lines, sheet_lines

    console = people()
    verdict = speaker.text("judge.agrees" if judgement.ok else "judge.differs")
    console.print(f"{path}: {verdict}", style="bold")
    played = {deal.no: deal for deal in judgement.match.deals}
    for judged in judgement.deals:
        deal = played.get(judged.no)
        title = str(judged.no) if deal is None else f"{judged.no}. {deal_name(deal.label, speaker)}"
        console.print(title, style="bold")
        for line in decision_lines(judged.decisions, speaker):
            console.print(line)
        lines = [f"  {speaker.text('judge.no_end')}"] if deal is None else sheet_lines(judgement.match, deal, speaker)
        for line in lines:
            console.print(line)
        for difference in judged.differences:
            console.print(f"  {_difference(difference, speaker)}", style="bold red")
    for difference in judgement.differences:
        console.print(_difference(difference, speaker), style="bold red")
    points = [f"{seat} {speaker.word('points', amount)}" for seat, amount in judgement.final["points"].items()]
    console.print(speaker.text("judge.points", {"points": points, "pot": judgement.final["pot"]}))


def _difference(difference: dict[str, Any], speaker: "Speaker") -> str:
    if "stated" not in difference:
        return str(difference["text"])
    shown = {name: str(difference[name]) for name in ("where", "stated", "judged")}
    line = speaker.text("judge.stated", shown)
    return f"{line} ({difference['text']})" if "text" in difference else line
