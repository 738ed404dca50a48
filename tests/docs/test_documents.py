"""What the documents say can be done: every command is one that the program takes, every file and address is there."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from referee.daemon.cli import build_app, run
from referee.display.server import create_app
from referee.display.tokens import Tokens
from tests.referee.display.fake_desk import FakeDesk

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "models" / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMAND = re.compile(r"(?:^\$ |^|`|sudo -u junanaho )(junanaho [a-z][^`\n]*)", re.MULTILINE)
PLACEHOLDERS = ("COMMAND", "...")
MADE_LATER = "models/training/"
"""What a training makes for itself; no checkout has it."""

RUN = ("score", "waits", "rules")
"""Commands that need nothing but what the document says: they are carried out."""


def commands(path: Path) -> Iterator[str]:
    """Every command line of a document; one that is broken over two lines of a paragraph is put together."""
    text = re.sub(r"(`[^`\n]*)\n\s*([^`\n]*`)", r"\1 \2", path.read_text(encoding="utf-8"))
    for found in COMMAND.finditer(text):
        line = found.group(1).split("#")[0].split(" > ")[0].split(" &&")[0].split("   ")[0].strip()
        if not any(word in line for word in PLACEHOLDERS) and not line.endswith("|"):
            yield line


ALL = [(path.relative_to(ROOT).as_posix(), line) for path in DOCUMENTS for line in dict.fromkeys(commands(path))]


def test_the_documents_have_commands() -> None:
    assert len(ALL) > 40


@pytest.mark.parametrize(("document", "line"), ALL, ids=[f"{path}: {line[:60]}" for path, line in ALL])
def test_a_command_of_a_document_is_one(document: str, line: str) -> None:
    arguments = shlex.split(line.replace("'junanaho", "junanaho"))[1:]
    command: Any = typer.main.get_command(build_app())
    while hasattr(command, "commands") and arguments:
        assert arguments[0] in command.commands, (document, line)
        command, arguments = command.commands[arguments[0]], arguments[1:]
    options = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
    named = {word.split("=")[0] for word in arguments if re.fullmatch(r"--[a-z][\w-]*(=.*)?", word)}
    assert named <= options, (document, named - options)
    takes = sum(parameter.param_type_name == "argument" for parameter in command.params)
    assert takes or not [word for word in arguments[:1] if not word.startswith("-")], document


NEEDS_NOTHING = [line for _, line in ALL if line.split()[1] in RUN and not re.search("FILE|PRESET|[.]yaml", line)]


@pytest.mark.parametrize("line", NEEDS_NOTHING)
def test_what_needs_nothing_is_carried_out(line: str, capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    arguments = shlex.split(line)[1:]
    if len(arguments) > 1:
        assert run(arguments) in (0, 1)
        assert capsys.readouterr().out


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)\)", path.read_text(encoding="utf-8")):
        if not target.startswith(("http://", "https://")):
            assert (path.parent / target).exists(), target


def test_every_file_that_is_named_is_there() -> None:
    named = re.compile(r"`((?:referee|drivers|vision|models|config|systemd|tests|docs)/[\w./{},-]+)`")
    for path in DOCUMENTS:
        for target in named.findall(path.read_text(encoding="utf-8")):
            places = [target] if "{" not in target else _spread(target)
            if target.startswith(MADE_LATER):
                continue
            assert all((ROOT / place).exists() for place in places), (path.name, target)


def test_every_address_is_served() -> None:
    described = create_app(FakeDesk(), Tokens({})).openapi()["paths"]
    served = [re.sub(r"\{[^}]*\}", "[^/?]+", address) for address in described] + ["/ws"]
    for path in DOCUMENTS:
        for address in re.findall(r"(?:GET|POST) (/[\w/:.-]*\w)", path.read_text(encoding="utf-8")):
            assert any(re.fullmatch(pattern, address) for pattern in served), (path.name, address)


def _spread(target: str) -> list[str]:
    before, inner, after = re.fullmatch(r"([^{]*)\{([^}]*)\}(.*)", target).groups()  # type: ignore[union-attr]
    return [f"{before}{one}{after}" for one in inner.split(",")]
