"""An installation of its own for a benchmark: the product's settings, and a database that is its alone."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def prepare(folder: Path, settings: str = "config.settings", database: str = "") -> None:
    """In this process; without the address of a database, with an SQLite file in the folder."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": settings,
        "TALON_SECRET_KEY": secrets.token_urlsafe(64),
        "TALON_HOSTS": "localhost",
        "TALON_PLAIN_HTTP": "yes",
        "TALON_DATA_DIR": str(folder),
        "TALON_DATABASE_URL": database,
    }
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
