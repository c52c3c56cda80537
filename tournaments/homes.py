"""Leads from an event's book to its pages, and from a club's page to its events."""

from django.urls import reverse

from clubs.homes import Home, register_home
from clubs.models import Book, Club
from clubs.pages import Part, club_parts
from tournaments.models import Tournament

LATEST = 20


def event_of(book: Book) -> Home:
    event = Tournament.objects.get(book=book)
    return Home(
        event.name,
        reverse("tournaments:event", args=[event.pk]),
        reverse("tournaments:desk", args=[event.pk]),
    )


register_home(Book.Kind.TOURNAMENT, event_of)


def events_of(club: Club) -> Part:
    """The club's latest events, for its page."""
    latest = list(club.tournaments.order_by("-on_day", "name")[:LATEST])
    return Part("tournaments/club_events.html", {"club": club, "events": latest})


club_parts.append(events_of)
