"""One line of a control channel: a JSON object that asks, tells or answers. Pure."""

import json
from collections.abc import Mapping
from typing import Final, TypeAlias

from referee.tiles.errors import InputError

Request: TypeAlias = Mapping[str, object]
Facts: TypeAlias = dict[str, object]
MAX_LINE: Final = 65_536


def parse_request(line: bytes) -> Request:
    """The request of one line. Raises InputError."""
    try:
        request = json.loads(line)
    except ValueError as error:
        raise InputError(f"not JSON: {line[:60]!r}") from error
    if not isinstance(request, dict):
        raise InputError(f"a request is a JSON object, not {line[:60]!r}")
    return request
