"""Reading the log: its entries as lines in the reader's language.

Names of people are looked up when the lines are made, those of a whole page with one query for each model.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.books import log_wording
from clubs.books.log_wording import FactChange
from clubs.books.words import payload_of
from clubs.books.writing import JsonValue
from clubs.models import Book, Club, LogEntry, Player, User
from clubs.reports.numbers import format_value
from clubs.text.alphabet import folded

RowNames = dict[tuple[type[models.Model], int], str]
_NOTHING = "–"  # one of several values that is not set
_MAX_NAMES = 50  # people whose name matches a search of the log


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """A log entry in the reader's language."""

    number: int
    at: datetime
    author: str
    origin: str
    sentence: str
    subject: str
    changes: Sequence[FactChange]
    reason: str
    # The number of the entry that has taken it back.
    taken_back: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFilter:
    """The filter of a log page."""

    act: str = ""
    author: int | None = None
    day: date | None = None
    text: str = ""


def log_entries(book: Book, log_filter: LogFilter) -> models.QuerySet[LogEntry]:
    """Return the entries of a book that match, the latest first."""
    entries = LogEntry.objects.filter(book=book).select_related("words").order_by("-number")
    if log_filter.act:
        entries = entries.filter(act=log_filter.act)
    if log_filter.author is not None:
        entries = entries.filter(author=log_filter.author or None)
    if log_filter.day is not None:
        entries = entries.filter(at__range=_hours_of(log_filter.day))
    return _with_text(entries, book.club, log_filter.text) if log_filter.text else entries


def entries_about(
    books: models.QuerySet[Book], model: type[models.Model], ids: Collection[int]
) -> Iterator[LogEntry]:
    """Yield the entries of some books that name one of these rows: as their subject, or in a fact."""
    mentions = models.Q()
    for pk in ids:
        mentions |= models.Q(text__contains=str(pk))
    entries = LogEntry.objects.filter(mentions, book__in=books.order_by().values("pk"))
    for entry in entries.select_related("words", "book").order_by("at", "pk").iterator(chunk_size=500):
        if not _referenced_rows([(entry, payload_of(entry))])[model].isdisjoint(ids):
            yield entry


def _hours_of(day: date) -> tuple[datetime, datetime]:
    """Return the first and the last moment of a day in the club's time zone."""
    first = timezone.make_aware(datetime.combine(day, time.min))
    next_day = timezone.make_aware(datetime.combine(day + timedelta(days=1), time.min))
    return first, next_day - timedelta(microseconds=1)


def _with_text(entries: models.QuerySet[LogEntry], club: Club, text: str) -> models.QuerySet[LogEntry]:
    """Filter entries by a text in their act, reason, origin, subject or author, as the reader sees them."""
    acts = [
        act for act in log_wording.log_sentences if text.casefold() in log_wording.sentence_of(act).casefold()
    ]
    return entries.annotate(payload=Cast("text", models.JSONField())).filter(
        models.Q(act__in=acts)
        | models.Q(words__reason__icontains=text)
        | models.Q(words__origin__icontains=text)
        # Entries of the first format have their words in the text.
        | models.Q(words=None, payload__reason__icontains=text)
        | models.Q(words=None, payload__origin__icontains=text)
        | models.Q(payload__subject__in=_subjects_named(text, club))
        | models.Q(author__in=_people_named(text))
    )


def _subjects_named(text: str, club: Club) -> list[str]:
    """Return references to matching players of the club and users with a role in its books."""
    players = Player.objects.filter(
        models.Q(home_club=club) | models.Q(memberships__club=club), search_text__contains=folded(text)
    )
    people = User.objects.filter(roles__book__club=club, name__icontains=text)
    return [*_distinct_ids(players), *_distinct_ids(people)] if folded(text) else []


def _distinct_ids(rows: models.QuerySet[Any]) -> list[str]:
    label = rows.model._meta.label_lower
    ids = rows.order_by("pk").values_list("pk", flat=True).distinct()[:_MAX_NAMES]
    return [f"{label}:{pk}" for pk in ids]


def _people_named(text: str) -> models.QuerySet[User]:
    return User.objects.filter(name__icontains=text)


def authors_of(book: Book) -> models.QuerySet[User]:
    """Return all authors of entries of a book."""
    return User.objects.filter(pk__in=LogEntry.objects.filter(book=book).values("author")).order_by(
        "name", "pk"
    )


def act_codes_of(book: Book) -> list[str]:
    """Return the codes of all acts in a book's log."""
    return list(LogEntry.objects.filter(book=book).order_by("act").values_list("act", flat=True).distinct())


def log_lines(entries: Iterable[LogEntry]) -> list[LogLine]:
    """Return entries as lines in the reader's language; all their names are looked up together."""
    payloads = [(entry, payload_of(entry)) for entry in entries]
    names = _look_up_names(_referenced_rows(payloads))
    return [_log_line(entry, payload, names) for entry, payload in payloads]


def _log_line(entry: LogEntry, payload: dict[str, Any], names: RowNames) -> LogLine:
    return LogLine(
        number=entry.number,
        at=entry.at,
        author=_name_of(User, entry.author_id, names) if entry.author_id else "",
        origin=payload["origin"],
        sentence=log_wording.sentence_of(entry.act),
        subject=_subject_name(payload["subject"], names),
        changes=list(changed_facts(payload["before"], payload["after"], names)),
        reason=payload["reason"],
    )


def changed_facts(
    before: dict[str, JsonValue], after: dict[str, JsonValue], names: RowNames
) -> Iterator[FactChange]:
    """Yield each fact that the act has changed or set."""
    for key in sorted(before.keys() | after.keys()):
        if key in before and key in after and before[key] == after[key]:
            continue
        fact = log_wording.fact_label(key)
        if fact.changes is not None:
            yield from fact.changes(before, after)
        if fact.changes is not None or not fact.is_shown:
            continue
        old, new = (_value_text(fact, side[key], names) if key in side else "" for side in (before, after))
        if old or new:
            yield FactChange(str(fact.label), old, new)


def _value_text(fact: log_wording.FactLabel, value: JsonValue, names: RowNames) -> str:
    """Return the value of a fact in the reader's language."""
    if fact.text is not None:
        return fact.text(value)
    if isinstance(value, list):
        return _list_text(fact, value, names)
    if isinstance(value, dict):
        return "; ".join(f"{key} {_value_text(fact, item, names)}" for key, item in sorted(value.items()))
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        if fact.model is None:
            return format_value(value + fact.counts_from, get_language() or "en")
        return _name_of(fact.model, value, names)
    if fact.choices is not None and isinstance(value, str):
        return str(fact.choices.get(value, value))
    return "" if value is None else str(value)


def _list_text(fact: log_wording.FactLabel, values: Sequence[JsonValue], names: RowNames) -> str:
    """Return several values with a sign between them that stands in none of them: "6,400 · 500"."""
    if any(isinstance(value, list | dict) for value in values):
        separator = "; "
    elif fact.model is None and any(isinstance(value, int) for value in values):
        separator = " · "
    else:
        separator = ", "
    texts = (_NOTHING if value is None else _value_text(fact, value, names) for value in values)
    return separator.join(text for text in texts if text)


def _subject_name(reference: str, names: RowNames) -> str:
    model, pk = _parse_reference(reference)
    return _name_of(model, pk, names) if model else reference


def _parse_reference(reference: str) -> tuple[type[models.Model] | None, int]:
    """Return the model and the id of a reference such as "clubs.player:12"; None for an unknown model."""
    label, _colon, pk = reference.partition(":")
    try:
        return apps.get_model(label), int(pk)
    except (LookupError, ValueError):
        return None, 0


def _name_of(model: type[models.Model], pk: int, names: RowNames) -> str:
    """Return the present name of a row; the number of one that was erased."""
    erased = _("%(kind)s %(number)s (erased)") % {
        "kind": _(str(model._meta.verbose_name)).capitalize(),
        "number": pk,
    }
    return names.get((model, pk)) or erased


def _referenced_rows(
    payloads: Sequence[tuple[LogEntry, dict[str, Any]]],
) -> dict[type[models.Model], set[int]]:
    """Return the ids of the authors, subjects and facts of entries, by model."""
    rows: defaultdict[type[models.Model], set[int]] = defaultdict(set)
    for entry, payload in payloads:
        if entry.author_id:
            rows[User].add(entry.author_id)
        model, pk = _parse_reference(payload["subject"])
        if model is not None:
            rows[model].add(pk)
        for key, value in (*payload["before"].items(), *payload["after"].items()):
            fact = log_wording.fact_label(key)
            if fact.model is not None:
                rows[fact.model].update(_ids_in(value))
    return rows


def _ids_in(value: JsonValue) -> list[int]:
    """Return the ids in the value of a fact: one, or a list of them."""
    values = value if isinstance(value, list) else [value]
    return [item for item in values if isinstance(item, int) and not isinstance(item, bool)]


def _look_up_names(rows: dict[type[models.Model], set[int]]) -> RowNames:
    names: RowNames = {}
    for model, pks in rows.items():
        name_rows = log_wording.row_names.get(model._meta.label_lower)
        found = name_rows(pks) if name_rows else _own_names(model, pks)
        names |= {(model, pk): name for pk, name in found.items()}
    return names


def _own_names(model: type[models.Model], pks: Iterable[int]) -> dict[int, str]:
    return {pk: str(row) for pk, row in model._base_manager.in_bulk(list(pks)).items()}
