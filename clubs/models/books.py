"""Books: revision, roles and the log."""

from __future__ import annotations

import json
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _lazy

from clubs.models.accounts import User
from clubs.models.people import Club


class Book(models.Model):
    """The revision, the roles and the log of a club, an event or a stand-alone game.

    Every change of what the book's pages show bumps `revision`; a page that has not changed is answered by
    reading this row alone. While the page of a new revision is rendered, those of earlier ones may be shown
    for a moment, but none from before `oldest_shown`: there a name, say, was withdrawn. `entries` and `head`
    are the length and the last hash of the log's chain: a chain with its tail cut off no longer ends in them.
    """

    class Kind(models.TextChoices):
        CLUB = "club", _lazy("club")
        TOURNAMENT = "tournament", _lazy("tournament")
        GAME = "game", _lazy("game")

    kind = models.CharField(max_length=12, choices=Kind)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="books")
    revision = models.PositiveBigIntegerField(default=0)
    oldest_shown = models.PositiveBigIntegerField(default=0)
    entries = models.PositiveBigIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    trial = models.BooleanField(
        default=False, help_text=_lazy("A rehearsal: what is recorded in it counts nowhere else.")
    )
    archived_at = models.DateTimeField(
        null=True, help_text=_lazy("Since when it is out of the club's lists; its pages stay.")
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club"], condition=models.Q(kind="club"), name="one_book_of_its_own_per_club"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Role(models.Model):
    """The right of a user to act in a book. A role in a club's own book is valid in all its books."""

    class Kind(models.TextChoices):
        ADMIN = "admin", _lazy("club admin")
        DIRECTOR = "director", _lazy("director")
        JURY = "jury", _lazy("jury")
        SCORER = "scorer", _lazy("scorer")

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="roles")
    kind = models.CharField(_lazy("role"), max_length=12, choices=Kind)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["book", "user", "kind"], name="one_role_of_a_kind_per_book")
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.user_id} @ {self.book_id}"


class LogEntry(models.Model):
    """One logged act: append-only, chained. The hash covers `text`; the other columns are for queries."""

    book = models.ForeignKey(Book, on_delete=models.PROTECT, related_name="log")
    number = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    author = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="log_entries")
    act = models.CharField(max_length=60)
    text = models.TextField()
    hash = models.CharField(max_length=64)
    key = models.UUIDField(
        null=True, help_text=_lazy("Made by the device that sent what was done: sent twice, it is done once.")
    )
    fingerprint = models.CharField(
        max_length=64, blank=True, default="", help_text=_lazy("The hash of what was sent.")
    )

    class Meta:
        ordering = ["book", "number"]
        constraints = [
            models.UniqueConstraint(fields=["book", "number"], name="one_log_entry_per_number"),
            models.UniqueConstraint(fields=["key"], name="one_act_per_key"),
        ]
        indexes = [models.Index(fields=["book", "act", "number"], name="log_by_act")]

    def __str__(self) -> str:
        return f"{self.book_id}/{self.number} {self.act}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("a log entry is written once")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError("a log entry is never deleted")

    @property
    def facts(self) -> dict[str, Any]:
        """Return the facts after the act, as they were logged; words stand as their digests."""
        after: dict[str, Any] = json.loads(self.text)["after"]
        return after


class LogWords(models.Model):
    """What was typed in a log entry, and where from (`clubs.books.words`).

    The entry's text has a salted digest of each. A word that is forgotten is empty here.
    """

    entry = models.OneToOneField(LogEntry, primary_key=True, on_delete=models.PROTECT, related_name="words")
    origin = models.TextField(blank=True, default="")
    origin_salt = models.CharField(max_length=32, blank=True, default="")
    reason = models.TextField(blank=True, default="")
    reason_salt = models.CharField(max_length=32, blank=True, default="")
    # The salt and the word of each fact that was typed, by its place.
    facts = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"words of {self.entry_id}"


class Invitation(models.Model):
    """A link that creates an account and gives it a role: signed, expiring, for one use."""

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="invitations")
    kind = models.CharField(_lazy("role"), max_length=12, choices=Role.Kind)
    email = models.EmailField(_lazy("e-mail"))
    nonce = models.CharField(max_length=32, unique=True)
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["book", "kind", "email"],
                condition=models.Q(used_at__isnull=True, withdrawn_at__isnull=True),
                name="one_open_invitation_per_role_and_address",
            )
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk}"
