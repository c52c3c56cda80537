"""The files that jobs have made: in a folder of the data folder, their owner's alone."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from clubs.models import Job


def folder() -> Path:
    place: Path = settings.DATA_DIR / "jobs"
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    return place


def file_of(job: Job) -> Path:
    """Each take has a file of its own: a worker that was believed dead writes over nobody's."""
    return folder() / f"{job.pk}-{job.takes}"


def unfinished(job: Job) -> Path:
    return folder() / f"{job.pk}-{job.takes}.part"
