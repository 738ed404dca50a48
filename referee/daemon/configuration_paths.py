"""Paths in a configuration file are meant from the folder that it lies in. Nothing is opened or checked here."""

from pathlib import Path
from typing import Any, Final

from referee.daemon.stream_settings import with_stream_paths
from referee.rules import preset_names

_PATHS: Final = ("store",)
_PATHS_WITHIN: Final = (("recognition", "model"), ("capture", "folder"), ("evidence", "folder"), ("backup", "folder"))


def with_paths(data: Any, folder: Path) -> Any:
    """The data with its paths meant from the folder; strict validation wants them as paths, and lists as tuples."""
    if data is None:
        return {}
    if not isinstance(data, dict):
        return data
    found = dict(data)
    for key in _PATHS:
        if isinstance(found.get(key), str):
            found[key] = folder / found[key]
    for section, key in _PATHS_WITHIN:
        within = found.get(section)
        if isinstance(within, dict) and isinstance(within.get(key), str):
            found[section] = {**within, key: folder / within[key]}
    web = found.get("web")
    if isinstance(web, dict) and isinstance(web.get("tls"), dict):
        tls = {key: folder / name if isinstance(name, str) else name for key, name in web["tls"].items()}
        found["web"] = {**web, "tls": tls}
    if "stream" in found:
        found["stream"] = with_stream_paths(found["stream"], folder)
    rules = found.get("rules")
    if isinstance(rules, str) and rules not in preset_names() and (folder / rules).is_file():
        found["rules"] = str(folder / rules)
    if isinstance(found.get("cameras"), list):
        found["cameras"] = tuple(
            {**camera, "calibration": folder / camera["calibration"]}
            if isinstance(camera, dict) and isinstance(camera.get("calibration"), str)
            else camera
            for camera in found["cameras"]
        )
    return found
