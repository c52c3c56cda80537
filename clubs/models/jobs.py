"""Long work that was asked for."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _lazy

from clubs.models.accounts import User
from clubs.models.books import Book
from clubs.models.fields import LANGUAGES


class Job(models.Model):
    """Long work that somebody asked for, done beside the server by `manage.py work`.

    `takes` counts how often a worker has taken it, and is its version: whoever writes as its worker names the
    take. What it has made lies in a file of the data folder (`clubs.jobs.folder`), for a day.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _lazy("waiting for its turn")
        WORKING = "working", _lazy("at work")
        DONE = "done", _lazy("done")
        CANCELLED = "cancelled", _lazy("cancelled")
        FAILED = "failed", _lazy("failed")

    UNFINISHED = frozenset({State.WAITING, State.WORKING})

    kind = models.CharField(max_length=60)
    wanted = models.JSONField(default=dict)
    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="jobs")
    asked_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="jobs")
    asked_at = models.DateTimeField()
    language = models.CharField(max_length=5, choices=LANGUAGES)
    key = models.UUIDField(
        unique=True, help_text=_lazy("Made by the form: sent twice, it is asked for once.")
    )
    state = models.CharField(max_length=12, choices=State, default=State.WAITING)
    takes = models.PositiveSmallIntegerField(default=0)
    cancel_wished = models.BooleanField(default=False)
    # How much is done of how much; of what it is not known before, nothing.
    done = models.PositiveIntegerField(default=0)
    whole = models.PositiveIntegerField(default=0)
    beat_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    failure = models.CharField(max_length=20, blank=True)
    file_name = models.CharField(max_length=120, blank=True)
    media_type = models.CharField(max_length=100, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def is_over(self) -> bool:
        return self.state not in self.UNFINISHED
