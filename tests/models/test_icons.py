"""Icon packs become birds, dragons and flowers: by name, in the inks that their labels allow."""

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

from models.crop import LABEL_OF, OTHER
from models.icons import VARIANTS, icon_glyphs
from models.invented_bird import bird_glyphs
from models.invented_dragon import dragon_glyphs

SHAPE = '<path fill="{}" d="M2 2h12v12h-12z"/><circle cx="8" cy="8" r="4" fill="#ffd"/>'
NAMES = {"owl": "1s", "desert-eagle": None, "dragon": "6z", "pear": "other", "target": None}


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    icons = {name: {"body": SHAPE.format("#385")} for name in NAMES}
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "icons.json").write_text(json.dumps({"icons": icons, "width": 16, "height": 16}))
    return tmp_path


def test_each_icon_serves_as_what_its_name_says(packs: Path) -> None:
    labels = [glyph.label for glyph in icon_glyphs(packs, np.random.default_rng(1))]
    assert labels.count(LABEL_OF["1s"]) == VARIANTS["1s"]
    assert labels.count(LABEL_OF["6z"]) == VARIANTS["6z"]
    assert labels.count(LABEL_OF["7z"]) == VARIANTS["7z"]
    assert labels.count(OTHER) == VARIANTS["other"]


@pytest.mark.parametrize("label", ["6z", "7z"])
def test_animal_dragons_have_the_colour_of_their_label(packs: Path, label: str) -> None:
    rng = np.random.default_rng(2)
    for glyph in (*icon_glyphs(packs, rng), *dragon_glyphs(5, rng)):
        if glyph.label == LABEL_OF[label]:
            blue, green, red = glyph.pixels[glyph.pixels[..., 3] > 200][:, :3].astype(float).mean(axis=0)
            assert (red > green) == (label == "7z"), (red, green, blue)


def test_invented_birds_fill_the_face_and_no_two_are_alike() -> None:
    birds = [glyph.pixels[..., 3] > 128 for glyph in bird_glyphs(12, np.random.default_rng(3))]
    for ink in birds:
        rows, columns = (np.flatnonzero(ink.any(axis=axis)) for axis in (1, 0))
        assert max(np.ptp(rows) / ink.shape[0], np.ptp(columns) / ink.shape[1]) > 0.6
        assert 0.03 < ink.mean() < 0.6
        assert not ink[[0, -1]].any()
        assert not ink[:, [0, -1]].any()
    shared = [(one & other).sum() / (one | other).sum() for one in birds for other in birds if one is not other]
    assert max(shared) < 0.6


def test_missing_packs_are_named_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="make icons"):
        list(icon_glyphs(tmp_path, np.random.default_rng(1)))
