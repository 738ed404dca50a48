"""Help while a hand is built: what a partly chosen hand can still become, and what each further tile changes. Pure."""

from referee.analysis.build_help.build_help import BuildHelp, Change, Progress, Reach

__all__ = ["BuildHelp", "Change", "Progress", "Reach"]
