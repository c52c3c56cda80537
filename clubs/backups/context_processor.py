"""The warning on the pages of signed-in users while backups fail."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from clubs.backups import state


def backup_warning(_request: HttpRequest) -> dict[str, object]:
    """Return a function for templates: it reads a file when it is called, and no row."""
    return {"backup_warning": _warning}


def _warning() -> str:
    failure = state.last_failure()
    if failure is None:
        return ""
    return _("No backups are being made at present. %(reason)s") % {"reason": failure.reason}
