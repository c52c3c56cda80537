"""Jobs: long work that runs outside the request."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _lazy

from clubs.models.accounts import User
from clubs.models.books import Book
from clubs.models.fields import LANGUAGES


class Job(models.Model):
    """Long work that a user has requested and `manage.py work` carries out.

    `attempts` counts how often a worker has claimed the job and is its version: every write of a worker names
    the attempt it belongs to. The output is a file (`clubs.jobs.files`), kept for a day.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _lazy("waiting for its turn")
        WORKING = "working", _lazy("at work")
        DONE = "done", _lazy("done")
        CANCELLED = "cancelled", _lazy("cancelled")
        FAILED = "failed", _lazy("failed")

    UNFINISHED = frozenset({State.WAITING, State.WORKING})

    kind = models.CharField(max_length=60)
    parameters = models.JSONField(default=dict)
    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="jobs")
    requested_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="jobs")
    requested_at = models.DateTimeField()
    language = models.CharField(max_length=5, choices=LANGUAGES)
    key = models.UUIDField(
        unique=True, help_text=_lazy("Made by the form: sent twice, it is asked for once.")
    )
    state = models.CharField(max_length=12, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    cancel_requested = models.BooleanField(default=False)
    # Steps done and steps in all; `total` is 0 while the number is not known.
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    heartbeat_at = models.DateTimeField(null=True)
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
