"""Changing a configuration: nothing wrong is written, nobody's change is overwritten, the last good one is kept."""

import os
import threading
from pathlib import Path

import pytest

from referee.daemon.settings.desk import SettingsDesk
from referee.daemon.settings.file import StartedWith, read_file
from referee.display.settings_port import FieldKind, SettingsView

TEXT = """# the house
venue: Minefield   # as it is called
web: {port: 8017}
tokens: {referee: a-long-secret}
cameras:
- {name: top, kind: simulated, where: hall, calibration: top.yaml, fps: 15}
"""
SIMPLE = "venue: Minefield\n"


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


class House:
    """A file, the daemon that was started with it, and its desk."""

    def __init__(self, folder: Path, text: str = SIMPLE, stopped_by: str = "") -> None:
        self.path = folder / "table.yaml"
        self.path.write_text(text, encoding="utf-8")
        self.path.chmod(0o640)
        self.started: StartedWith = read_file(self.path)[1]
        self.restarts = 0
        self.quiet = True
        self.desk = SettingsDesk(self.started, lambda: self.quiet, self._restart, stopped_by)

    def _restart(self) -> None:
        self.restarts += 1

    def look(self) -> SettingsView:
        return self.desk.look()


def test_what_is_set_is_written_and_holds_from_the_next_start_on(tmp_path: Path) -> None:
    house = House(tmp_path)
    assert house.look().runs
    assert house.desk.change({"web.port": 8020, "venue": "Mine"}, house.look().seen).code == "saved"
    assert house.path.read_text() == "venue: Mine\nweb:\n  port: 8020\n"
    assert house.path.stat().st_mode & 0o777 == 0o640
    assert not house.look().runs
    assert {field.key: field.value for field in house.look().fields}["web.port"] == 8020


@pytest.mark.parametrize(
    ("values", "key", "words"),
    [
        ({"web.port": 700_000}, "web.port", "less than or equal to 65535"),
        ({"rules": "nonsense"}, "rules", "neither a rule set nor a file"),
        ({"venue": "New", "backup.keep": -1}, "backup.keep", "greater than or equal to 0"),
        ({"tokens.operator": "short"}, "tokens.operator", "at least 8 characters"),
        ({"no.such": 1}, "no.such", "no value that is set here"),
    ],
)
def test_what_cannot_be_is_refused_whole(tmp_path: Path, values: dict[str, object], key: str, words: str) -> None:
    house = House(tmp_path)
    answer = house.desk.change(values, house.look().seen)
    assert answer.code == "problems"
    assert (answer.problems[0].key, words in answer.problems[0].text) == (key, True), answer
    assert house.path.read_text() == SIMPLE


def test_a_text_with_problems_is_not_written_and_all_of_them_are_told(tmp_path: Path) -> None:
    house = House(tmp_path)
    answer = house.desk.replace("venue: 3\nweb:\n  prt: 8017\n", house.look().seen)
    assert [(problem.line, problem.key) for problem in answer.problems] == [(1, "venue"), (3, "web.prt")]
    assert house.desk.replace("web: [", house.look().seen).problems[0].line == 1
    assert house.path.read_text() == SIMPLE


def test_a_file_that_was_changed_by_hand_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    house = House(tmp_path)
    seen = house.look().seen
    house.path.write_text("venue: By hand\n")
    assert house.desk.change({"venue": "By page"}, seen).code == "stale"
    assert house.desk.replace("venue: By page\n", seen).code == "stale"
    assert house.path.read_text() == "venue: By hand\n"


def test_of_two_who_save_at_once_one_is_told_that_it_came_too_late(tmp_path: Path) -> None:
    house = House(tmp_path)
    seen, codes = house.look().seen, []
    both = threading.Barrier(8)

    def save(number: int) -> None:
        both.wait(10)
        codes.append(house.desk.change({"venue": f"House {number}"}, seen).code)

    threads = [threading.Thread(target=save, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == ["saved"] + ["stale"] * 7


def test_secrets_are_not_among_the_values(tmp_path: Path) -> None:
    (tmp_path / "top.yaml").write_text("")
    house = House(tmp_path, TEXT.partition("cameras:")[0])
    fields = {field.key: field for field in house.look().fields}
    assert (fields["tokens.referee"].kind, fields["tokens.referee"].value) == (FieldKind.SECRET, True)
    assert fields["tokens.operator"].value is False
    assert house.desk.change({"tokens.referee": None}, house.look().seen).code == "saved"
    assert "a-long-secret" not in house.path.read_text()


def test_the_last_good_one_is_kept_beside_a_worse_one_and_readable_by_its_user_alone(tmp_path: Path) -> None:
    house = House(tmp_path)
    file = house.started.file
    assert house.look().last_good is None
    file.keep_as_good(SIMPLE)
    assert file.last_good.stat().st_mode & 0o777 == 0o600
    assert house.look().last_good is None, "it is the one that stands"
    house.path.write_text("venue: [")
    view = house.look()
    assert (view.last_good, view.fields, len(view.problems)) == (SIMPLE, (), 1)
    assert house.desk.change({"venue": "x"}, view.seen).code == "problems"
    assert house.desk.replace(SIMPLE, view.seen).code == "saved"
    assert house.look().problems == ()


def test_two_tables_of_one_user_keep_one_each(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    one, two = House(tmp_path / "one"), House(tmp_path / "two")
    one.started.file.keep_as_good("venue: One\n")
    assert two.started.file.last_good_text() is None
    last = one.started.file.last_good_configuration()
    assert last is not None
    assert last.venue == "One"


def test_a_folder_that_cannot_be_written_is_told_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path)

    def full(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("referee.daemon.settings.file.write_whole", full)
    answer = house.desk.change({"venue": "x"}, house.look().seen)
    assert answer.code == "not_written"
    assert "Read-only file system" in str(answer.facts["text"])
    assert str(tmp_path) in str(answer.facts["text"])


def test_safe_mode_says_why_and_never_counts_as_running(tmp_path: Path) -> None:
    view = House(tmp_path, stopped_by="rules: no such rules").look()
    assert (view.runs, view.stopped_by) == (False, "rules: no such rules")


@pytest.mark.parametrize("content", [b"venue: 'Caf\xe9'\ntokens: {referee: a-long-secret}\n", b"x" * 1_200_000])
def test_a_file_that_cannot_be_read_is_told_and_not_overwritten_by_a_value(tmp_path: Path, content: bytes) -> None:
    house = House(tmp_path)
    house.path.write_bytes(content)
    view = house.look()
    assert (len(view.problems), view.fields, view.runs) == (1, (), False)
    assert house.desk.change({"venue": "x"}, view.seen).code == "problems"
    assert house.path.read_bytes() == content
    assert house.desk.replace(SIMPLE, view.seen).code == "saved"
    assert (tmp_path / "table.yaml.unread").read_bytes() == content


def test_a_link_goes_on_to_name_the_file_that_is_changed(tmp_path: Path) -> None:
    house = House(tmp_path)
    real = house.path.rename(tmp_path / "real.yaml")
    house.path.symlink_to(real)
    assert house.desk.change({"venue": "x"}, house.look().seen).code == "saved"
    assert house.path.is_symlink()
    assert real.read_text() == "venue: x\n"


def test_what_is_wrong_with_a_secret_is_told_without_it(tmp_path: Path) -> None:
    house = House(tmp_path)
    for text in ("tokens: {referee: 918273645546}\n", "tokens: {operator: hunter2}\n"):
        (problem,) = house.desk.check(text)
        assert problem.key.startswith("tokens.")
        assert not {"918273645546", "hunter2"} & set(problem.text.replace("'", " ").split()), problem.text


def test_half_a_character_is_refused(tmp_path: Path) -> None:
    house = House(tmp_path)
    assert house.desk.replace('venue: "\\ud800"\n', house.look().seen).code == "problems"


def test_a_file_that_has_gone_is_told_and_made_anew_by_a_text(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.path.unlink()
    view = house.look()
    assert ("not there" in view.problems[0].text, view.fields) == (True, ())
    assert house.desk.change({"venue": "x"}, view.seen).code == "problems"
    assert house.desk.replace(SIMPLE, view.seen).code == "saved"
    assert house.path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("mode", [0o664, 0o640, 0o600])
def test_whoever_could_read_the_file_still_can(tmp_path: Path, mode: int) -> None:
    house = House(tmp_path)
    house.path.chmod(mode)
    before = os.umask(0o077)
    try:
        assert house.desk.change({"venue": "x"}, house.look().seen).code == "saved"
    finally:
        os.umask(before)
    assert house.path.stat().st_mode & 0o777 == mode


def test_a_link_to_itself_is_one_line(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.path.unlink()
    house.path.symlink_to(house.path)
    assert house.desk.replace(SIMPLE, house.look().seen).code == "not_written"


@pytest.mark.parametrize("text", ["tokens:\n  referee s3cret-word\n", "tokens: s3cret-word\n", "obs: s3cret-word\n"])
def test_a_secret_in_the_wrong_place_is_not_told_either(tmp_path: Path, text: str) -> None:
    problems = House(tmp_path).desk.check(text)
    assert problems
    assert not [problem for problem in problems if "s3cret" in problem.text]


def test_an_output_that_waits_for_the_end_can_be_late_by_seconds_instead(tmp_path: Path) -> None:
    house = House(tmp_path, "stream: {outputs: {hands: {shows: hands, delay: deal}}}\n")
    delay = next(field for field in house.look().fields if field.key == "stream.outputs.hands.delay")
    assert (delay.kind, delay.choices) == (FieldKind.TEXT, ("deal",))  # the page sends what is a number as one
    assert house.desk.change({delay.key: 20}, house.look().seen).code == "saved"


def test_a_password_that_may_not_be_missing_is_emptied(tmp_path: Path) -> None:
    house = House(tmp_path, "obs: {password: geheim, scenes: {between: Standby}}\n")
    password = next(field for field in house.look().fields if field.key == "obs.password")
    assert (password.value, password.may_be_empty) == (True, False)
    assert house.desk.change({"obs.password": ""}, house.look().seen).code == "saved"
