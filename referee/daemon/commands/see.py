"""`junanaho see`: which tiles are in a picture, for people and, as JSON, for programs."""

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.daemon.commands import hand_options as options
from vision.errors import PictureError
from vision.layout import Layout

if TYPE_CHECKING:
    from vision.model_file import ModelCard
    from vision.readings import TileReading
    from vision.see import Sight

_EXAMPLE = "Example: junanaho see table.jpg --draw found.jpg"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("see", epilog=_EXAMPLE)(see)


def see(
    images: Annotated[list[Path], typer.Argument(metavar="IMAGE...|FOLDER", help="Pictures, or folders of them.")],
    layout: Annotated[
        Layout, typer.Option(help="What a picture shows: any scene, a single row, or one face that fills it.")
    ] = Layout.SCENE,
    calibration: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The calibration of the camera that took the pictures.")
    ] = None,
    draw_to: Annotated[
        Path | None,
        typer.Option("--draw", metavar="OUT", help="Write the picture with what was found; a folder for several."),
    ] = None,
    model: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Another model than the shipped one (with its card beside it).")
    ] = None,
    threads: Annotated[int, typer.Option(min=1, max=64, help="Threads for the model.")] = 2,
    json: options.JsonOption = False,
) -> None:
    """Say which tiles are in pictures: label, confidence, corners, row."""
    from vision.classify import MARGIN, Classifier
    from vision.locate_model import LocatorModel
    from vision.paper import settle_plain
    from vision.picture_file import picture_paths, read_picture, write_picture
    from vision.see import Seer, draw
    from vision.setup import load_setup

    paths = picture_paths(images)
    setup = None if calibration is None else load_setup(calibration)
    where = _drawing_place(draw_to, len(paths))
    classifier = Classifier(model, threads=threads)
    seer = Seer(classifier, MARGIN, LocatorModel(threads=threads), setup, partial(settle_plain, card=classifier.model))
    for path in _with_progress(paths):
        picture = read_picture(path)
        try:
            sight = seer.see(picture, layout)
        except PictureError as error:
            raise PictureError(f"{path}: {error}") from error
        if where is not None:
            write_picture(where(path), draw(picture, sight.tiles))
        if json:
            _print_json(path, sight, classifier.model)
        else:
            _print_for_people(path, sight)
    if not json:
        _print_model(classifier.model)


def _drawing_place(draw_to: Path | None, pictures: int) -> Callable[[Path], Path] | None:
    """Where the drawing of each picture goes."""
    if draw_to is None:
        return None
    if draw_to.is_dir():
        return lambda path: draw_to / f"{path.stem}.seen.jpg"
    if pictures > 1:
        raise PictureError(f"--draw {draw_to}: {pictures} pictures need an existing folder")
    return lambda _: draw_to


def _with_progress(paths: list[Path]) -> Iterator[Path]:
    """The paths, with a bar on stderr where somebody watches."""
    if len(paths) < 2 or not sys.stderr.isatty():
        yield from paths
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(paths, description="seeing", console=Console(stderr=True))


def _print_json(path: Path, sight: "Sight", model: "ModelCard") -> None:
    from referee.daemon.console import print_json

    print_json(
        {
            "image": str(path),
            "tiles": [_fields(tile) for tile in sight.tiles],
            "warnings": list(sight.warnings),
            "ms": sight.ms,
            "model": {"name": model.name, "sha256": model.sha256},
        }
    )


def _fields(tile: "TileReading") -> dict[str, object]:
    return {
        "label": tile.label,
        "confidence": tile.confidence,
        "sure": tile.sure,
        "polygon": [list(corner) for corner in tile.polygon],
        "row": tile.row,
        "alternatives": [{"label": label, "confidence": confidence} for label, confidence in tile.alternatives],
    }


def _print_for_people(path: Path, sight: "Sight") -> None:
    from referee.daemon.console import people

    console = people()
    count = len(sight.tiles)
    console.print(f"{path}: {count} tile{'' if count == 1 else 's'}, {sight.ms['total']:.0f} ms", style="bold")
    for row in _rows(sight.tiles):
        console.print("  " + " ".join(tile.label if tile.sure else f"{tile.label}?" for tile in row))
    for warning in sight.warnings:
        console.print(f"  warning: {warning}")
    if any(not tile.sure for tile in sight.tiles):
        console.print("  (? = unsure)", style="dim")


def _print_model(model: "ModelCard") -> None:
    from referee.daemon.console import people

    people().print(f"read by {model.name} ({model.sha256[:12]})", style="dim")


def _rows(tiles: Iterable["TileReading"]) -> list[list["TileReading"]]:
    rows: dict[int, list[TileReading]] = {}
    for tile in tiles:
        rows.setdefault(tile.row, []).append(tile)
    return [rows[number] for number in sorted(rows)]
