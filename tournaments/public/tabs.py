"""The links between the pages of an event; who was asked for goes along with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from clubs.web.addresses import address_of
from tournaments.public.event_view import EventView
from tournaments.public.prizes import categories_title, has_public_page
from tournaments.wording.labels import round_label

# The parameter with the name or number of who is looked for.
ASKED: Final = "q"


@dataclass(frozen=True, slots=True)
class PageLink:
    name: str
    label: str
    address: str


def event_tabs(view: EventView, asked: str) -> list[PageLink]:
    """The pages of an event that exist so far."""
    return [
        _page_link(view, "event", "standings", _start_label(view), asked),
        *(
            [round_link(view, view.last.number, "round", asked), *_results_tabs(view, asked)]
            if view.last
            else []
        ),
        *(
            [_page_link(view, "event_programme", "programme", _("Programme"), asked)]
            if view.event.programme
            else []
        ),
        *([_page_link(view, "event_rules", "rules", _("Rules"), asked)] if view.source.knows_games else []),
    ]


def _results_tabs(view: EventView, asked: str) -> list[PageLink]:
    """Pages of results; while the standings are hidden, only those that sum up no result."""
    summaries = [
        _page_link(view, "event_places", "places", _("Places"), asked),
        _page_link(view, "event_cross", "cross", _("Crosstable"), asked),
    ]
    if view.agreement.bracket is not None:
        summaries.insert(0, _page_link(view, "event_bracket", "bracket", _("Bracket"), asked))
    if has_public_page(view):
        summaries.insert(0, _page_link(view, "event_categories", "categories", categories_title(view), asked))
    return [
        *([] if view.hidden else summaries),
        _page_link(view, "event_statistics", "statistics", _("Statistics"), asked),
    ]


def _start_label(view: EventView) -> str:
    return _("Standings") if view.counts and not view.hidden else _("Event")


def round_link(view: EventView, number: int, name: str, asked: str) -> PageLink:
    address = address_of("tournaments:event_round", view.event.pk, number)
    return PageLink(name, round_label(number), address + _query_of(asked))


def _page_link(view: EventView, url_name: str, name: str, label: str, asked: str) -> PageLink:
    address = address_of(f"tournaments:{url_name}", view.event.pk)
    return PageLink(name, label, address + _query_of(asked))


def _query_of(asked: str) -> str:
    """What asks for the same entry on another page."""
    return f"?{urlencode({ASKED: asked})}" if asked else ""
