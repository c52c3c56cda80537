"""What stands on top of the pages of signed-in people while no copies are made."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from clubs.backups import state


def copies(_request: HttpRequest) -> dict[str, object]:
    """For templates; a file is looked at where one asks, and no row is read."""
    return {"copies_trouble": _told}


def _told() -> str:
    failed = state.failure()
    if failed is None:
        return ""
    return _("At present no copies of the evening are made. %(reason)s") % {"reason": failed.reason}
