"""The reasons of failed backups as sentences; a stored reason is a code, so that each reader gets the own
language."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _lazy

_SENTENCES: Final[dict[str, Promise]] = {
    "nothing": _lazy(
        "There is nothing to back up in %(what)s: Talon has never been started with this folder."
    ),
    "no_folder": _lazy("%(what)s cannot be found. Is the USB stick plugged in?"),
    "no_room": _lazy("There is no room for a backup in %(what)s. The earlier backups are all there."),
    "not_written": _lazy("The backup cannot be written: %(what)s"),
    "damaged": _lazy("The database itself is damaged: %(what)s"),
    "no_database": _lazy("The database could not be backed up: %(what)s"),
    "no_program": _lazy("%(what)s is missing on this machine: install PostgreSQL's client programs."),
}


def reason_sentence(code: str, detail: str) -> str:
    return str(_SENTENCES.get(code, _SENTENCES["not_written"])) % {"what": detail}
