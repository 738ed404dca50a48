"""`junanaho train`: trains the models anew, or adapts the classifier to a house's own tiles."""

import importlib
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Final

import typer

from referee.daemon.commands import hand_options as options
from referee.tiles import InputError

_STEPS: Final = ("models.train", "models.train_locator")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: junanaho train --adapt ~/.local/state/junanaho/captured")(train)


def train(
    adapt: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Adapt the classifier to the captured faces in a folder.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="--adapt: the model file to write, if not one in the data folder."),
    ] = None,
    model: Annotated[
        Path | None, typer.Option(metavar="FILE", help="--adapt: another model than the shipped one to begin with.")
    ] = None,
    pictures: Annotated[int | None, typer.Option(min=1_000, help="--adapt: pictures to learn from.")] = None,
    trust_labels: Annotated[
        bool, typer.Option("--trust-labels", help="--adapt: train although the model surely reads other labels.")
    ] = False,
    seed: Annotated[
        int, typer.Option(help="Decides which pictures are made, and how they are turned and tinted.")
    ] = 17,
    threads: Annotated[int | None, typer.Option(min=1, max=64, help="Threads that train.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was interrupted.")] = False,
    json: options.JsonOption = False,
) -> int:
    """Adapt the classifier to captured faces; without --adapt train both models anew, which takes hours.

    An adapted model is written only if it is not worse than the one it began with; else the exit status is 1.
    """
    given = {"--seed": seed, "--threads": threads, "--resume": resume or None}
    if adapt is None:
        for name, value in (("out", out), ("model", model), ("pictures", pictures), ("trust-labels", trust_labels)):
            if value:
                raise InputError(f"--{name} needs --adapt FOLDER")
        if json:
            raise InputError("--json needs --adapt FOLDER: a whole training prints none")
        return _whole(_arguments(given))
    if not adapt.is_dir():
        raise InputError(f"--adapt {adapt}: is no folder of captured faces (see junanaho capture summary)")
    chosen = {"--out": out or _fresh_model(), "--model": model, "--pictures": pictures}
    flags = [flag for flag, wanted in (("--trust-labels", trust_labels), ("--json", json)) if wanted]
    return _main_of("models.adapt")([str(adapt), *_arguments({**chosen, **given}), *flags])


def _whole(arguments: list[str]) -> int:
    """Both trainings, one after the other; the status of the first that fails."""
    for step in _STEPS:
        status = _main_of(step)(arguments)
        if status:
            return status
    return 0


def _main_of(module: str) -> Callable[[list[str]], int]:
    """The command line of a module of the training pipeline. Raises InputError where that cannot run."""
    root = str(Path(__file__).resolve().parents[3])
    if root not in sys.path:
        sys.path.append(root)  # the pipeline lies in the checkout beside the packages, and is not installed
    try:
        main: Callable[[list[str]], int] = importlib.import_module(module).main
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if name == "models":
            raise InputError(
                "training needs a checkout of junanaho: its pipeline is no part of an installed package"
            ) from error
        raise InputError(f"training needs {name}: install the extra with pip install 'junanaho[train]'") from error
    return main


def _arguments(given: Mapping[str, object]) -> list[str]:
    """Options as a command line has them; None is left out, True is a flag."""
    return [
        part
        for name, value in given.items()
        if value is not None
        for part in ((name,) if value is True else (name, str(value)))
    ]


def _fresh_model() -> Path:
    """A name in the data folder that no model has yet."""
    from datetime import datetime

    from referee.daemon.folders import default_models

    return default_models() / f"adapted-{datetime.now().astimezone():%Y%m%d-%H%M%S}.onnx"
