"""What all servers of one installation must have the same: the two keys, and where files live.

With two keys everybody would be signed out at every second page; with two places a photograph would be seen
at every second look. So the database keeps what its servers have agreed on, and a server with other settings
does not start. An installation on SQLite has one server.
"""

from __future__ import annotations

from enum import Enum

from django.conf import settings
from django.db import connection

from clubs.backups.folder import installation_mark
from clubs.books import sealing
from clubs.models import Installation

_ROW = 1


class Disagreement(Enum):
    """What this server has otherwise than those before it."""

    KEY = "key"
    LOG_KEY = "log_key"
    FILES = "files"


def find_disagreement() -> Disagreement | None:
    """Return the first difference from what was agreed; None without one, and before the first start."""
    if connection.vendor == "sqlite" or not _has_table():
        return None
    # Before an update has been made, the table does not have the mark of the log's key yet.
    missing = [] if "log_key_mark" in _columns() else ["log_key_mark"]
    agreed, own = Installation.objects.defer(*missing).filter(pk=_ROW).first(), _own_settings()
    if agreed is None:
        return None
    if agreed.key_mark != own.key_mark:
        return Disagreement.KEY
    if not missing and agreed.log_key_mark and agreed.log_key_mark != own.log_key_mark:
        return Disagreement.LOG_KEY
    return Disagreement.FILES if agreed.files != own.files else None


def agree() -> None:
    """Record the settings of the first server, for those to come."""
    if connection.vendor != "sqlite":
        agreed = Installation.objects.filter(pk=_ROW).first()
        if agreed is None or not agreed.log_key_mark:  # from before logs were sealed
            adopt_own_settings()


def adopt_own_settings() -> None:
    """Make the settings of this server those of the installation."""
    _own_settings().save()


def _own_settings() -> Installation:
    return Installation(
        pk=_ROW, key_mark=installation_mark(), log_key_mark=sealing.key_mark(), files=settings.FILES
    )


def _has_table() -> bool:
    return Installation._meta.db_table in connection.introspection.table_names()


def _columns() -> set[str]:
    with connection.cursor() as cursor:
        table = connection.introspection.get_table_description(cursor, Installation._meta.db_table)
    return {column.name for column in table}
