"""Writes what Chrome 103 (OBS's browser) knows of CSS, and what of JavaScript is newer, for the tests of the pages.

`npm pack @mdn/browser-compat-data`, unpack it, then `.venv/bin/python scripts/chrome_103.py package/data.json`. The
data is MDN's, under CC0.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

VERSION: Final = 103
WRITTEN: Final = Path(__file__).resolve().parents[1] / "tests" / "referee" / "display" / "chrome_103.json"


def main() -> None:
    """Read the data, write the lists."""
    data = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    css = data["css"]
    lists = {
        "source": f"@mdn/browser-compat-data {data['__meta']['version']}, CC0-1.0; written by scripts/chrome_103.py",
        "properties": known(css["properties"]),
        "newer_values": {
            name: newer for name, node in css["properties"].items() if (newer := sorted(newer_names(node)))
        },
        "selectors": known(css["selectors"]),
        "at_rules": known(css["at-rules"]),
        "media_features": known(css["at-rules"]["media"]),
        "newer_functions": newer_only(css["types"]),
        "newer_script": newer_only({"builtins": data["javascript"]["builtins"], "api": data["api"]}),
    }
    WRITTEN.write_text(
        "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in lists.items()) + "\n}\n",
        encoding="utf-8",
    )


def known(nodes: dict[str, Any]) -> list[str]:
    """The names directly below that Chrome knows by then."""
    return sorted(name for name, node in nodes.items() if since(node) <= VERSION)


def newer_names(node: dict[str, Any]) -> Iterator[str]:
    """The names directly below that came later."""
    return (name for name, child in node.items() if name != "__compat" and since(child) > VERSION and "_" not in name)


def newer_only(tree: dict[str, Any]) -> list[str]:
    """The names anywhere below that came later wherever they stand."""
    early: set[str] = set()
    late: set[str] = set()
    for name, node in walk(tree):
        plain = re.sub(r"(-function|_static|_event)$", "", name)
        (early if since(node) <= VERSION else late).add(plain)
    return sorted(name for name in late - early if "_" not in name)


def walk(tree: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every feature below, by its name."""
    for name, node in tree.items():
        if name != "__compat" and isinstance(node, dict):
            if "__compat" in node:
                yield name, node
            yield from walk(node)


def since(node: dict[str, Any]) -> float:
    """The first version of Chrome that has it without a switch; infinite for none."""
    support = node.get("__compat", {}).get("support", {}).get("chrome")
    statements = support if isinstance(support, list) else [support] if support else []
    versions = [
        float(one["version_added"].lstrip("≤"))
        for one in statements
        if isinstance(one.get("version_added"), str)
        and one["version_added"] != "preview"
        and not one.get("flags")
        and not one.get("prefix")
        and not ("version_removed" in one and float(str(one["version_removed"]).lstrip("≤")) <= VERSION)
    ]
    return min(versions, default=float("inf"))


if __name__ == "__main__":
    main()
