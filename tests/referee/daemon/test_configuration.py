"""Configuration files: what is read, and that every mistake is told with line, key and remedy."""

from pathlib import Path

import pytest

from referee.daemon.configuration import ConfigurationError, check_configuration, load_configuration
from referee.daemon.relay_table_settings import RelayTableSettings

ROOT = Path(__file__).resolve().parents[3]


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "house.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_example_is_right() -> None:
    configuration = load_configuration(ROOT / "config" / "example.yaml")
    assert configuration.web.host == "127.0.0.1"
    assert configuration.store == ROOT / "config" / "journal.sqlite"


def test_the_example_of_a_relay_board_is_right() -> None:
    assert check_configuration(ROOT / "config" / "relay.yaml") == ()
    table = load_configuration(ROOT / "config" / "relay.yaml").table
    assert isinstance(table, RelayTableSettings)
    wiring = table.wiring()
    assert (wiring.outputs, wiring.ready, wiring.lit_when) == ((0, 1), 2, True)


def test_lines_of_a_house_take_the_place_of_the_dialects(tmp_path: Path) -> None:
    text = RELAY + "  lines: {on: 'K{n}+', off: 'K{n}-', ending: ''}\n  inputs: {ready: 3, lit_when: low}\n"
    table = load_configuration(written(tmp_path, text)).table
    assert isinstance(table, RelayTableSettings)
    wiring = table.wiring()
    assert wiring.dialect.spoken(wiring.dialect.on, 2) == b"K2+"
    assert wiring.dialect.read == "gpio read {n}"
    assert not wiring.lit_when


def test_an_empty_file_means_the_defaults(tmp_path: Path) -> None:
    assert load_configuration(written(tmp_path, "")).rules == "happy"


RELAY = "table:\n  kind: relay\n  port: /dev/x\n  outputs: {start: 1, lift: 2}\n"


@pytest.mark.parametrize(
    ("text", "line", "key", "part"),
    [
        ("venue: 5\n", 1, "venue", "string"),
        ("web:\n  port: 99999\n", 2, "web.port", "65535"),
        ("rules: happy\nweb:\n  prot: 1\n", 3, "web.prot", "no such key"),
        ("tokens:\n  operator: short\n", 2, "tokens.operator", "8 characters"),
        ("table:\n  kind: robot\n", 2, "table.kind", "manual"),
        ("table:\n  kind: controller\n", 1, "table.port", "missing"),
        ("table:\n  kind: relay\n  port: /dev/x\n", 1, "table.outputs", "missing"),
        (RELAY + "  dialect: morse\n", 5, "table.dialect", "numato"),
        (RELAY + "  outputs2: 1\n", 5, "table.outputs2", "no such key"),
        (RELAY + "  inputs: {ready: -1}\n", 5, "table.inputs.ready", "greater"),
        (RELAY + "  inputs:\n    lit_when: bright\n", 6, "table.inputs.lit_when", "high"),
        (RELAY + "  dialect: lcus\n  inputs: {ready: 1}\n", 1, "table", "reads no inputs"),
        (RELAY + "  lines: {read: 'read it'}\n", 1, "table", "has no {n}"),
        (RELAY.replace("lift: 2", "lift: 1"), 1, "table", "each key needs an output of its own"),
        ("recognition:\n  still_ms: -1\n", 2, "recognition.still_ms", "greater"),
        ("capture:\n  enabled: 1\n", 2, "capture.enabled", "boolean"),
        ("capture:\n  most_per_label: 0\n", 2, "capture.most_per_label", "greater"),
        ("recognition:\n  threads: 1\n  model: none.onnx\n", 3, "recognition.model", "cannot read the tile model"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, text: str, line: int, key: str, part: str) -> None:
    (problem,) = check_configuration(written(tmp_path, text))
    assert (problem.line, problem.key) == (line, key)
    assert part in problem.text


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("venue: 5\nweb:\n  port: -1\n  x: 1\n", ["venue", "web.port", "web.x"]),
        (
            "rules: nobody\nvenues: here\ncameras:\n  - name: a\n    kind: device\n    calibration: a.yaml\n",
            ["rules", "venues", "cameras.0.where", "cameras.0.calibration"],
        ),
        ("recognition:\n  model: none.onnx\n  still_ms: -1\n", ["recognition.model", "recognition.still_ms"]),
    ],
    ids=["values and keys", "what only its use shows, beside a wrong key", "a missing file beside a wrong value"],
)
def test_all_mistakes_are_told_at_once(tmp_path: Path, text: str, keys: list[str]) -> None:
    problems = check_configuration(written(tmp_path, text))
    assert [problem.key for problem in problems] == keys
    assert [problem.line for problem in problems] == sorted(problem.line for problem in problems)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("venue: a\nvenue: b\n", "given twice"),
        ("venue: [\n", "no YAML"),
        ("- 1\n", "dictionary"),
        ("cameras:\n" + 2 * "  - {name: a, kind: device, where: /dev/video0, calibration: a.yaml}\n", "'a'"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_line(tmp_path: Path, text: str, part: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        load_configuration(written(tmp_path, text))
    assert part in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        load_configuration(tmp_path / "none.yaml")


@pytest.mark.parametrize(
    ("text", "line", "key", "part"),
    [
        ("venue: here\nrules: nobody\n", 2, "rules", "'nobody' is neither a rule set nor a file"),
        ("tokens:\n  operator: the-same-one\n  referee: the-same-one\n", 1, "tokens", "two roles share a token"),
        (
            "cameras:\n  - {name: a, kind: device, where: /dev/video0, calibration: none.yaml}\n",
            2,
            "cameras.0.calibration",
            "none.yaml: cannot be read",
        ),
    ],
)
def test_what_the_daemon_would_refuse_is_told_beforehand(
    tmp_path: Path, text: str, line: int, key: str, part: str
) -> None:
    (problem,) = check_configuration(written(tmp_path, text))
    assert (problem.line, problem.key) == (line, key)
    assert part in problem.text


def test_a_rule_file_is_meant_from_the_folder_of_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text("extends: kaiji\nstake: 5\n", encoding="utf-8")
    path = written(tmp_path, "rules: ours.yaml\n")
    assert check_configuration(path) == ()
    assert load_configuration(path).rules == str(tmp_path / "ours.yaml")


def test_paths_of_model_and_captured_faces_are_meant_from_the_files_folder(tmp_path: Path) -> None:
    text = (
        "recognition:\n  model: own/tiles.onnx\ncapture:\n  enabled: true\n  folder: faces\n  most_mb_per_label: 0.5\n"
    )
    configuration = load_configuration(written(tmp_path, text))
    assert configuration.recognition.model == tmp_path / "own" / "tiles.onnx"
    assert configuration.capture.folder == tmp_path / "faces"
    assert configuration.capture.limits().most_bytes_per_label == 500_000


def test_nothing_is_kept_of_tiles_unless_a_house_says_so(tmp_path: Path) -> None:
    assert not load_configuration(written(tmp_path, "")).capture.enabled
    assert not load_configuration(ROOT / "config" / "example.yaml").capture.enabled
