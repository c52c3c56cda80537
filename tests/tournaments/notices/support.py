"""An event with codes, whose players have phones and mailboxes."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.tournaments.personal.test_own_page import an_event, entry_of, path_of
from tests.tournaments.support.arriving import send_all
from tests.tournaments.support.events import Played
from tests.tournaments.support.push_service import PushService, TestPhone
from tournaments.models import NoticeAddress

__all__ = ["News", "an_event", "entry_of", "path_of"]


def link_in(text: str) -> str:
    """The path of the link in a mail."""
    found = re.search(r"https?://[^/\s]+(/news/[0-9a-f-]{36}/)", text)
    assert found
    return found[1]


class News:
    """An event and a push service, with the phones of entries by their numbers."""

    def __init__(self, event: Played, service: PushService) -> None:
        self.event, self.service = event, service
        self.phones: dict[int, TestPhone] = {}

    def subscribe(self, entry: int = 1, language: str = "en", **fields: str) -> Any:
        phone = self.phones.setdefault(entry, TestPhone(f"/push/{entry}"))
        keys = phone.at(self.service)
        sent = {
            "act": "on",
            "endpoint": keys.endpoint,
            "public_key": keys.public_key,
            "secret": keys.secret,
            **fields,
        }
        path = f"{path_of(self.event, entry)}phone/"
        answer = Client().post(path, sent, headers={"accept-language": language})
        self.let_it_be_long_ago()
        return answer

    def let_it_be_long_ago(self) -> None:
        """The addresses were there before all that the event's author does, whose clock stands still."""
        NoticeAddress.objects.exclude(confirmed_at=None).update(confirmed_at=self.event.by.at - HOUR)

    def shown(self, entry: int = 1) -> list[dict[str, Any]]:
        """Send what is on its way; return all that the phone of an entry has shown so far."""
        send_all()
        phone = self.phones[entry]
        return [one.read_by(phone) for one in self.service.arrived if one.path == phone.path]

    def bodies(self, entry: int = 1) -> list[str]:
        return [one["body"] for one in self.shown(entry)]

    def add_mailbox(self, email: str, entry: int = 1) -> NoticeAddress:
        """A mailbox that has said yes."""
        Client().post(
            f"{path_of(self.event, entry)}mail/", {"email": email}, headers={"accept-language": "en"}
        )
        found = NoticeAddress.objects.get(address=email)
        Client().post(reverse("tournaments:notice_confirm", args=[found.token]))
        self.let_it_be_long_ago()
        return found


HOUR = timedelta(hours=1)
