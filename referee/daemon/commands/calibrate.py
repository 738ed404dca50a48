"""`junanaho calibrate`: from one picture to the calibration of a camera, by markers, typed corners, or on a page."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.tiles import InputError

if TYPE_CHECKING:
    from referee.daemon.calibrating import Calibrated
    from referee.daemon.calibration_options import CalibrationOptions
    from vision.rectify import Picture

_EXAMPLE = (
    "Example: junanaho calibrate photo.png --out overhead.yaml --size 560x290 --zones table"
    " --corners '120,110 1800,110 1822,975 98,975'"
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("calibrate", epilog=_EXAMPLE)(calibrate)


def calibrate(
    picture: Annotated[Path | None, typer.Argument(metavar="PICTURE", help="A picture that the camera took.")] = None,
    config: Annotated[Path | None, typer.Option(metavar="FILE", help="A configuration with the camera in it.")] = None,
    camera: Annotated[
        str | None, typer.Option(metavar="NAME", help="Which of its cameras; with a picture, its name.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The calibration file, if the configuration has none.")
    ] = None,
    corners: Annotated[
        str | None,
        typer.Option(metavar="'X,Y X,Y X,Y X,Y'", help="Four corners in pixels, clockwise from the top left."),
    ] = None,
    size: Annotated[
        str | None, typer.Option(metavar="WIDTHxDEPTH", help="The rectangle of these corners in mm, its middle at 0,0.")
    ] = None,
    marker: Annotated[
        list[str] | None, typer.Option(metavar="ID=X,Y", help="A marker and where its middle lies, in mm. Repeatable.")
    ] = None,
    marker_size: Annotated[
        float | None, typer.Option(metavar="MM", help="The side of a marker's black square.")
    ] = None,
    dictionary: Annotated[
        str | None, typer.Option(metavar="NAME", help="The markers' dictionary (default 4x4_50).")
    ] = None,
    height: Annotated[float | None, typer.Option(metavar="MM", help="How high the lens is above the points.")] = None,
    faces_above: Annotated[
        float | None,
        typer.Option(metavar="MM", help="How high the tiles' faces are above the points (16; 0 without height)."),
    ] = None,
    zones: Annotated[
        str | None,
        typer.Option(metavar="table|tray:A|tray:B", help="Propose these zones instead of those of the file."),
    ] = None,
    print_markers: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Only write a sheet of markers to print, .svg or .png.")
    ] = None,
    serve: Annotated[bool, typer.Option("--serve", help="Serve the page on which a person picks the corners.")] = False,
    host: Annotated[str | None, typer.Option(help="Address to serve the page on (default 127.0.0.1).")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port of the page (default 8017).")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Say where a camera's picture lies on the table, and keep what it looks like, so that a move is noticed."""
    from referee.daemon.calibrating import calibrate as calibrated_by
    from referee.daemon.calibration_options import CalibrationOptions, corners_of_text

    options = CalibrationOptions(
        config, camera, out, size, tuple(marker or ()), marker_size, dictionary, height, faces_above, zones
    )
    if print_markers is not None:
        _print_sheet(options, print_markers, json)
        return
    if serve:
        _serve(options, picture, host, port)
        return
    task = options.task()
    points = None if corners is None else corners_of_text(corners)
    others = {name: view for name, view in options.references().items() if name != task.camera}
    found = calibrated_by(task, _taker(options, picture)(task.camera), points, others)
    found.keep()
    _tell(found, json)


def _taker(options: "CalibrationOptions", picture: Path | None) -> Callable[[str], "Picture"]:
    """What delivers the picture of a camera by name: the given file, or the camera itself."""
    from referee.daemon.camera_picture import take_picture
    from vision.picture_file import read_picture

    if picture is not None:
        return lambda _: read_picture(picture)
    cameras = {camera.name: camera.camera() for camera in options.cameras()}
    if not cameras:
        raise InputError("PICTURE is missing: a picture that the camera took (or name --config and --camera)")
    return lambda camera: take_picture(cameras[camera])


def _tell(found: "Calibrated", json: bool) -> None:
    from referee.daemon.calibration_words import as_fields, as_lines
    from referee.daemon.console import print_json

    if json:
        print_json(as_fields(found))
        return
    for line in as_lines(found):
        typer.echo(line)


def _serve(options: "CalibrationOptions", picture: Path | None, host: str | None, port: int | None) -> None:
    import asyncio
    import contextlib

    from referee.daemon.calibration_server import serve_calibration
    from referee.daemon.cameras_desk import CamerasDesk

    tasks = options.tasks()
    for task in tasks:
        if task.plan is None:
            task.corner_places()  # else the page could do nothing: told now
    web = None if options.configuration is None else options.configuration.web
    address = (host or (web.host if web else "127.0.0.1"), port if port is not None else (web.port if web else 8017))
    desk = CamerasDesk(tasks, _taker(options, picture), options.references(), _told_of)
    with contextlib.closing(desk), contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve_calibration(desk, address, typer.echo))


def _told_of(camera: str, found: "Calibrated") -> None:
    typer.echo(f"{camera}: saved to {found.path}")


def _print_sheet(options: "CalibrationOptions", path: Path, json: bool) -> None:
    from referee.daemon.console import print_json
    from vision.marker_sheet import write_marker_sheet

    plan = options.plan_to_print()
    write_marker_sheet(plan, path)
    if json:
        places = {str(number): list(place) for number, place in plan.places_mm.items()}
        print_json({"sheet": str(path), "dictionary": plan.dictionary, "size_mm": plan.size_mm, "places_mm": places})
    else:
        typer.echo(f"{path}: {len(plan.places_mm)} markers of {plan.size_mm:g} mm; print at 100 % and measure the line")
