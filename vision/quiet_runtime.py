"""onnxruntime without its telemetry: this program works offline and tells nobody what it does.

As shipped for Linux, onnxruntime resolves a name of its maker and writes a session file and a database into the user's
folders, as soon as it is imported; only an environment variable that is set before that keeps it from doing so. So
nothing else in the product imports onnxruntime. No state of its own; any thread.
"""

import os
from pathlib import Path
from typing import Any, Final

from vision.model_file import ModelFileError

_TELEMETRY_OFF: Final = {"ORT_DISABLE_TELEMETRY": "1"}


def load_runtime() -> Any:
    """The module `onnxruntime`; it has no types of its own."""
    os.environ.update(_TELEMETRY_OFF)
    import onnxruntime

    return onnxruntime


def open_session(model_path: Path, threads: int) -> Any:
    """A session of a model on the CPU, on at most `threads` threads that sleep while nobody asks.

    Raises ModelFileError when the file is not a model.
    """
    runtime = load_runtime()
    options = runtime.SessionOptions()
    options.intra_op_num_threads = max(1, threads)
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    try:
        return runtime.InferenceSession(str(model_path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's own exceptions share no public base but Exception
        raise ModelFileError(f"{model_path}: not a model that onnxruntime can load; reinstall junanaho") from error
