"""The output files of jobs, where files live, and the unfinished ones in a folder of this machine."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from clubs.files.areas import area
from clubs.files.local import LocalFile
from clubs.models import Job

if TYPE_CHECKING:
    from django.core.files.base import File

_OUTPUT_NAME: Final = re.compile(r"\d+-\d+")
_PARTIAL: Final = ".part"


def output_name(job: Job) -> str:
    """Return the name of the present attempt: a worker that was given up by mistake overwrites no other's."""
    return f"{job.pk}-{job.attempts}"


def has_output(job: Job) -> bool:
    """Return whether the output can be downloaded: a backup restored elsewhere has no files."""
    return area("jobs").exists(output_name(job))


def open_output(job: Job) -> File[bytes]:
    """Return the output; raise FileNotFoundError if it is gone."""
    return area("jobs").open(output_name(job))


def store_output(job: Job) -> None:
    """Make the output of the finished partial file. Raises FileNotFoundError if that is gone."""
    with LocalFile(partial_file(job)) as finished:
        area("jobs").save(output_name(job), finished)


def remove_output(job: Job) -> None:
    remove_outputs([output_name(job)])


def remove_outputs(names: Iterable[str]) -> None:
    for name in names:
        area("jobs").delete(name)


def work_folder() -> Path:
    """Return the folder of this machine for what is being made."""
    return area("jobs").draft_folder()


def partial_file(job: Job) -> Path:
    return work_folder() / f"{output_name(job)}{_PARTIAL}"


def output_names() -> set[str]:
    """Return the names of all outputs."""
    return {file.name for file in area("jobs").files() if _OUTPUT_NAME.fullmatch(file.name)}


def is_of_attempt(name: str) -> bool:
    """Return whether a file has the name of an attempt; other files are temporary ones of a job."""
    return _OUTPUT_NAME.fullmatch(name.removesuffix(_PARTIAL)) is not None
