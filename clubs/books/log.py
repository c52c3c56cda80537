"""Reading the log: entries told in the reader's language.

Knows how an entry is stored and where the words are; must not know which acts there are. Names of people are
looked up now, all names of a page with one query for each kind of row.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.books import log_wording
from clubs.books.writing import Value
from clubs.models import Book, Club, LogEntry, Player, User
from clubs.text.alphabet import folded

Named = dict[tuple[type[models.Model], int], str]
_MOST_NAMES = 50  # as many people of a searched name are looked for in the log


@dataclass(frozen=True, slots=True)
class Change:
    """A fact of an entry: what it was, what it became."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """An entry as the page shows it."""

    number: int
    at: datetime
    who: str
    origin: str
    sentence: str
    subject: str
    changes: Sequence[Change]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which entries are asked for."""

    act: str = ""
    author: int | None = None
    day: date | None = None
    text: str = ""


def entries_of(book: Book, wanted: Wanted) -> models.QuerySet[LogEntry]:
    """The entries of a book, the latest first."""
    entries = LogEntry.objects.filter(book=book).order_by("-number")
    if wanted.act:
        entries = entries.filter(act=wanted.act)
    if wanted.author is not None:
        entries = entries.filter(author=wanted.author or None)
    if wanted.day is not None:
        entries = entries.filter(at__range=_hours_of(wanted.day))
    return _with_text(entries, book.club, wanted.text) if wanted.text else entries


def _hours_of(day: date) -> tuple[datetime, datetime]:
    """The first and the last moment of a day, in the time zone of the club."""
    first = timezone.make_aware(datetime.combine(day, time.min))
    next_day = timezone.make_aware(datetime.combine(day + timedelta(days=1), time.min))
    return first, next_day - timedelta(microseconds=1)


def _with_text(entries: models.QuerySet[LogEntry], club: Club, text: str) -> models.QuerySet[LogEntry]:
    """Entries whose act, reason, origin or person has `text` in it, as the reader sees them."""
    sentences = [
        act for act in log_wording.acts if text.casefold() in log_wording.sentence_of(act).casefold()
    ]
    return entries.annotate(said=Cast("text", models.JSONField())).filter(
        models.Q(act__in=sentences)
        | models.Q(said__reason__icontains=text)
        | models.Q(said__origin__icontains=text)
        | models.Q(said__subject__in=_subjects_named(text, club))
        | models.Q(author__in=_people_named(text))
    )


def _subjects_named(text: str, club: Club) -> list[str]:
    """Players of the club, and people with a role in its books, as an entry names them."""
    players = Player.objects.filter(
        models.Q(home_club=club) | models.Q(memberships__club=club), found_by__contains=folded(text)
    )
    people = User.objects.filter(roles__book__club=club, name__icontains=text)
    return [*_distinct_ids(players), *_distinct_ids(people)] if folded(text) else []


def _distinct_ids(rows: models.QuerySet[Any]) -> list[str]:
    label = rows.model._meta.label_lower
    ids = rows.order_by("pk").values_list("pk", flat=True).distinct()[:_MOST_NAMES]
    return [f"{label}:{pk}" for pk in ids]


def _people_named(text: str) -> models.QuerySet[User]:
    return User.objects.filter(name__icontains=text)


def authors_of(book: Book) -> models.QuerySet[User]:
    """Everybody who ever wrote in a book."""
    return User.objects.filter(pk__in=LogEntry.objects.filter(book=book).values("author")).order_by(
        "name", "pk"
    )


def acts_of(book: Book) -> list[str]:
    """The codes of the acts that stand in a book."""
    return list(LogEntry.objects.filter(book=book).order_by("act").values_list("act", flat=True).distinct())


def told(entries: Iterable[LogEntry]) -> list[Told]:
    """The entries in the reader's language, every name of them looked up at once."""
    read = [(entry, json.loads(entry.text)) for entry in entries]
    names = _looked_up(_mentioned(read))
    return [_told_one(entry, said, names) for entry, said in read]


def _told_one(entry: LogEntry, said: dict[str, Any], names: Named) -> Told:
    return Told(
        number=entry.number,
        at=entry.at,
        who=_called(User, entry.author_id, names) if entry.author_id else "",
        origin=said["origin"],
        sentence=log_wording.sentence_of(entry.act),
        subject=_subject_of(said["subject"], names),
        changes=list(changes(said["before"], said["after"], names)),
        reason=said["reason"],
    )


def changes(before: dict[str, Value], after: dict[str, Value], names: Named) -> Iterator[Change]:
    """Each fact that is now another than before, or was said for the first time."""
    for key in sorted(before.keys() | after.keys()):
        if key in before and key in after and before[key] == after[key]:
            continue
        fact = log_wording.fact_of(key)
        if not fact.shown:
            continue
        old, new = (_shown(fact, side[key], names) if key in side else "" for side in (before, after))
        if old or new:
            yield Change(str(fact.label), old, new)


def _shown(fact: log_wording.Fact, value: Value, names: Named) -> str:
    """A fact's value as people say it."""
    if isinstance(value, list):
        return ", ".join(_shown(fact, each, names) for each in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {_shown(fact, each, names)}" for key, each in sorted(value.items()))
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if fact.model is not None and isinstance(value, int):
        return _called(fact.model, value, names)
    if fact.choices is not None and isinstance(value, str):
        return str(fact.choices.get(value, value))
    return "" if value is None else str(value)


def _subject_of(reference: str, names: Named) -> str:
    model, pk = _referred(reference)
    return _called(model, pk, names) if model else reference


def _referred(reference: str) -> tuple[type[models.Model] | None, int]:
    """The model and the id that "clubs.player:12" means."""
    label, _colon, pk = reference.partition(":")
    try:
        return apps.get_model(label), int(pk)
    except (LookupError, ValueError):
        return None, 0


def _called(model: type[models.Model], pk: int, names: Named) -> str:
    """What a row is called now; one that was erased keeps its number."""
    gone = _("%(kind)s %(number)s (erased)") % {
        "kind": str(model._meta.verbose_name).capitalize(),
        "number": pk,
    }
    return names.get((model, pk)) or gone


def _mentioned(read: Sequence[tuple[LogEntry, dict[str, Any]]]) -> dict[type[models.Model], set[int]]:
    """The rows that entries speak of: authors, subjects and facts."""
    rows: defaultdict[type[models.Model], set[int]] = defaultdict(set)
    for entry, said in read:
        if entry.author_id:
            rows[User].add(entry.author_id)
        model, pk = _referred(said["subject"])
        if model is not None:
            rows[model].add(pk)
        for key, value in (*said["before"].items(), *said["after"].items()):
            fact = log_wording.fact_of(key)
            if fact.model is not None:
                rows[fact.model].update(_ids_in(value))
    return rows


def _ids_in(value: Value) -> list[int]:
    """The ids among a fact's values: one, or a list of them."""
    values = value if isinstance(value, list) else [value]
    return [each for each in values if isinstance(each, int) and not isinstance(each, bool)]


def _looked_up(rows: dict[type[models.Model], set[int]]) -> Named:
    names: Named = {}
    for model, pks in rows.items():
        found = model._base_manager.in_bulk(list(pks))
        names |= {(model, pk): str(row) for pk, row in found.items()}
    return names
