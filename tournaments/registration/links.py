"""Leads from an event's book to its pages, and from the pages of clubs and players to their events."""

from django.urls import reverse

from clubs.models import Book, Club, Player
from clubs.web.extensions import Part, club_parts, player_parts
from clubs.web.links import Home, register_home
from scoring.desk.navigation import ways_back
from tournaments.history import queries, tables
from tournaments.models import Tournament

_LATEST = 20


def _event_of(book: Book) -> Home:
    event = Tournament.objects.get(book=book)
    return Home(
        event.name,
        reverse("tournaments:event", args=[event.pk]),
        reverse("tournaments:desk", args=[event.pk]),
    )


register_home(Book.Kind.TOURNAMENT, _event_of)


def _board_of(book: int) -> str:
    """The board of the event of this book; of another book there is none, and its desk is the way back."""
    event = Tournament.objects.filter(book=book).first()
    if event is None:
        return reverse("scoring:desk", args=[book])
    return reverse("tournaments:board", args=[event.pk])


ways_back["board"] = _board_of


def _events_of(club: Club) -> Part:
    """The club's latest events, for its page; all of them for its file."""
    held = club.tournaments.order_by("-on_day", "name")
    latest = list(held[:_LATEST])
    return Part(
        "tournaments/history/_club_events.html",
        {"club": club, "events": latest},
        table=tables.events_held(held) if latest else None,
    )


def _results_of(player: Player) -> Part:
    """A player's latest results, for the page that the clubs keep; nothing of who may not be named."""
    results = queries.results_of(player) if player.may_publish else []
    lines = tables.lines_of(results)[:_LATEST]
    return Part("tournaments/history/_player_part.html", {"player": player, "lines": lines})


club_parts.append(_events_of)
player_parts.append(_results_of)
