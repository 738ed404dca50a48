"""A calibration as a command tells it: lines for people, fields for programs."""

from collections.abc import Iterator

from referee.daemon.calibrating import Calibrated
from referee.display.texts import Language, Speaker
from vision.calibration_report import LEAST_TILE_PX
from vision.reference_file import reference_path


def as_fields(found: Calibrated) -> dict[str, object]:
    """The JSON object of `junanaho calibrate --json`."""
    calibration, report = found.setup.calibration, found.report
    speaker = Speaker(Language.EN)
    points = zip(calibration.points_px, calibration.points_mm, strict=True)
    return {
        "camera": calibration.camera,
        "file": str(found.path),
        "reference": str(reference_path(found.path)),
        "points": [{"px": [round(x, 2) for x in px], "mm": list(mm)} for px, mm in points],
        "residual_mm": round(report.residual_mm, 2),
        "residual_px": round(report.residual_px, 2),
        "tile_px": round(report.tile_px, 1),
        "tile_px_at_mm": list(report.tile_px_at_mm),
        "zones": [{"name": name, "inside": inside} for name, inside in report.zones_inside.items()],
        "anchors": report.anchors,
        "remarks": [
            {
                "code": remarked.remark.value,
                "facts": dict(remarked.facts),
                "text": speaker.text(f"calibration.{remarked.remark}", remarked.facts),
            }
            for remarked in report.remarks
        ],
    }


def as_lines(found: Calibrated) -> Iterator[str]:
    """The same for people: what was measured, then what is to be improved."""
    report = found.report
    speaker = Speaker(Language.EN)
    yield f"{found.setup.calibration.camera}: saved to {found.path}, with {reference_path(found.path).name} beside it"
    yield f"  error of the points   {report.residual_mm:.1f} mm ({report.residual_px:.1f} pixels)"
    yield f"  a tile far away       {report.tile_px:.0f} pixels wide ({LEAST_TILE_PX:.0f} are needed)"
    yield f"  zones                 {', '.join(report.zones_inside) or 'none'}"
    yield f"  anchors               {report.anchors} places of the picture to notice a move by"
    for remarked in report.remarks:
        yield f"  ! {speaker.text(f'calibration.{remarked.remark}', remarked.facts)}"
