"""The pages keep to what Chrome 103 knows, OBS's browser: style sheets and scripts are parsed, and compared with lists.

`chrome_103.json` is written by `scripts/chrome_103.py`. Every page is held to it, not only the overlays, since they
share their parts.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import esprima
import pytest
import tinycss2
from tinycss2.ast import AtKeywordToken, DimensionToken, FunctionBlock, IdentToken, LiteralToken, Node, ParenthesesBlock

from referee.display.looks import Looks, Theme, house_css

ROOT = Path(__file__).parents[3]
PAGES = ROOT / "referee" / "display" / "pages"
STYLES = sorted([*PAGES.rglob("*.css"), *(ROOT / "docs").rglob("*.css")])
SCRIPTS = sorted(PAGES.rglob("*.js"))
KNOWN: dict[str, Any] = json.loads((Path(__file__).parent / "chrome_103.json").read_text(encoding="utf-8"))

NEWER_UNITS = {"dvh", "dvw", "svh", "svw", "lvh", "lvw", "cqw", "cqh", "cqi", "cqb", "lh", "rlh", "cap", "rcap", "ic"}


def newer_in_style(text: str) -> set[str]:
    """What a style sheet uses that Chrome 103 does not know."""
    return set(_of_rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)))


def _of_rules(rules: Iterable[Node]) -> Iterator[str]:
    for rule in rules:
        if rule.type == "error":
            yield f"{rule.source_line}: {rule.message}"
        elif rule.type == "qualified-rule":
            yield from _of_selector(rule.prelude)
            yield from _of_block(rule.content)
        elif rule.type == "at-rule":
            yield from _of_at_rule(rule)


def _of_at_rule(rule: Node) -> Iterator[str]:
    name = rule.lower_at_keyword
    if name not in KNOWN["at_rules"]:
        yield f"@{name}"
    elif name == "media":
        yield from _of_media(rule.prelude)
    if rule.content is None:
        return
    if name in ("media", "supports", "layer"):
        yield from _of_rules(tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True))
    elif name == "keyframes":
        for frame in tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True):
            yield from _of_block(frame.content)


def _of_media(tokens: Iterable[Node]) -> Iterator[str]:
    for token in tokens:
        if isinstance(token, ParenthesesBlock):
            if any(isinstance(part, LiteralToken) and part.value in "<>=" for part in token.content):
                yield "a range in @media"
            first = next((part for part in token.content if isinstance(part, IdentToken)), None)
            plain = first.lower_value.removeprefix("min-").removeprefix("max-") if first is not None else ""
            if plain not in KNOWN["media_features"]:
                yield f"@media ({plain})"


def _of_selector(tokens: Iterable[Node]) -> Iterator[str]:
    after_colon = False
    for token in tokens:
        if after_colon and isinstance(token, IdentToken | FunctionBlock):
            name = token.lower_value if isinstance(token, IdentToken) else token.lower_name
            if name not in KNOWN["selectors"] and not name.startswith("-webkit-"):
                yield f":{name}"
        if isinstance(token, FunctionBlock):
            yield from _of_selector(token.arguments)
        if isinstance(token, LiteralToken) and token.value == "&":
            yield "nesting"
        after_colon = isinstance(token, LiteralToken) and token.value == ":"


def _of_block(tokens: Iterable[Node]) -> Iterator[str]:
    for entry in tinycss2.parse_blocks_contents(tokens, skip_comments=True, skip_whitespace=True):
        if entry.type in ("qualified-rule", "at-rule"):
            yield "nesting"
        elif entry.type == "error":
            yield f"{entry.source_line}: {entry.message}"
        else:
            name = entry.lower_name
            own = name.startswith(("--", "-webkit-"))
            if not own and name not in KNOWN["properties"]:
                yield f"{name}:"
            yield from _of_value(name, entry.value)


def _of_value(name: str, tokens: Iterable[Node]) -> Iterator[str]:
    newer = KNOWN["newer_values"].get(name, ())
    for token in tokens:
        if isinstance(token, IdentToken) and token.lower_value in newer:
            yield f"{name}: {token.lower_value}"
        elif isinstance(token, DimensionToken) and token.lower_unit in NEWER_UNITS:
            yield f"{name}: {token.representation}{token.unit}"
        elif isinstance(token, AtKeywordToken):
            yield f"{name}: @{token.value}"
        elif isinstance(token, FunctionBlock):
            if token.lower_name in KNOWN["newer_functions"]:
                yield f"{token.lower_name}()"
            yield from _of_value(name, token.arguments)


def newer_in_script(text: str) -> set[str]:
    """What a script uses that came after Chrome 103: names of the browser's own, and grammar."""
    return set(_of_node(esprima.toDict(esprima.parseModule(text))))


def _of_node(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        for item in node:
            yield from _of_node(item)
    if not isinstance(node, dict):
        return
    kind = node.get("type")
    if kind == "CallExpression" and node["callee"]["type"] == "MemberExpression":
        # only what is called: a view's facts have names of their own, and so have the methods of our elements
        called = node["callee"]
        if not called["computed"] and called["object"]["type"] not in ("ThisExpression", "Super"):
            yield from _named(called["property"].get("name"))
    elif kind == "NewExpression":
        yield from _named(node["callee"].get("name"))
    elif kind == "Literal" and "v" in (node.get("regex") or {}).get("flags", ""):
        yield "a regular expression with v"
    elif kind in ("ImportDeclaration", "ExportNamedDeclaration", "ExportAllDeclaration") and node.get("attributes"):
        yield "import attributes"
    elif kind == "VariableDeclaration" and node["kind"] not in ("const", "let", "var"):
        yield f"{node['kind']} declarations"
    for name, value in node.items():
        if name not in ("type", "regex"):
            yield from _of_node(value)


def _named(name: str | None) -> Iterator[str]:
    if name in KNOWN["newer_script"]:
        yield name


@pytest.mark.parametrize("file", STYLES, ids=lambda file: file.name)
def test_styles_run_in_chrome_103(file: Path) -> None:
    assert not newer_in_style(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("theme", Theme)
def test_the_style_of_the_house_runs_in_chrome_103(theme: Theme) -> None:
    assert not newer_in_style(house_css(Looks(theme)))


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_scripts_run_in_chrome_103(file: Path) -> None:
    assert not newer_in_script(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("style", "found"),
    [
        ("a { color: red; inset: 0; aspect-ratio: 1; }", set()),
        ("a:is(b, :not(.c)):focus-visible::before { gap: min(1px, 2vw) }", set()),
        ("@media (prefers-reduced-motion: reduce) and (max-width: 9px) { a { color: red } }", set()),
        ("a:has(b) { color: red }", {":has"}),
        ("a:not(:has(b)) { color: red }", {":has"}),
        ("@container (width > 1px) { a { color: red } }", {"@container"}),
        ("a { color: red; & b { color: blue } }", {"nesting"}),
        ("a { .b { color: blue } }", {"nesting"}),
        ("a { @media print { color: blue } }", {"nesting"}),
        ("a { translate: 1px }", {"translate:"}),
        ("a { container-type: size }", {"container-type:", "container-type: size"}),
        ("a { color: color-mix(in srgb, red, blue) }", {"color-mix()"}),
        ("a { height: 100dvh }", {"height: 100dvh"}),
        ("a { width: calc(1cqw + 1px) }", {"width: 1cqw"}),
        ("@media (width >= 9px) { a { color: red } }", {"a range in @media"}),
        ("a { text-wrap: balance }", {"text-wrap:", "text-wrap: balance"}),
        ("@starting-style { a { color: red } }", {"@starting-style"}),
        ("a { animation-timing-function: linear(0, 1) }", {"linear()"}),
    ],
)
def test_what_is_newer_in_a_style_is_found(style: str, found: set[str]) -> None:
    assert newer_in_style(style) == found


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("class A { #p = null; static { A.x ??= 1 } m() { return this.#p?.y.at(-1); } }", set()),
        ("Object.hasOwn(a, 'b'); structuredClone(a); a.replaceChildren();", set()),
        ("a.toSorted();", {"toSorted"}),
        ("Object.groupBy(a, b);", {"groupBy"}),
        ("const { promise } = Promise.withResolvers();", {"withResolvers"}),
        ("a.showPopover();", {"showPopover"}),
        ("new CloseWatcher();", {"CloseWatcher"}),
        ("/[a--b]/v.test(c);", {"a regular expression with v"}),
        ("import a from './a.json' with { type: 'json' };", {"import attributes"}),
        ("using a = b();", {"using declarations"}),
    ],
)
def test_what_is_newer_in_a_script_is_found(script: str, found: set[str]) -> None:
    assert newer_in_script(script) == found


def test_the_lists_are_whole() -> None:
    assert len(KNOWN["properties"]) > 400
    assert {"display", "inset", "gap"} <= set(KNOWN["properties"])
    assert len(KNOWN["newer_script"]) > 1_000
