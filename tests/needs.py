"""What a test says when the machine lacks what it needs: in CI a failure, elsewhere a skip with reason."""

import os
import shutil
from typing import NoReturn

import pytest


def unavailable(reason: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def program(name: str, package: str) -> str:
    """The path of a program of the machine."""
    return shutil.which(name) or unavailable(f"{name} is missing (Debian's package {package})")
