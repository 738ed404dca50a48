"""onnxruntime without its telemetry: this program works offline and tells nobody what it does.

As shipped for Linux, onnxruntime resolves a name of its maker and writes a session file and a database into the user's
folders, as soon as it is imported; only an environment variable that is set before that keeps it from doing so. So
nothing else in the product imports onnxruntime. No state of its own; any thread.
"""

import os
from typing import Any, Final

_TELEMETRY_OFF: Final = {"ORT_DISABLE_TELEMETRY": "1"}


def load_runtime() -> Any:
    """The module `onnxruntime`; it has no types of its own."""
    os.environ.update(_TELEMETRY_OFF)
    import onnxruntime

    return onnxruntime
