"""Scans of signed protocols until they lie at their games."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Book
from scoring.models.games import Game


class ScanUpload(models.Model):
    """A file of scanned protocols that was uploaded and is to be read by a job; then it is deleted."""

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="scan_uploads")
    file = models.FileField(upload_to="scans/")
    name = models.CharField(max_length=120, help_text=_lazy("The name that the file had."))
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.book_id}: {self.name}"


class ScannedSheet(models.Model):
    """A scanned sheet that could not be filed at its game: it waits until a director says what it is."""

    class Doubt(models.TextChoices):
        NO_CODE = "no_code", _lazy("There is no code on it.")
        FOLLOWS = (
            "follows",
            _lazy("There is no code on it. It came right after a sheet of the game that is proposed."),
        )
        UNREADABLE = "unreadable", _lazy("There is a code on it that could not be read.")
        ELSEWHERE = "elsewhere", _lazy("There is a code on it that leads to no game of this event.")
        SEVERAL = "several", _lazy("There are codes of more than two games on it.")

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="scanned_sheets")
    image = models.ImageField(_lazy("picture"), upload_to="scans/")
    digest = models.CharField(max_length=64)
    # The name of its file, and its page there.
    source = models.CharField(max_length=120)
    page = models.PositiveSmallIntegerField()
    doubt = models.CharField(max_length=12, choices=Doubt)
    proposed = models.ForeignKey(Game, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["book", "digest"], name="a_scanned_sheet_waits_once")]

    def __str__(self) -> str:
        return f"{self.source}: {self.page}"
