"""The pages of a club on its gatherings: put together, changed, dissolved, and one jury for all events."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.models import Role
from clubs.people.page_access import club_for, desk_page
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page, post_only
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import viewer_roles
from tournaments.gatherings.forms import GatheringForm, RoleInAllForm
from tournaments.gatherings.jury import (
    GIVEN,
    books_of,
    give_role_in_all,
    people_known_to,
    revoke_role_in_all,
    roles_in_events,
)
from tournaments.gatherings.making import (
    change_gathering,
    dissolve_gathering,
    free_events,
    make_gathering,
    plan_of,
)
from tournaments.gatherings.page import events_of
from tournaments.models import Gathering


@form_page
def gathering_new(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Put events of a club together."""
    club = club_for(request, pk, permissions.DIRECTORS)
    events = list(free_events(club))
    form = GatheringForm(request.POST if request.method == "POST" else None, events=events)
    by, made = author_of(request), list[Gathering]()
    if request.method == "POST" and form.is_valid():
        key = form.cleaned_data["key"]
        if run_into_form(form, lambda by: made.append(make_gathering(by, club, form.plan, key)), by):
            say_done(request, club_book(club), _("The events go together now."), by)
            return redirect("tournaments:gathering_desk", made[0].pk)
    return desk_page(request, "tournaments/gatherings/new.html", club, {"form": form, "events": events})


@form_page
def gathering_desk(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The name and the events, and who has a role in all of them."""
    found = _gathering_for(request, pk)
    plan = plan_of(found)
    events = free_events(found.club, found)
    sent = request.POST if request.method == "POST" else None
    form, by = GatheringForm(sent, events=events, plan=plan), author_of(request)
    if form.is_valid() and run_into_form(
        form, lambda by: change_gathering(by, found, form.plan, form.seen), by
    ):
        say_done(request, club_book(found.club), _("The events that go together have been changed."), by)
        return redirect("tournaments:gathering_desk", found.pk)
    kinds = _givable(request, found)
    context = {
        "gathering": found,
        "form": form,
        "events": list(events_of(found)),
        "number_of_books": len(books_of(found)),
        "roles": [(one, one.kind in kinds) for one in roles_in_events(found)],
        "people_form": RoleInAllForm(people=list(people_known_to(found.club)), kinds=kinds),
    }
    return desk_page(request, "tournaments/gatherings/desk.html", found.club, context)


@post_only
def gathering_dissolve(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Let the events go separate ways; one tap, with an undo."""
    found, by = _gathering_for(request, pk), author_of(request)
    dissolve_gathering(by, found)
    say_done(request, club_book(found.club), _("The events no longer go together."), by)
    return redirect("tournaments:club_events", found.club_id)


@post_only
def gathering_people(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Give somebody a role in all events, or take it back in all."""
    found, by = _gathering_for(request, pk), author_of(request)
    people = list(people_known_to(found.club))
    form = RoleInAllForm(request.POST, people=people, kinds=_givable(request, found))
    if not form.is_valid():
        messages.error(request, _("Choose a person and a role."))
        return redirect("tournaments:gathering_desk", pk)
    kind, takes_back = Role.Kind(form.cleaned_data["kind"]), "back" in request.POST
    verb = revoke_role_in_all if takes_back else give_role_in_all
    verb(by, found, form.user, kind)
    words = {"name": form.user.name, "role": kind.label}
    done = _("%(name)s no longer has the role %(role)s in these events.") if takes_back else ""
    done = done or _("%(name)s has the role %(role)s in all these events.")
    messages.success(request, done % words)
    return redirect("tournaments:gathering_desk", pk)


def _gathering_for(request: HttpRequest, pk: int) -> Gathering:
    """Return a gathering for those who direct its club. Raises Http404 and PermissionDenied."""
    found = get_object_or_404(Gathering.objects.select_related("club"), pk=pk, dissolved_at=None)
    club_for(request, found.club_id, permissions.DIRECTORS)
    return found


def _givable(request: HttpRequest, gathering: Gathering) -> list[Role.Kind]:
    """Return the roles that the viewer may give in every event."""
    here = viewer_roles(request, club_book(gathering.club))
    books = books_of(gathering)
    return [
        kind
        for kind in GIVEN
        if books and all(not here.isdisjoint(permissions.givers_of(book, kind)) for book in books)
    ]
