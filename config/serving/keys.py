"""The secret key of an installation: made at the first start, kept beside the database, its owner's alone."""

import os
import secrets
from pathlib import Path

_FILE = "secret-key"


def secret_key(data: Path) -> str:
    """Written whole or not at all: a start that is interrupted here leaves no half key."""
    file = data / _FILE
    if file.is_file() and (kept := file.read_text(encoding="ascii").strip()):
        return kept
    made = secrets.token_urlsafe(64)
    draft = data / f"{_FILE}.{os.getpid()}"
    draft.touch(mode=0o600)
    draft.write_text(made + "\n", encoding="ascii")
    draft.replace(file)
    return made
