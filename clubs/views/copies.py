"""The page of the copies: for the keeper of the installation, since a copy holds everything of everybody.

They cannot be fetched here: in a hall the network is plain HTTP, and with a copy goes the key.
"""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.backups import folder, state
from clubs.backups.create import CannotCopy, make_copy
from clubs.web.decorators import edits, person


@edits
def copies(request: HttpRequest) -> HttpResponse:
    """Which there are, since when nothing is copied, and one more at a touch."""
    if not person(request).is_keeper:
        raise PermissionDenied
    if request.method == "POST":
        return _copied_now(request)
    last = state.last_copy()
    shown = {
        "copies": folder.copies(),
        "place": folder.place(),
        "last": last,
        "since": state.uncopied(last).since,
    }
    return render(request, "clubs/backups/page.html", shown)


def _copied_now(request: HttpRequest) -> HttpResponse:
    """What fails stands on top of the next page by itself, with its reason."""
    try:
        make_copy(timezone.now())
    except CannotCopy:
        return redirect("clubs:copies")
    messages.success(request, _("A copy of everything is made."))
    return redirect("clubs:copies")
