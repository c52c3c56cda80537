"""What is bound into one file, held against what each of its reports is on paper alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import uuid4

from clubs.jobs import kinds, queue
from clubs.models import Job
from clubs.reports.layouts import Form
from clubs.reports.numbers import format_value
from clubs.reports.paper import render_document
from clubs.reports.pdf.booklet import Section
from clubs.reports.report import Cards, Cover, Report
from tests.documents.reading import text_of
from tests.documents.test_grids import squeezed
from tests.tournaments.papers.test_printing_protocols import ORIGIN, Desk
from tests.tournaments.support.events import Played
from tests.tournaments.support.said import as_drawn, left_over, said_in

Bound = Report | Cards
# A document and the words of each of its pages.
Drawn = tuple[Bound, list[str]]


def asked(event: Played, kind: str, about: dict[str, int], languages: str = "en", to: str = "round") -> Job:
    wanted = {**about, "to": to, "languages": languages, "origin": ORIGIN, "two_sided": True}
    return queue.request_job(
        event.by, event.event.book, queue.JobRequest(kind=kind, parameters=wanted, key=uuid4())
    )


def made(event: Played, kind: str, about: dict[str, int], languages: str = "en") -> Desk:
    desk = Desk()
    kinds.job_kinds[kind].run(asked(event, kind, about, languages), desk)
    return desk


def documents_in(sections: Iterable[Section]) -> Iterator[tuple[str, str, Bound]]:
    """Every document with its section and what the outline calls it, or each of its tables in a line."""
    for section in sections:
        for chapter in section.chapters:
            document = chapter.report
            assert not isinstance(document, Cover)
            captions = [table.caption for table in document.tables] if isinstance(document, Report) else []
            label = "\n".join(captions) if chapter.lists_tables else chapter.label
            yield section.label, label, document


def labels_in(documents: Iterable[tuple[str, str, Bound]]) -> list[str]:
    """What the outline says, each section where its first document is."""
    labels: list[str] = []
    before = ""
    for section, label, _document in documents:
        labels += ([section] if section != before else []) + label.splitlines()
        before = section
    return labels


def pages_of(document: bytes) -> list[str]:
    """The words of each page in the order in which they were drawn, without blanks."""
    return [squeezed(page) for page in text_of(document, "-raw").split("\f")[:-1]]


def drawn_alone(documents: Iterable[Bound]) -> list[Drawn]:
    """Each document with the words of its pages."""
    return [(document, pages_of(render_document(document))) for document in documents]


def expected(documents: Iterable[Drawn], first: int, *, two_sided: bool = False) -> Iterator[str]:
    """What the pages of a booklet say from one on: what each document says alone, and the page's number.

    Printed on both sides, forms and cards are handed out: nothing else is on their sheets.
    """
    number, was_handed_out = first, False
    for document, pages in documents:
        is_handed_out = isinstance(document, Cards) or document.has(Form)
        if two_sided and (is_handed_out or was_handed_out) and number % 2 == 0:
            yield ""
            number += 1
        was_handed_out = is_handed_out
        for page in pages:
            yield page if isinstance(document, Cards) else f"{page}{number}"
            number += 1


def unsaid(drawn: Drawn) -> list[str]:
    """What a document says and its paper does not, or the other way round."""
    document, pages = drawn
    text = "".join(pages)
    if isinstance(document, Report) and document.has(Form):
        # A form may be signed before its last table.
        return [part for part in map(as_drawn, said_in(document)) if part not in text]
    return left_over(document, text)


def said_on_cover(cover: Cover) -> list[str]:
    facts = [part for fact in cover.facts for part in (fact.label, format_value(fact.value, cover.language))]
    return [
        squeezed(part)
        for part in (
            cover.organizer,
            cover.title,
            cover.subtitle,
            cover.place_and_date,
            *facts,
            *cover.status,
        )
    ]


def is_form(document: Report | Cards) -> bool:
    return isinstance(document, Report) and bool(document.continuation)


def facts_of(form: Report) -> dict[str, Any]:
    return {fact.label: fact.value for fact in form.facts if fact.value}
