"""The events of a club for those who work there: what runs with its next step, then the earlier ones."""

from __future__ import annotations

from typing import Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.people.page_access import club_for, desk_page
from clubs.web import exports
from clubs.web.decorators import page, signed_in_user
from clubs.web.extensions import account_links_of
from clubs.web.tables import lists_report
from tournaments.history.tables import events_table
from tournaments.play.event_order import latest_first
from tournaments.tonight.next_steps import next_steps_in

_EARLIER_PER_PAGE: Final = 30


@page
def club_events(request: HttpRequest, pk: int) -> HttpResponseBase:
    club = club_for(request, pk, permissions.ANY_ROLE)
    listed = latest_first(
        club.tournaments.filter(book__archived_at=None).select_related("book", "announcement")
    )
    file = exports.export_response(
        request, lambda: lists_report(club.name, events_table(listed)), lambda: club_book(club)
    )
    if file is not None:
        return file
    user = signed_in_user(request)
    steps = next_steps_in(club, user)
    running, told = {step.evening.event.pk for step in steps}, {event.pk for event in listed}
    # The page of an event leads to its sections and finals.
    earlier = [event for event in listed if event.pk not in running and event.whole_id not in told]
    context = {
        "links": account_links_of(user),
        "steps": steps,
        "gatherings": club.gatherings.filter(dissolved_at=None),
        "earlier": Paginator(earlier, _EARLIER_PER_PAGE).get_page(request.GET.get("page", "")),
    }
    return desk_page(request, "tournaments/tonight/club_events.html", club, context)
