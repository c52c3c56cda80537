"""The front page, which is the same for everybody, and the part of it that is the viewer's own."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.models import Club, User
from clubs.people.queries import clubs_with_roles
from clubs.web.extensions import account_links_of
from clubs.web.revisions import kept_by_revision, public_tag
from tournaments.tonight.evenings import load_evenings, revision_of_front
from tournaments.tonight.next_steps import beginnings_of, next_steps_of
from tournaments.tonight.seats import are_all_named, find_seats


@require_safe
@kept_by_revision(revision_of_front, free={"q"})
def front_page(request: HttpRequest) -> HttpResponseBase:
    """What is being played, where one sits, the way to one's table, what comes next, and the clubs."""
    tag, evenings = public_tag(request, revision_of_front().number), load_evenings()
    query = request.GET.get("q", "").strip()
    context = {
        "evenings": evenings,
        "asked": query,
        "found": list(find_seats(request, evenings.now, query)) if query else [],
        "unnamed": bool(query) and not are_all_named(request, evenings.now),
        "clubs": Club.objects.only("name", "short_name", "place"),
        "tag": tag,
    }
    return render(request, "tournaments/tonight/front.html", context)


@require_safe
@never_cache
def own_part(request: HttpRequest) -> HttpResponse:
    """The running events of whoever is signed in, each with its next step; and a token for the field of the
    PIN, which the page for everybody cannot hold."""
    user = request.user
    context: dict[str, object] = {}
    if isinstance(user, User) and user.is_active:
        context = {
            "links": account_links_of(user),
            "steps": next_steps_of(user),
            "beginnings": list(beginnings_of(user)),
            "clubs": clubs_with_roles(user),
        }
    return render(request, "tournaments/tonight/_own_part.html", context)
