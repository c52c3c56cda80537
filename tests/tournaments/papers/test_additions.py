"""A paper, a file and a job, each added by one file: printed, exported and run; what one lacks is named."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module, invalidate_caches, reload
from pathlib import Path
from textwrap import dedent
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import clear_url_caches, reverse

from clubs.jobs import queue, worker
from clubs.jobs.checks import check_job_kinds
from clubs.jobs.kinds import job_kinds, register_kinds
from clubs.models import Job, Role
from clubs.plugins.catalogue import Catalogue
from tests.builders import a_user, own_places
from tests.documents.reading import text_of
from tests.tournaments.support.events import Played, agreed
from tournaments.papers.catalogue import PAPER_KINDS
from tournaments.papers.checks import check_papers
from tournaments.papers.job_kinds import EVENT_JOBS, event_job_kinds
from tournaments.papers.large_exports import LARGE_FILES

CATALOGUES: dict[str, Catalogue[Any]] = {"kinds": PAPER_KINDS, "files": LARGE_FILES, "jobs": EVENT_JOBS}
Add = Callable[[str, str], None]

PAPER = """
    '''The numbers of the tables, to hang above them.'''

    from django.utils.translation import gettext_lazy as _lazy

    from clubs.reports.report import Column, Report, ReportTable, Row
    from tournaments.models import Round
    from tournaments.papers.catalogue import PaperKind, PaperStage, always, of_round
    from tournaments.papers.paper import make_paper, occupied_tables
    from tournaments.papers.source import PaperSource


    def table_numbers(source: PaperSource, drawn: Round) -> Report | None:
        rows = tuple(Row((f"No. {table.pairing.table}",)) for table in occupied_tables(source, drawn))
        return make_paper(source.event, "Numbers", ReportTable(columns=(Column("Here"),), rows=rows))


    PAPER = PaperKind(
        code="numbers",
        label=_lazy("Numbers of the tables"),
        purpose=_lazy("One above each table."),
        stage=PaperStage.ROUND,
        position=65,
        make=of_round(table_numbers),
        is_available=always,
    )
"""
FILE = """
    '''The entries of an event.'''

    from django.utils.translation import gettext_lazy as _lazy

    from clubs.reports.report import Column, ReportTable, Row
    from tournaments.papers.large_exports import LargeFile
    from tournaments.public.tables import event_file


    def build(view, deals):
        names = tuple(Row((entry.name,)) for entry in view.entries.values())
        return event_file(view, "All names", ReportTable(columns=(Column("Who"),), rows=names))


    FILE = LargeFile(
        code="names",
        title=_lazy("All names"),
        link=_lazy("Everybody who plays"),
        position=30,
        build=build,
    )
"""
JOB = """
    '''A count of the entries.'''

    from clubs.books import permissions
    from clubs.jobs.kinds import JobKind
    from tournaments.papers.job_descriptions import describe_event_job, event_of_job


    def run(job, work):
        entries = event_of_job(job).entries.count()
        work.set_total(1)
        work.output.write(f"{entries} entries".encode())
        work.advance()


    JOB = JobKind(
        code="count_of_entries",
        needs=permissions.ANY_ROLE,
        describe=lambda job: describe_event_job("Count of the entries", job),
        run=run,
        extension="txt",
        media_type="text/plain",
    )
"""


@pytest.fixture
def add(tmp_path: Path) -> Iterator[Add]:
    """Adds a file to one of the three folders, as a developer would, and starts the product again."""
    before, modules = dict(job_kinds), set(sys.modules)

    def add(folder: str, source: str) -> None:
        package = import_module(f"tournaments.papers.{folder}")
        place = tmp_path / "sources" / folder
        place.mkdir(parents=True)
        (place / "added.py").write_text(dedent(source), encoding="utf-8")
        package.__path__.append(str(place))
        invalidate_caches()
        start()

    yield add
    for folder in CATALOGUES:
        package = import_module(f"tournaments.papers.{folder}")
        package.__path__[:] = [path for path in package.__path__ if not path.startswith(str(tmp_path))]
    for module in set(sys.modules) - modules:
        if module.endswith(".added"):
            del sys.modules[module]
    job_kinds.clear()
    start()
    job_kinds.update(before)


def start() -> None:
    """What a start does with the three folders: they are listed, and the addresses are made."""
    for catalogue in CATALOGUES.values():
        catalogue.reload()
    register_kinds(event_job_kinds())
    for urls in ("tournaments.urls", "config.urls"):
        reload(import_module(urls))
    clear_url_caches()


@pytest.fixture
def played(db: None) -> Played:
    event = Played(agreed(rounds=1))
    event.enter(4)
    event.publish()
    return event


def scorer_of(played: Played) -> Client:
    client = Client()
    client.force_login(a_user(Role.Kind.SCORER, club=played.club))
    return client


def test_a_paper_is_added_by_one_file(add: Add, played: Played) -> None:
    add("kinds", PAPER)
    client = scorer_of(played)
    page = client.get(reverse("tournaments:papers", args=[played.event.pk])).text
    assert page.index("Pairings by name") < page.index("Numbers of the tables") < page.index("Result slips")
    paper = client.get(reverse("tournaments:round_paper", args=[played.event.pk, 1, "numbers"]))
    assert paper.status_code == 200
    assert "No. 2" in text_of(paper.content)
    texts = ("Numbers of the tables", "One above each table.")
    assert [str(warning.msg) for warning in check_papers()] == [
        f"numbers: “{text}” is not translated (sv, fi, da, en); run bin/words" for text in texts
    ]


@pytest.mark.django_db(transaction=True)
def test_a_file_is_added_by_one_file_at_once_and_as_a_job(
    add: Add, played: Played, tmp_path: Path, settings: Any
) -> None:
    own_places(settings, tmp_path)
    add("files", FILE)
    client, address = scorer_of(played), f"/events/{played.event.pk}/names/"
    link = f'<a href="{address}" rel="nofollow">Everybody who plays</a>'
    assert link in Client().get(reverse("tournaments:event", args=[played.event.pk])).text
    at_once = Client().get(address, {"as": "csv"}).getvalue()
    # What the file is, its date, and the heading stand above the names.
    assert len(at_once.splitlines()) == 3 + 4
    page = client.post(f"{address}make/", {"kind": "csv", "key": str(uuid4())})["Location"]
    assert worker.run_next_job(threading.Event())
    assert client.get(f"{page}file/").getvalue() == at_once


@pytest.mark.django_db(transaction=True)
def test_a_job_is_added_by_one_file(add: Add, played: Played, tmp_path: Path, settings: Any) -> None:
    own_places(settings, tmp_path)
    add("jobs", JOB)
    request = queue.JobRequest(kind="count_of_entries", parameters={"event": played.event.pk}, key=uuid4())
    job = queue.request_job(played.by, played.event.book, request)
    assert worker.run_next_job(threading.Event())
    page = reverse("clubs:job", args=[job.pk])
    client = scorer_of(played)
    assert "Count of the entries" in client.get(page).text
    got = client.get(f"{page}file/")
    assert got["Content-Disposition"] == 'attachment; filename="count-of-the-entries-spring.txt"'
    assert got.getvalue() == b"4 entries"
    assert Job.objects.get().total == 1


def test_nothing_of_it_stays() -> None:
    assert check_papers() == []
    assert "numbers" not in {paper.code for paper in PAPER_KINDS}
    assert "count_of_entries" not in job_kinds
    assert Client().get("/events/1/names/").status_code == 404


@pytest.mark.parametrize(
    ("folder", "source", "change", "named"),
    [
        ("kinds", PAPER, ('    purpose=_lazy("One above each table."),\n', ""), "'purpose'"),
        ("kinds", PAPER, ('_lazy("Numbers of the tables")', '"Numbers"'), "label is not a translated text"),
        ("kinds", PAPER, ('_lazy("One above each table.")', '_lazy("")'), "purpose is empty"),
        ("kinds", PAPER, ('code="numbers"', 'code="by-table"'), "the code 'by-table' belongs to another one"),
        ("kinds", PAPER, ('code="numbers"', 'code="Num bers"'), "the code 'Num bers' is not made of"),
        ("kinds", PAPER, ("is_available=always,", "is_available=always, needs=(),"), "needs is empty"),
        ("kinds", PAPER, ("PAPER = ", "paper = "), "it has no PaperKind with the name PAPER"),
        ("files", FILE, ('    link=_lazy("Everybody who plays"),\n', ""), "'link'"),
        ("files", FILE, ('title=_lazy("All names")', 'title=""'), "title is not a translated text"),
        ("files", FILE, ('code="names"', 'code="de als"'), "the code 'de als' is not made of"),
        ("jobs", JOB, ("    run=run,\n", ""), "'run'"),
        ("jobs", JOB, ("permissions.ANY_ROLE", "frozenset()"), "nobody may request the job"),
        ("jobs", JOB, ('extension="txt"', 'extension=""'), "extension is empty"),
    ],
)
def test_what_is_missing_is_named_with_its_file(
    add: Add, folder: str, source: str, change: tuple[str, str], named: str
) -> None:
    assert change[0] in dedent(source)
    add(folder, dedent(source).replace(*change))
    (error,) = check_papers()
    assert (
        error.id
        == {"kinds": "tournaments.E101", "files": "tournaments.E102", "jobs": "tournaments.E103"}[folder]
    )
    assert error.msg.startswith(f"tournaments/papers/{folder}/added.py: ")
    assert named in error.msg


def test_a_kind_of_job_that_was_registered_half_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_job_kinds() == []
    monkeypatch.setitem(job_kinds, "half", replace(next(iter(EVENT_JOBS)), code="half", media_type=""))
    assert [error.msg for error in check_job_kinds()] == ["job half: media_type is empty"]
