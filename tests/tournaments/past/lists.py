"""Lists of past results as people send them, and the pages on which they do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from clubs.models import Club, Role, User
from tests.builders import a_club, a_user

Row = Sequence[Any]
HEADINGS: Row = ("Date", "Event", "Place", "Pair or player", "Points", "Games won", "Remark")
# Two events; the second one has no places, and its rows name it once.
ROWS: Sequence[Row] = (
    ("2019-03-05", "Spring Cup", 1, "Anna Berg – Bo Ek", 12350, 4, ""),
    ("2019-03-05", "Spring Cup", 2, "Cia Dahl / Eva Falk", "11 200", 3, "late"),
    ("2019-03-05", "Spring Cup", "2=", "Gun Holm & Ida Jern", 11200, 3, ""),
    ("5.4.2020", "April Singles", None, "Berg, Anna", 900, None, ""),
    (None, None, None, "Bo Ek", 950, None, ""),
    (None, None, None, "Kaj Lund", 900, None, ""),
)


def a_list(*rows: Row, headings: Row = HEADINGS) -> bytes:
    """A workbook with these rows below the headings."""
    book, file = Workbook(), BytesIO()
    for row in (headings, *(rows or ROWS)):
        book.active.append(list(row))
    book.save(file)
    return file.getvalue()


@dataclass
class Desk:
    """A director of a club at the page of past results."""

    club: Club
    user: User
    client: Client

    @property
    def address(self) -> str:
        return reverse("tournaments:past_results", args=[self.club.pk])

    def send(self, data: bytes, name: str = "list.xlsx") -> str:
        page = self.client.post(self.address, {"file": SimpleUploadedFile(name, data)})
        assert page.status_code == 200
        return page.content.decode()

    def take_in(self, data: bytes, **chosen: object) -> HttpResponse:
        """Look at a list, and take it in as it was shown."""
        shown = self.send(data)
        token = re.search(r'name="token" value="([^"]+)"', shown)
        assert token is not None, shown
        fields = {"token": token[1], "ruleset": "samba", **chosen}
        answer = self.client.post(self.address, fields)
        assert isinstance(answer, HttpResponse)
        return answer


def a_desk(language: str = "en", role: Role.Kind = Role.Kind.DIRECTOR) -> Desk:
    club = a_club()
    user, client = a_user(role, club=club), Client()
    client.force_login(user)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return Desk(club, user, client)
