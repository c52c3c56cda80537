"""The page of the backups, for the keeper of the installation.

A backup contains the key: it can be downloaded over TLS alone. In a hall the network is plain HTTP.
"""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.backups import folder, state
from clubs.backups.create import BackupError, create_backup
from clubs.files.areas import area
from clubs.models import Erasure
from clubs.people.erasures import list_name
from clubs.web.decorators import form_page, page, signed_in_user


@form_page
def backups(request: HttpRequest) -> HttpResponse:
    """Show the backups and the time since the last one, and create one."""
    _require_keeper(request)
    if request.method == "POST":
        return _create_backup_now(request)
    last = state.last_backup()
    context = {
        "backups": folder.list_backups(),
        "place": area("copies").place(),
        "erasures": list_name() if Erasure.objects.exists() else "",
        "last": last,
        "since": state.changes_since(last).since,
    }
    return render(request, "clubs/backups/page.html", context)


@page
def backup_file(request: HttpRequest, name: str) -> HttpResponseBase:
    """Return a backup as a download."""
    _require_keeper(request)
    backup = next((backup for backup in folder.list_backups() if backup.name == name), None)
    if backup is None:
        raise Http404
    if not request.is_secure():
        raise PermissionDenied
    return FileResponse(
        backup.open(), as_attachment=True, filename=backup.name, content_type="application/zip"
    )


def _require_keeper(request: HttpRequest) -> None:
    if not signed_in_user(request).is_keeper:
        raise PermissionDenied


def _create_backup_now(request: HttpRequest) -> HttpResponse:
    """Create a backup; a failure appears as the warning on the next page."""
    try:
        create_backup(timezone.now())
    except BackupError:
        return redirect("clubs:copies")
    messages.success(request, _("A backup of everything has been made."))
    return redirect("clubs:copies")
