"""Whoever has done something at a desk that can be taken back finds *Undo* on the next page."""

from __future__ import annotations

from typing import Final

import pytest
from django.http import HttpResponse
from django.urls import reverse

from clubs.books import permissions
from clubs.books.ways_back import WayBack, offer_undo, ways_back
from clubs.models import LogEntry
from tests.pages.test_access import LINES, Line, view_of
from tests.pages.world import Scene, undone

pytestmark = pytest.mark.django_db

# Acts of one tap, where the same button on the next page takes the tap back.
ONE_TAP: Final = {"tournaments:check_in", "tournaments:lock", "tournaments:cash"}
DONE: Final = [line for line in LINES if line.method == "POST" and "302+" in line.answers.values()]


def _who_does_it(line: Line) -> str:
    """The first of those who may: the director, if they may."""
    return next(who for who in ("director", *line.answers) if line.answers[who] == "302+")


def _offered(entry: LogEntry) -> str:
    """The address that takes an act back; "" where nothing does."""
    if not isinstance(ways_back.get(entry.act), WayBack) or entry.author is None:
        return ""
    offered, roles = offer_undo(entry), permissions.roles_in(entry.author, entry.book)
    if offered.undo is None or roles.isdisjoint(offered.needs) or roles.isdisjoint(permissions.IN_CHARGE):
        return ""
    return reverse("clubs:undo", args=[entry.book_id, entry.number])


def test_the_next_page_offers_to_take_back_what_can_be_taken_back(scene: Scene) -> None:
    lacking: list[tuple[str, list[str]]] = []
    seen: set[str] = set()
    for line in DONE:
        view = view_of(scene.world.address(line.address))
        with undone():
            last = LogEntry.objects.order_by("-pk").values_list("pk", flat=True)[0]
            client, address = scene.world.as_(_who_does_it(line)), scene.world.address(line.address)
            page = client.post(address, scene.world.body(view, line.otherwise), follow=True)
            assert isinstance(page, HttpResponse)
            acts = LogEntry.objects.filter(pk__gt=last).select_related("book", "words", "author")
            offered = {act.act: address for act in acts if (address := _offered(act))}
            text = page.content.decode()
            if offered and view not in ONE_TAP and not any(found in text for found in offered.values()):
                lacking.append((str(line), sorted(offered)))
            seen |= offered.keys()
    assert lacking == []
    assert len(seen) > 20
