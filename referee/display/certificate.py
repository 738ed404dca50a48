"""What the pages are served with over TLS."""

import ssl
from dataclasses import dataclass
from pathlib import Path

from referee.display.errors import DisplayError


@dataclass(frozen=True, slots=True)
class Certificate:
    """What the pages are served with over TLS: PEM files of the chain and of its key."""

    chain: Path
    key: Path

    def check(self) -> None:
        """Raise DisplayError unless the files are there and belong together."""
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(self.chain, self.key)
        except (OSError, ssl.SSLError) as error:
            reason = getattr(error, "reason", None) or getattr(error, "strerror", None) or str(error)
            raise DisplayError(f"certificate {self.chain} with key {self.key}: cannot be used ({reason})") from error
