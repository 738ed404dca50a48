"""`python -m benchmarks.adapt --art FOLDER`: what adapting a model to an odd set of tiles brings, and its minutes.

The set is one that no training picture is made of (`models.art.HELD_OUT`), and as odd as sets get: light ink on black
tiles. Pictures of it are captured as a table captures them, `junanaho train --adapt` learns from them, and other
pictures of it are read before and after. A folder whose labels were exchanged must be refused.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from models.art import Glyph, read_held_out
from models.body import Body
from models.crop import BACK, OTHER, WHITE, Crop
from models.evaluation_sets import cut
from models.options import ROOT
from models.scene import Scenery
from referee.tiles.names import LABELS
from vision.classify import Classifier

BLACK_TILES = Body((38.0, 36.0, 34.0), (40.0, 120.0, 210.0), 6, 4, 0.15, 0.5, False)
CAPTURED_EACH, READ_EACH = 24, 12
MOST_MINUTES = 15.0
LEAST_AFTER = 0.97


def light(glyph: Glyph) -> Glyph:
    """The glyph in light ink, as black tiles are painted."""
    hsv = cv2.cvtColor(glyph.pixels[..., :3], cv2.COLOR_BGR2HSV).astype(np.float32)
    hsv[..., 1] *= 0.6
    hsv[..., 2] = 255 - 0.25 * (255 - hsv[..., 2])
    ink = cv2.cvtColor(hsv.clip(0, 255).astype(np.uint8), cv2.COLOR_HSV2BGR)
    return replace(glyph, pixels=np.dstack([ink, glyph.pixels[..., 3]]))


def odd_crops(art: Path, each: int, seed: int) -> list[Crop]:
    """So many pictures of each face of the set."""
    rng = np.random.default_rng(seed)
    scenery = Scenery([light(glyph) for glyph in read_held_out(art)])
    labels = [glyph.label for glyph in scenery.glyphs if glyph.label not in (OTHER, BACK, WHITE)]
    return [scenery.draw(rng, label, BLACK_TILES) for label in sorted(set(labels)) for _ in range(each)]


def captured(folder: Path, crops: Sequence[Crop], *, exchanged: bool) -> Path:
    """The pictures as `junanaho run` keeps them; every fifth is of another day, and held out."""
    (folder / "captured").mkdir(parents=True)
    entries = {}
    labels = sorted({crop.label for crop in crops})
    other = dict(zip(labels, labels[1:] + labels[:1], strict=True)) if exchanged else {}
    for number, crop in enumerate(crops):
        name = f"{LABELS[crop.label]}-{number:06}.jpg"
        cv2.imwrite(str(folder / "captured" / name), crop.image)
        tile = {"label": LABELS[other.get(crop.label, crop.label)], "bbox": list(crop.box), "axis_aligned": True}
        day = "check" if number % 5 == 0 else "train"
        entries[name] = {"series": day, "tiles": [tile], "said": "confirmed", "read": ""}
    (folder / "captured" / "labels.json").write_text(json.dumps(entries))
    split = {"train": {"captured": ["train"]}, "validation": {"captured": ["check"]}}
    (folder / "split.json").write_text(json.dumps(split))
    return folder


def adapt(folder: Path, out: Path) -> tuple[int, float]:
    """The command's exit status, and its minutes."""
    began_s = time.monotonic()
    command = [sys.executable, "-m", "referee", "train", "--adapt", str(folder), "--out", str(out)]
    done = subprocess.run(command, check=False)
    return done.returncode, (time.monotonic() - began_s) / 60


def right(model: Path | None, crops: Sequence[Crop]) -> tuple[float, float]:
    """The shares that are read right, and surely."""
    answers = Classifier(model, threads=2).classify([cut(crop) for crop in crops])
    read = [answer.label == LABELS[crop.label] for answer, crop in zip(answers, crops, strict=True)]
    return float(np.mean(read)), float(np.mean([answer.sure for answer in answers]))


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the figures; returns 1 when one is beyond its bound."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.adapt", description=__doc__)
    parser.add_argument("--art", type=Path, default=ROOT.parent / "shared" / "art", help="folders of drawn faces")
    art = parser.parse_args(argv).art
    unseen = odd_crops(art, READ_EACH, 2)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        before = right(None, unseen)
        status, minutes = adapt(
            captured(folder / "good", odd_crops(art, CAPTURED_EACH, 1), exchanged=False), folder / "new.onnx"
        )
        after = right(folder / "new.onnx", unseen) if status == 0 else (0.0, 0.0)
        poisoned, _ = adapt(captured(folder / "bad", odd_crops(art, 8, 3), exchanged=True), folder / "bad.onnx")
        refused = poisoned == 1 and not (folder / "bad.onnx").exists()
    print(f"{len(unseen)} unseen pictures of black tiles, right (sure)")
    print(f"  shipped model   {before[0]:.1%} ({before[1]:.1%})")
    adapted = f"{after[0]:.1%} ({after[1]:.1%})" if status == 0 else "refused: see the reason above"
    print(f"  adapted model   {adapted}, at least {LEAST_AFTER:.0%}")
    print(f"minutes           {minutes:.1f}, at most {MOST_MINUTES:.0f}")
    print(f"exchanged labels  {'refused' if refused else 'NOT REFUSED'}")
    return int(after[0] < LEAST_AFTER or minutes > MOST_MINUTES or not refused)


if __name__ == "__main__":
    sys.exit(main())
