"""The command lines of training and measuring: what all take, what both trainings take, what both measurings take."""

import argparse
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent


def _material(module: str, about: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"python -m models.{module}", description=about)
    parser.add_argument("--photos", type=Path, default=ROOT.parent / "shared" / "photos", help="labelled photos")
    parser.add_argument("--art", type=Path, default=ROOT.parent / "shared" / "art", help="folders of drawn faces")
    parser.add_argument("--own", type=Path, default=ROOT / "referee" / "tiles" / "faces" / "svg", help="own faces")
    return parser


def training_parser(
    module: str, about: str | None, *, out: str, minutes: float, batch: int, rate: float, seed: int, threads: int
) -> argparse.ArgumentParser:
    """What a training takes, with its defaults; `out` is a file name in `models/`."""
    parser = _material(module, about)
    parser.add_argument("--out", type=Path, default=ROOT / "models" / out, help="the model file to write")
    parser.add_argument(
        "--work", type=Path, default=ROOT / "models" / "training", help="folder for pictures, checkpoints"
    )
    parser.add_argument("--minutes", type=float, default=minutes, help="time for training, rendering not counted")
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--rate", type=float, default=rate, help="highest learning rate")
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--threads", type=int, default=threads, help="threads that train")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint in the work folder")
    return parser


def measuring_parser(module: str, about: str | None, *, model: str) -> argparse.ArgumentParser:
    """What a measuring takes; `model` is the name of the measured file in `models/`."""
    parser = _material(module, about)
    parser.add_argument("--model", type=Path, default=ROOT / "models" / model, help="the model file to measure")
    parser.add_argument("--threads", type=int, default=2, help="threads that read")
    parser.add_argument("--dry", action="store_true", help="do not touch the card")
    return parser


def check_material(options: argparse.Namespace) -> None:
    """Raises FileNotFoundError when the folders to train from are missing."""
    for folder in (options.photos, options.art):
        if not folder.is_dir():
            raise FileNotFoundError(f"{folder} is not a folder; name the training pictures with --photos and --art")
