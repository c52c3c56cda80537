"""Leads from an event's book to its pages."""

from django.urls import reverse

from clubs.homes import Home, register_home
from clubs.models import Book
from tournaments.models import Tournament


def event_of(book: Book) -> Home:
    event = Tournament.objects.get(book=book)
    return Home(
        event.name,
        reverse("tournaments:event", args=[event.pk]),
        reverse("tournaments:desk", args=[event.pk]),
    )


register_home(Book.Kind.TOURNAMENT, event_of)
