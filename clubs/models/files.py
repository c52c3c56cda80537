"""Files that are stored in the database, and what all servers of one database must agree on."""

from __future__ import annotations

from django.db import models


class StoredFile(models.Model):
    """A file in the database; `clubs.files` writes and reads it in chunks, never as a whole."""

    area = models.CharField(max_length=20)
    name = models.CharField(max_length=255)
    size = models.PositiveBigIntegerField(default=0)
    stored_at = models.DateTimeField()

    class Meta:
        ordering = ["area", "name"]
        constraints = [models.UniqueConstraint(fields=["area", "name"], name="one_stored_file_per_name")]

    def __str__(self) -> str:
        return f"{self.area}/{self.name}"


class FileChunk(models.Model):
    """A part of a stored file; all but the last have the same length."""

    file = models.ForeignKey(StoredFile, on_delete=models.CASCADE, related_name="chunks")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering = ["file", "number"]
        constraints = [models.UniqueConstraint(fields=["file", "number"], name="one_chunk_per_number")]

    def __str__(self) -> str:
        return f"{self.file_id}: {self.number}"


class Installation(models.Model):
    """The settings that all servers of one database share, in one row: the marks of their keys, and where
    files live."""

    key_mark = models.CharField(max_length=8)
    log_key_mark = models.CharField(max_length=8, blank=True, default="")
    files = models.CharField(max_length=20)

    def __str__(self) -> str:
        return f"{self.key_mark}, {self.files}"
