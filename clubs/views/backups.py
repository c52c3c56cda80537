"""The page of the backups, for the keeper of the installation.

Backups cannot be downloaded here: in a hall the network is plain HTTP, and a backup contains the key.
"""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.backups import folder, state
from clubs.backups.create import BackupError, create_backup
from clubs.web.decorators import form_page, signed_in_user


@form_page
def backups(request: HttpRequest) -> HttpResponse:
    """Show the backups and the time since the last one, and create one."""
    if not signed_in_user(request).is_keeper:
        raise PermissionDenied
    if request.method == "POST":
        return _create_backup_now(request)
    last = state.last_backup()
    context = {
        "backups": folder.list_backups(),
        "place": folder.backup_folder(),
        "last": last,
        "since": state.changes_since(last).since,
    }
    return render(request, "clubs/backups/page.html", context)


def _create_backup_now(request: HttpRequest) -> HttpResponse:
    """Create a backup; a failure appears as the warning on the next page."""
    try:
        create_backup(timezone.now())
    except BackupError:
        return redirect("clubs:copies")
    messages.success(request, _("A copy of everything is made."))
    return redirect("clubs:copies")
