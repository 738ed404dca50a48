"""Every value that a file may hold is found, described, and offered as what it is."""

from pathlib import Path

from referee.daemon.configuration import load_configuration
from referee.daemon.settings.fields import described_keys, fields_of
from referee.daemon.settings.reference import reference
from referee.display.settings_port import FieldKind, SettingField
from referee.display.texts import Language, catalogue
from referee.strict_yaml import load_yaml

ROOT = Path(__file__).parents[4]


def fields(name: str) -> dict[str, SettingField]:
    path = ROOT / "config" / name
    return {field.key: field for field in fields_of(load_configuration(path), load_yaml(path).data)}


def test_every_key_has_a_description_and_no_description_is_left_over() -> None:
    described = {key.removeprefix("setting.") for key in catalogue(Language.EN) if key.startswith("setting.")}
    assert described == set(described_keys())


def test_the_reference_in_the_documents_is_the_one_that_the_models_give() -> None:
    assert (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8") == reference()


def test_values_are_offered_as_what_they_are() -> None:
    found = fields("example.yaml")
    assert found["disclosure.player_waits"].kind is FieldKind.SWITCH
    assert (found["web.port"].kind, found["web.port"].low, found["web.port"].high) == (FieldKind.WHOLE, 0, 65535)
    assert (found["looks.theme"].kind, found["looks.theme"].choices) == (FieldKind.CHOICE, ("felt", "dark", "contrast"))
    assert (found["recognition.still_ms"].kind, found["recognition.still_ms"].default) == (FieldKind.NUMBER, 800.0)
    assert (found["store"].kind, found["store"].value) == (FieldKind.TEXT, "journal.sqlite"), "as it was written"
    assert found["stream.outputs.hands.delay"].value == "deal"


def test_a_table_offers_the_values_of_its_own_kind_alone() -> None:
    assert fields("relay.yaml")["table.outputs.start"].value == 0
    assert not [key for key in fields("example.yaml") if key.startswith("table.")]
