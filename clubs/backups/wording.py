"""Why there is no copy, as a sentence. What is kept is the code: each reader has it in his own language."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_SENTENCES: Final[dict[str, Promise]] = {
    "nothing": _("There is nothing to copy in %(what)s: Talon has never been started with this folder."),
    "no_folder": _("%(what)s is not there. Is the stick in?"),
    "no_room": _("There is no room for a copy in %(what)s. The earlier copies are all there."),
    "not_written": _("The copy cannot be written: %(what)s"),
    "damaged": _("The database itself is damaged: %(what)s"),
    "no_database": _("The database gave no copy: %(what)s"),
    "no_program": _("%(what)s is missing on this machine: install PostgreSQL's client programs."),
}


def sentence(why: str, what: str) -> str:
    return str(_SENTENCES.get(why, _SENTENCES["not_written"])) % {"what": what}
