"""What is read from the installation when somebody asks: jobs, the last backup, the size of the database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.db import Error, connection
from django.db.models import Count
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from clubs.backups import state
from clubs.models import Job

_SIDE_FILES: Final = ("", "-wal", "-shm")  # of an SQLite database


class InstallationCollector(Collector):
    """The state of the installation at this moment; of a database that does not answer that alone is said."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        try:
            found = [_jobs(), _database_size(), *_backups()]
        except Error:
            found = []
        yield _gauge("talon_database_answers", "Whether the database answers.", bool(found))
        yield from found


def _jobs() -> GaugeMetricFamily:
    counts = dict.fromkeys(Job.UNFINISHED, 0) | dict(
        Job.objects.filter(state__in=Job.UNFINISHED).values_list("state").annotate(Count("pk")).order_by()
    )
    jobs = GaugeMetricFamily("talon_jobs", "Jobs that wait or are under way.", labels=["state"])
    for job_state, count in counts.items():
        jobs.add_metric([str(job_state)], count)
    return jobs


def _database_size() -> GaugeMetricFamily:
    size = _size_on_postgresql() if connection.vendor == "postgresql" else _size_of_file()
    return _gauge("talon_database_size_bytes", "Size of the database.", size, unit="bytes")


def _size_on_postgresql() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        size: int = cursor.fetchone()[0]
    return size


def _size_of_file() -> int:
    files = (Path(f"{connection.settings_dict['NAME']}{ending}") for ending in _SIDE_FILES)
    return sum(file.stat().st_size for file in files if file.exists())


def _backups() -> Iterator[GaugeMetricFamily]:
    """Yield whether backups fail, and the age of the last one if there is one."""
    yield _gauge(
        "talon_backup_fails",
        "Whether the last attempt to make a backup failed.",
        state.last_failure() is not None,
    )
    last = state.last_backup()
    if last is not None:
        age = (timezone.now() - last.made_at).total_seconds()
        yield _gauge("talon_backup_age_seconds", "Age of the last backup.", age, unit="seconds")


def _gauge(name: str, description: str, value: float, unit: str = "") -> GaugeMetricFamily:
    return GaugeMetricFamily(name, description, value=value, unit=unit)
