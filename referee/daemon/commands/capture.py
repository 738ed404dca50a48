"""`junanaho capture`: the faces that were kept for training, how many of which; adds and removes some by hand."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from referee.daemon.commands import hand_options as options

if TYPE_CHECKING:
    from referee.daemon.captured_face import CapturedFace
    from referee.daemon.captured_faces import CapturedFaces

_CONFUSIONS: Final = 12
FolderOption = Annotated[
    Path | None, typer.Option("--folder", metavar="FOLDER", help="The captured faces, if not those in the data folder.")
]


def register(app: typer.Typer) -> None:
    """Add the command group."""
    group = typer.Typer(
        help="Faces kept for training: what there is, and adding and removing some. `junanaho run` keeps them itself\n"
        "where the configuration says `capture: {enabled: true}`.",
        epilog="Example: junanaho capture summary",
        no_args_is_help=False,
        rich_markup_mode=None,
    )
    group.command("summary", epilog="Example: junanaho capture summary --json")(summary)
    group.command("list", epilog="Example: junanaho capture list --label 1s --said corrected")(list_faces)
    group.command("add", epilog="Example: junanaho capture add bird.jpg --label 1s")(add)
    group.command("remove", epilog="Example: junanaho capture remove 1s-000042.jpg")(remove)
    app.add_typer(group, name="capture")


def summary(folder: FolderOption = None, json: options.JsonOption = False) -> None:
    """Say how many faces of each label there are, how many a person corrected, and what was read instead."""
    from referee.daemon.console import counted, people, print_json

    store = _store(folder)
    faces = store.faces()
    figures = _figures(faces, store.held_out())
    if json:
        print_json({"folder": str(store.folder), **figures})
        return
    console = people()
    console.print(f"{store.folder}: {counted(len(faces), 'face')}, {_megabytes(faces):.1f} MB", style="bold")
    if not faces:
        return
    from rich.table import Table

    table = Table("label", "faces", "held out", "corrected", box=None, pad_edge=False)
    for label, counts in figures["labels"].items():
        table.add_row(label, *(str(counts[name]) for name in ("faces", "held_out", "corrected")))
    console.print(table)
    console.print(f"a person corrected {figures['corrected_share']:.1%} of what cameras read")
    for pair in figures["confusions"][:_CONFUSIONS]:
        console.print(f"  {pair['label']} was read as {pair['read']}: {pair['count']}")


def list_faces(
    folder: FolderOption = None,
    label: Annotated[str | None, typer.Option(metavar="LABEL", help="Only faces of this label.")] = None,
    said: Annotated[
        str | None, typer.Option(metavar="WORD", help="Only those: camera, confirmed, corrected or given.")
    ] = None,
    json: options.JsonOption = False,
) -> None:
    """List the faces, oldest first; with --json one object per line."""
    from referee.daemon.captured_face import Said
    from referee.daemon.console import people, print_json
    from referee.tiles import InputError

    if said is not None and said not in {word.value for word in Said}:
        raise InputError(f"--said is '{said}': expected camera, confirmed, corrected or given")
    store = _store(folder)
    held_out = store.held_out()
    chosen = [face for face in store.faces() if label in (None, face.label) and said in (None, face.said.value)]
    if json:
        for face in chosen:
            print_json(_fields(face, held_out))
        return
    from rich.table import Table

    table = Table("file", "label", "said by", "read as", "series", "", box=None, pad_edge=False)
    for face in chosen:
        read = f"{face.read}{'' if face.sure else '?'}"
        table.add_row(face.file, face.label, face.said.value, read, face.series, "held out" * (face.series in held_out))
    people().print(table)


def add(
    images: Annotated[list[Path], typer.Argument(metavar="IMAGE...|FOLDER", help="Pictures, or folders of them.")],
    label: Annotated[
        str, typer.Option(metavar="TILES", help="What each picture shows, in reading order: 1s, 123m5z, back or other.")
    ],
    folder: FolderOption = None,
    face: Annotated[bool, typer.Option("--face", help="Each picture is one face and nothing else.")] = False,
    held_out: Annotated[bool, typer.Option("--held-out", help="To check with, not to train on.")] = False,
    model: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Another model than the shipped one (with its card beside it).")
    ] = None,
    json: options.JsonOption = False,
) -> None:
    """Add faces from pictures whose labels are given."""
    from datetime import UTC, datetime

    from referee.daemon.console import counted, people, print_json
    from referee.daemon.labelled_pictures import LabelledPictures, labels_of
    from referee.tiles import InputError
    from vision.classify import MARGIN, Classifier
    from vision.locate_model import LocatorModel
    from vision.paper import settle_plain
    from vision.picture_file import picture_paths, read_picture
    from vision.see import Seer

    labels = labels_of(label)
    if face and len(labels) != 1:
        raise InputError(f"--label {label}: {len(labels)} labels, but with --face a picture shows one")
    paths = picture_paths(images)
    classifier = Classifier(model)
    seer = Seer(classifier, MARGIN, LocatorModel(), settle=partial(settle_plain, card=classifier.model))
    pictures = LabelledPictures(classifier, seer, held_out)
    found = []
    for path in paths:
        picture = read_picture(path)
        try:
            found += [pictures.single_face(picture, labels[0])] if face else pictures.faces(picture, labels)
        except InputError as error:
            raise InputError(f"{path}: {error}") from error
    store = _store(folder)
    count = store.keep(found, datetime.now(UTC).isoformat(timespec="seconds"))
    if json:
        print_json({"folder": str(store.folder), "added": count, "read": [one.read for one in found]})
    else:
        people().print(f"{counted(count, 'face')} added to {store.folder}")


def remove(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Names of faces as `capture list` has them.")],
    folder: FolderOption = None,
    json: options.JsonOption = False,
) -> None:
    """Remove faces, such as those whose label is wrong."""
    from referee.daemon.console import counted, people, print_json

    store = _store(folder)
    store.remove([Path(file).name for file in files])
    left = len(store.faces())
    if json:
        print_json({"folder": str(store.folder), "removed": len(set(files)), "left": left})
    else:
        people().print(f"{counted(len(set(files)), 'face')} removed, {left} left")


def _store(folder: Path | None) -> "CapturedFaces":
    from referee.daemon.captured_faces import CapturedFaces
    from referee.daemon.folders import default_captured

    return CapturedFaces(folder or default_captured())


def _figures(faces: Sequence["CapturedFace"], held_out: frozenset[str]) -> dict[str, Any]:
    from referee.daemon.captured_face import Said
    from referee.tiles import LABELS

    labels = {
        label: {
            "faces": len(of_label),
            "held_out": sum(face.series in held_out for face in of_label),
            "corrected": sum(face.said is Said.CORRECTED for face in of_label),
            "bytes": sum(face.bytes for face in of_label),
        }
        for label in LABELS
        if (of_label := [face for face in faces if face.label == label])
    }
    seen = [face for face in faces if face.said is not Said.GIVEN]
    confusions = Counter((face.label, face.read) for face in faces if face.read and face.read != face.label)
    return {
        "faces": len(faces),
        "said": {word.value: sum(face.said is word for face in faces) for word in Said},
        "corrected_share": sum(face.said is Said.CORRECTED for face in seen) / len(seen) if seen else 0.0,
        "labels": labels,
        "confusions": [
            {"label": label, "read": read, "count": count} for (label, read), count in confusions.most_common()
        ],
        "series": len({face.series for face in faces}),
    }


def _fields(face: "CapturedFace", held_out: frozenset[str]) -> dict[str, object]:
    return {
        "file": face.file,
        "label": face.label,
        "said": face.said.value,
        "read": face.read,
        "confidence": face.confidence,
        "sure": face.sure,
        "series": face.series,
        "held_out": face.series in held_out,
        "camera": face.camera,
        "at": face.at,
        "model": face.model,
        "bytes": face.bytes,
    }


def _megabytes(faces: Sequence["CapturedFace"]) -> float:
    return sum(face.bytes for face in faces) / 1e6
