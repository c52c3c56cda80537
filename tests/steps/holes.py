"""Asks OSV, through uv, whether a package of those that are pinned has a known hole.

An answer counts only from a service that knows something: one that never heard of a package names no hole of
it either.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

UV = Path(sys.executable).with_name("uv.exe" if sys.platform == "win32" else "uv")
SERVICE = "https://api.osv.dev/"
# Whoever knows holes at all knows those of this one: CVE-2022-40897, CVE-2024-6345, CVE-2025-47273.
FULL_OF_HOLES = "setuptools==65.5.0"
_LIMIT = 120
_CLEAN, _FOUND = 0, 1


class NoAnswer(Exception):
    """Nobody could be asked; the message says why."""


def known_holes(pins: Sequence[str], service: str = SERVICE) -> str:
    """Return what the service says of the pins, or nothing if they have no known hole; raises NoAnswer."""
    if not _ask([FULL_OF_HOLES], service):
        raise NoAnswer(
            f"{service} knows of no hole in {FULL_OF_HOLES}, so its silence about others says nothing"
        )
    return _ask(pins, service)


def _ask(pins: Sequence[str], service: str) -> str:
    with tempfile.TemporaryDirectory(prefix="talon-holes-") as folder:
        script = Path(folder) / "pins.py"
        script.write_text(_script_that_needs(pins), encoding="utf-8")
        return _what_uv_says_of(script, service)


def _script_that_needs(pins: Sequence[str]) -> str:
    needs = "".join(f'#     "{pin}",\n' for pin in pins)
    return f'# /// script\n# requires-python = ">=3.11"\n# dependencies = [\n{needs}# ]\n# ///\n'


def _what_uv_says_of(script: Path, service: str) -> str:
    command = [str(UV), "audit", "--quiet", "--no-config", "--script", str(script), "--service-url", service]
    asked = subprocess.run(
        command,
        env={**os.environ, "UV_HTTP_RETRIES": "0", "UV_PREVIEW_FEATURES": "audit-command"},
        capture_output=True,
        text=True,
        timeout=_LIMIT,
        check=False,
    )
    if asked.returncode == _CLEAN:
        return ""
    if asked.returncode == _FOUND:
        return asked.stdout or asked.stderr
    raise NoAnswer(" ".join(asked.stderr.split()) or f"uv ended with {asked.returncode}")
