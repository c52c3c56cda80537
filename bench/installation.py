"""Installations of a benchmark's own: the product's settings, a database that is its alone, and its pages."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clubs.models import User
    from tests.house.starting import Talon


def database(postgres: bool) -> AbstractContextManager[str]:
    """Give the address of an empty database of our own; none stands for a file in the data folder."""
    from tests.steps.servers import empty_database

    return empty_database() if postgres else nullcontext("")


def prepare(folder: Path, settings: str = "config.settings", url: str = "") -> None:
    """Make an installation for this process; without the address of a database, with an SQLite file."""
    _set_up(
        {
            "DJANGO_SETTINGS_MODULE": settings,
            "TALON_SECRET_KEY": secrets.token_urlsafe(64),
            "TALON_LOG_KEY": secrets.token_urlsafe(64),
            "TALON_HOSTS": "localhost",
            "TALON_PLAIN_HTTP": "yes",
            "TALON_DATA_DIR": str(folder),
            "TALON_DATABASE_URL": url,
        }
    )
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def use_installation_of(talon: Talon) -> None:
    """Use the installation of a running server in this process."""
    from config.serving.__main__ import build_environment

    _set_up({**build_environment(talon.data, hall=[]), **talon.extra})


def _set_up(environment: dict[str, str]) -> None:
    import django

    os.environ |= environment
    django.setup()


def page_getter(user: User) -> Callable[[str], bytes]:
    """Sign in; the function returns the page at an address."""
    from django.test import Client

    client = Client(headers={"Host": "localhost"})
    client.force_login(user)

    def get(address: str) -> bytes:
        answer = client.get(address)
        if answer.status_code != 200:
            raise AssertionError(f"{address} answered {answer.status_code}")
        return answer.content

    return get
