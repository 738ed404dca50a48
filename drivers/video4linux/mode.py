"""One mode of a camera: a format, a size or a range of sizes, and the rates at which it comes. Plain values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mode:
    """A format by its four letters, such as MJPG, in a size in pixels; `fps` are its rates, fastest first.

    `largest` differs from `smallest` where a camera takes any size between them.
    """

    letters: str
    smallest: tuple[int, int]
    largest: tuple[int, int]
    fps: tuple[float, ...] = ()

    def has_size(self, width_px: int, height_px: int) -> bool:
        """Whether pictures of this size come in this mode."""
        width, height = (least <= side <= most for least, side, most in self._sides(width_px, height_px))
        return width and height

    def __str__(self) -> str:
        size = "x".join(map(str, self.smallest))
        if self.largest != self.smallest:
            size += " to " + "x".join(map(str, self.largest))
        rates = ", ".join(f"{rate:g}" for rate in self.fps)
        return f"{self.letters} {size}" + (f" at {rates}" if rates else "")

    def _sides(self, width_px: int, height_px: int) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        (least_w, least_h), (most_w, most_h) = self.smallest, self.largest
        return (least_w, width_px, most_w), (least_h, height_px, most_h)
