"""The page of what needs attention in all events and games of its viewer; it polls itself."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Book, User
from clubs.web.decorators import page, signed_in_user
from clubs.web.forms import KeyedForm
from clubs.web.links import BookLinks, links_of
from clubs.web.revisions import etag_for, page_or_304
from scoring.overview.attention import AttentionGroup, attention_state, load_attention


@dataclass(frozen=True, slots=True)
class _ListedGroup:
    """What needs attention in an event or a club, what that is called, and the page of its games."""

    group: AttentionGroup
    label: str
    address: str


@page
def attention(request: HttpRequest) -> HttpResponse:
    """Everything that needs attention, event by event, what presses first."""
    user = signed_in_user(request)
    tag = etag_for(user.pk, *attention_state(user), timezone.localdate())
    return page_or_304(request, tag, lambda: _render(request, user, tag))


def _render(request: HttpRequest, user: User, tag: str) -> HttpResponse:
    found = load_attention(user)
    links = links_of([group.book for group in found.groups])
    context = {
        "found": found,
        "groups": [_listed(group, links.get(group.book.pk)) for group in found.groups],
        "rights": found.rights,
        "today": timezone.localdate(),
        "answer": KeyedForm(),
        "tag": tag,
    }
    return render(request, "scoring/desk/attention.html", context)


def _listed(group: AttentionGroup, links: BookLinks | None) -> _ListedGroup:
    if links is not None:
        return _ListedGroup(group, links.label, links.desk)
    return _ListedGroup(group, _games_outside(group.book), reverse("scoring:desk", args=[group.book.pk]))


def _games_outside(book: Book) -> str:
    return _("%(club)s: games outside events") % {"club": book.club}
