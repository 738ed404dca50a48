"""The folder of captured faces: pictures of single tiles with their labels, in the form that training reads.

`split.json` names the series of each part, `captured/labels.json` what each picture shows (see `models.photos`); a
series is one day of one camera. Every file is written whole or not at all, and the list after the pictures that it
names, so that an end at any instant leaves a folder that can be read. Hidden hands are among the faces: files are this
user's alone. Any thread or process may use it; one at a time gets in.
"""

import contextlib
import fcntl
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from referee.daemon.captured_face import (
    SET,
    SUFFIX,
    CapturedFace,
    CapturedFacesError,
    CaptureLimits,
    Face,
    Said,
    captured,
    entry_of,
    face_of,
    surplus,
    with_series,
)
from referee.whole_file import write_whole

_OWN: Final = 0o600


class CapturedFaces:
    """One folder of captured faces; it is made when the first face is kept."""

    def __init__(self, folder: Path, limits: CaptureLimits | None = None) -> None:
        self.folder = folder
        self._limits = limits or CaptureLimits()
        self._set = folder / SET
        self._labels = self._set / "labels.json"
        self._split = folder / "split.json"

    def faces(self) -> tuple[CapturedFace, ...]:
        """All kept faces, oldest first; none if there is no such folder. Raises CapturedFacesError."""
        entries = _read(self._labels)
        try:
            faces = [face_of(file, entry) for file, entry in entries.items()]
        except (KeyError, TypeError, ValueError) as error:
            raise CapturedFacesError(f"{self._labels}: an entry is no captured face's ({error!r})") from error
        return tuple(sorted(faces, key=lambda face: face.number))

    def held_out(self) -> frozenset[str]:
        """The series that are not trained on. Raises CapturedFacesError."""
        return frozenset(self._parts().get("validation", {}).get(SET, ()))

    def keep(self, faces: Iterable[Face], at: str) -> int:
        """Keep faces, as far as the limits allow, and drop what they are worth more than; how many were added.

        `at` is the time (ISO 8601), whose day is part of the series. Raises CapturedFacesError.
        """
        with self._alone():
            known = list(self.faces())
            self._tidy(known)
            number = max([0, *(face.number for face in known)])
            read = Counter((face.label, face.series) for face in known if face.said is Said.CAMERA)
            added: dict[str, bytes] = {}
            for face in faces:
                kept = captured(face, number + 1, at)
                if face.said is Said.CAMERA:
                    read[(kept.label, kept.series)] += 1
                    if read[(kept.label, kept.series)] > self._limits.most_read_per_series:
                        continue
                known.append(kept)
                added[kept.file] = face.picture
                number += 1
            dropped = surplus(known, self._limits)
            self._write(known, added, dropped)
            return len(added.keys() - dropped)

    def remove(self, files: Sequence[str]) -> None:
        """Drop faces by the names of their files. Raises CapturedFacesError for one that is not there."""
        with self._alone():
            known = list(self.faces())
            strange = [file for file in files if file not in {face.file for face in known}]
            if strange:
                raise CapturedFacesError(f"{self._set}: there is no face '{strange[0]}' (see junanaho capture list)")
            self._write(known, {}, set(files))

    def _parts(self) -> dict[str, Any]:
        split = _read(self._split)
        if not all(isinstance(sets, dict) and isinstance(sets.get(SET, []), list) for sets in split.values()):
            raise CapturedFacesError(f"{self._split}: is no division into series; move the folder away to begin anew")
        return split

    def _write(self, known: Sequence[CapturedFace], added: dict[str, bytes], dropped: set[str]) -> None:
        """Pictures, then the parts, then the list of what there is; what is on no list any more is removed last."""
        kept = [face for face in known if face.file not in dropped]
        with _named_failure(self._set):
            for file, picture in added.items():
                if file not in dropped:
                    write_whole(self._set / file, picture, _OWN)
            split = with_series(self._parts(), kept)
            write_whole(self._split, _as_text(split), _OWN)
            write_whole(self._labels, _as_text({face.file: entry_of(face) for face in kept}), _OWN)
            for file in dropped - added.keys():
                (self._set / file).unlink(missing_ok=True)

    def _tidy(self, known: Sequence[CapturedFace]) -> None:
        """Remove what an end at the wrong instant left behind."""
        listed = {face.file for face in known}
        for path in self._set.iterdir():
            if path.suffix == ".part" or (path.suffix == SUFFIX and path.name not in listed):
                path.unlink(missing_ok=True)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        with _named_failure(self.folder):
            self._set.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(self._set / ".lock", os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)


def _read(path: Path) -> dict[str, Any]:
    """A JSON object, empty if there is no such file."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise CapturedFacesError(f"{path}: cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise CapturedFacesError(f"{path}: is no JSON ({error}); move the folder away to begin anew") from error
    if not isinstance(found, dict):
        raise CapturedFacesError(f"{path}: is no list of captured faces; move the folder away to begin anew")
    return found


def _as_text(content: dict[str, Any]) -> bytes:
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


@contextlib.contextmanager
def _named_failure(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        place = error.filename or folder
        raise CapturedFacesError(f"{place}: cannot be written ({error.strerror})") from error
