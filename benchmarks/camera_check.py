"""`python -m benchmarks.camera_check`: what it costs to know whether a camera still stands where it was calibrated.

Processor time of one look at a 1080p picture, the best of several, and what that is a frame at 15 frames and one look
a second. The least that is asked for: at most 1 ms a frame while the camera is well. In trouble a look costs more, but
nothing is read then.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from benchmarks.clock import seconds
from benchmarks.see import placed_tiles
from drivers.simulator.layout import MARKER_SIZE_MM, MARKERS_MM, OVERHEAD, TABLE_MM
from drivers.simulator.scene import HandOver, Scene
from drivers.simulator.scene_camera import SceneCamera, View
from drivers.simulator.scene_pose import CameraPose
from drivers.simulator.scene_surface import Surface
from referee.daemon.zone_layout import ZoneLayout, standard_zones
from vision.calibrate import Calibration
from vision.condition import examine
from vision.guard import LOOK_EVERY_S
from vision.rectify import Picture
from vision.reference import Reference, make_reference

FRAMES_A_SECOND: Final = 15
MOST_MS: Final = 1.0
ROUNDS: Final = 15


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.camera_check", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--width", type=int, default=OVERHEAD.width_px, help="pixels of the picture, 1920 unless said")
    options = parser.parse_args(argv)
    cv2.setNumThreads(1)
    pose = _of_width(OVERHEAD, options.width)
    pixels = tuple((float(x), float(y)) for x, y in pose.project(MARKERS_MM))
    calibration = Calibration("overhead", pixels, MARKERS_MM, (pose.width_px, pose.height_px))
    surface = Surface(*TABLE_MM, markers_mm=MARKERS_MM, marker_size_mm=MARKER_SIZE_MM)
    camera = SceneCamera(View(pose, surface), seed=1)
    empty = camera.frame(Scene(), 0)
    reference = make_reference(empty, calibration, standard_zones(ZoneLayout.TABLE, "overhead"))
    print(f"{pose.width_px}x{pose.height_px}, {len(reference.anchors)} anchors, best of {options.rounds}")
    print(f"{'':28s}{'told':12s}{'CPU ms':>8s}{'ms a frame':>12s}")
    for title, picture in _pictures(camera, empty):
        finding = examine(picture, reference, calibration, {})
        best_s = min(_spent_s(picture, reference, calibration) for _ in range(options.rounds))
        frame_ms = best_s * 1000 / FRAMES_A_SECOND / LOOK_EVERY_S
        asked = "" if finding.condition.is_blocking else f"   (asked for: {MOST_MS:g})"
        print(f"{title:28s}{finding.condition:12s}{best_s * 1000:8.1f}{frame_ms:12.2f}{asked}")
    return 0


def _spent_s(picture: Picture, reference: Reference, calibration: Calibration) -> float:
    return seconds(lambda: examine(picture, reference, calibration, {}))


def _of_width(pose: CameraPose, width_px: int) -> CameraPose:
    shrink = width_px / pose.width_px
    height_px = round(pose.height_px * shrink)
    return replace(pose, focal_px=pose.focal_px * shrink, width_px=width_px, height_px=height_px)


def _pictures(camera: SceneCamera, empty: Picture) -> Sequence[tuple[str, Picture]]:
    height, width = empty.shape[:2]
    px_per_mm = camera.pose.pixels_per_mm()
    hands = (HandOver(60, 90), HandOver(-120, -60, 190))

    def shifted(x_mm: float) -> Picture:
        step = np.array([[1.0, 0, x_mm * px_per_mm], [0, 1, 0]])
        return np.asarray(cv2.warpAffine(empty, step, (width, height)), np.uint8)

    return (
        ("the empty table", empty),
        ("72 tiles and two hands", camera.frame(Scene(placed_tiles(), hands), 1)),
        ("pushed by 3 mm", shifted(3.0)),
        ("knocked by 70 mm", shifted(70.0)),
        ("a covered lens", np.full_like(empty, 40)),
    )


if __name__ == "__main__":
    sys.exit(main())
