"""The keys of an installation: generated at the first start, each in a file of its own in the data folder.

The key of the log is in no backup: whoever has a copy of the database is not to have it too.
"""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from config.serving.venv import ROOT

_FILE = "secret-key"
_LOG_FILE = "log-key"
# The name of the key of the log until the logs that were there before it are sealed with it.
_NEW_LOG_FILE = "log-key.new"


def secret_key(data: Path) -> str:
    """Return the secret key; a new one is written atomically, so that no interruption leaves half a key."""
    return _read(data / _FILE) or _generate(data / _FILE)


def log_key(data: Path) -> str:
    """Return the key of the log; "" before the first start."""
    return _read(data / _LOG_FILE) or _read(data / _NEW_LOG_FILE)


def provide_log_key(environment: Mapping[str, str]) -> None:
    """Let the settings that are read next find a key of the log: that of the environment, or one in its file.

    A process that writes without the key would leave a log that is not sealed.
    """
    if not environment.get("TALON_LOG_KEY"):
        ensure_log_key(Path(environment.get("TALON_DATA_DIR") or ROOT / "var").resolve())


def ensure_log_key(data: Path) -> None:
    """Generate the key of the log if there is none. Until it is confirmed, it is new."""
    if not log_key(data):
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        _generate(data / _NEW_LOG_FILE)


def is_new_log_key(data: Path) -> bool:
    return not _read(data / _LOG_FILE) and bool(_read(data / _NEW_LOG_FILE))


def confirm_log_key(data: Path) -> None:
    """Give the key its lasting name: what was there before it is sealed."""
    (data / _NEW_LOG_FILE).replace(data / _LOG_FILE)


def _read(file: Path) -> str:
    return file.read_text(encoding="ascii").strip() if file.is_file() else ""


def _generate(file: Path) -> str:
    key = secrets.token_urlsafe(64)
    write_private(file, key + "\n")
    return key


def write_private(file: Path, text: str) -> None:
    """Write a file for its owner alone, whole or not at all."""
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(text, encoding="ascii")
    draft.replace(file)
