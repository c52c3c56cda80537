"""Where the players of an entry want to hear news, what was sent there, and mail that is on its way.

None of it is content of an event or a league: it is deleted some time after it, and travels nowhere.
"""

from __future__ import annotations

from enum import StrEnum

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import LANGUAGES
from tournaments.models.events import Entry, Tournament
from tournaments.models.leagues import League
from tournaments.models.signups import Signup


class NoticeAddress(models.Model):
    """A phone or a mailbox to which the news of an entry goes, as whoever had its code has asked for."""

    class Way(models.TextChoices):
        PHONE = "phone", _lazy("phone")
        MAIL = "mail", _lazy("e-mail")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="notice_addresses")
    way = models.CharField(max_length=5, choices=Way)
    # The address of a phone at its push service, or an e-mail.
    address = models.CharField(max_length=1000)
    # The public key of a phone and its secret, by which nobody on the way reads what it is sent.
    public_key = models.CharField(max_length=100, blank=True)
    secret = models.CharField(max_length=40, blank=True)
    language = models.CharField(max_length=5, choices=LANGUAGES)
    code_set = models.PositiveIntegerField(help_text=_lazy("New codes of the event end it."))
    site = models.CharField(max_length=200, help_text=_lazy("Where the links in a mail lead."))
    token = models.UUIDField(unique=True, help_text=_lazy("It opens the links in a mail."))
    asked_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, help_text=_lazy("Before that nothing is sent."))
    seen_revision = models.PositiveBigIntegerField(
        default=0, help_text=_lazy("Of the book of the event, when its news was last looked for.")
    )

    class Meta:
        ordering = ["entry", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "way", "address"], name="an_entry_has_an_address_once")
        ]

    def __str__(self) -> str:
        return f"{self.way} of entry {self.entry_id}"

    @property
    def hint(self) -> str:
        """An e-mail as its owner knows it again, and nobody else learns it: “a…@example.org”."""
        name, _at, host = self.address.partition("@")
        return f"{name[:1]}…@{host}"


class Outgoing(models.Model):
    """Something on its way: it is tried again until it has arrived, was refused, or is no longer of use."""

    class State(StrEnum):
        WAITING = "waiting"
        SENT = "sent"
        FAILED = "failed"
        # Nobody needs it any more.
        DROPPED = "dropped"

    state = models.CharField(max_length=7, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    until = models.DateTimeField()

    class Meta:
        abstract = True


class SentNotice(Outgoing):
    """A piece of news for an address, by its tag: the same is sent there once. Its words are kept nowhere."""

    address = models.ForeignKey(NoticeAddress, on_delete=models.CASCADE, related_name="notices")
    tag = models.CharField(max_length=80)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["address", "tag"], name="a_notice_is_sent_once")]
        indexes = [models.Index(fields=["state", "next_at"], name="notices_to_send")]

    def __str__(self) -> str:
        return f"{self.tag} to {self.address_id}"


class OutgoingLetter(Outgoing):
    """A mail of an event or a league. It may open a page, so it is sealed, and deleted once it is sent."""

    tournament = models.ForeignKey(Tournament, null=True, on_delete=models.CASCADE, related_name="letters")
    league = models.ForeignKey(League, null=True, on_delete=models.CASCADE, related_name="letters")
    signup = models.ForeignKey(Signup, null=True, on_delete=models.CASCADE, related_name="letters")
    # Whom it asks whether news may go there.
    address = models.ForeignKey(NoticeAddress, null=True, on_delete=models.CASCADE, related_name="letters")
    to = models.EmailField()
    sealed = models.TextField(blank=True)
    made_at = models.DateTimeField()
    refused = models.BooleanField(default=False, help_text=_lazy("The mail server does not take it."))

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["state", "next_at"], name="letters_to_send")]
        constraints = [
            models.CheckConstraint(
                condition=Q(tournament=None, league__isnull=False) | Q(tournament__isnull=False, league=None),
                name="a_letter_is_of_one_event_or_league",
            )
        ]

    def __str__(self) -> str:
        return f"letter {self.pk} to {self.to}"


class LeagueReminder(models.Model):
    """That somebody was reminded of a match, by a tag: of the same match on the same day nobody is twice."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="reminders")
    tag = models.CharField(max_length=80)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["league", "tag"], name="a_reminder_is_made_once")]

    def __str__(self) -> str:
        return f"{self.tag} of league {self.league_id}"
