"""The secret key of an installation: generated at the first start, stored in the data folder."""

import os
import secrets
from pathlib import Path

_FILE = "secret-key"


def secret_key(data: Path) -> str:
    """Return the secret key; a new one is written atomically, so that no interruption leaves half a key."""
    file = data / _FILE
    if file.is_file() and (stored := file.read_text(encoding="ascii").strip()):
        return stored
    key = secrets.token_urlsafe(64)
    draft = data / f"{_FILE}.{os.getpid()}"
    draft.touch(mode=0o600)
    draft.write_text(key + "\n", encoding="ascii")
    draft.replace(file)
    return key
